"""Documents that programs send: read strictly by the rules, their faults told by the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import IO, Any, TypeVar

from rest_framework import status
from rest_framework.parsers import BaseParser

from common.api.errors import Fault
from rules.documents.reading import MAX_BYTES, json_document
from rules.errors import DocumentError

TOO_LARGE = "document.too_large"
DocumentValue = TypeVar("DocumentValue")


class DocumentParser(BaseParser):
    """Reads a body as commands read their files: strict JSON of at most 2 MiB."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the JSON value, which no one has read as a document yet."""
        return read_document(json_document, stream.read(MAX_BYTES + 1))


def read_document(read: Callable[[Any], DocumentValue], given: Any) -> DocumentValue:
    """Return what ``read`` makes of something; raise what the API answers when it cannot be read."""
    try:
        return read(given)
    except DocumentError as fault:
        too_large = fault.code == TOO_LARGE
        raise Fault(
            fault.code,
            fault.path,
            fault.message,
            status.HTTP_413_REQUEST_ENTITY_TOO_LARGE if too_large else status.HTTP_400_BAD_REQUEST,
        ) from fault

"""Reading requests: bounded JSON, objects without unknown fields, and the version that a request changes.

A client sends an answer's ``ETag`` back as ``If-Match``, so that no editor overwrites another's change. A tag is the
version number; if the answer can change without a new version, a hyphen and a digest follow.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from typing import IO, Any

from rest_framework import serializers, status
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from common.api.errors import MAX_BODY, Fault, too_large
from common.openapi import Document
from rules.text import unusable


class BoundedJSONParser(BaseParser):
    """Parses JSON of at most ``MAX_BODY`` bytes; refuses NaN, duplicate names and endless nesting."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        data = stream.read(MAX_BODY + 1)
        if len(data) > MAX_BODY:
            raise too_large()
        try:
            text = data.decode(json.detect_encoding(data))
            document = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_read_object)
        except (ValueError, RecursionError) as fault:
            raise ParseError(f"This is not JSON: {str(fault)[:120]}.") from fault
        if reason := unusable(document, text):
            raise ParseError(f"This is not JSON: {reason}.")
        return document


class Body(Document):
    """The body of a request; unknown fields are refused."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values; raise a fault for unknown fields."""
        if isinstance(data, Mapping) and (unknown := sorted(str(name) for name in data if name not in self.fields)):
            raise serializers.ValidationError({unknown[0][:80]: ["There is no such field."]})
        return super().to_internal_value(data)


def read_body(body: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """Return the values of a request's body; raise the API's fault if they do not fit ``body``."""
    bound = body(data=data)
    bound.is_valid(raise_exception=True)
    return dict(bound.validated_data)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a value")


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("the same name appears twice in one object")
    return members


_TAG = re.compile(r'(?:W/)?"(\d{1,9})(?:-[0-9a-f]{1,64})?"', re.ASCII)


def version_tag(version: int, *more: object) -> str:
    """Return the ``ETag`` of a version; ``more`` is what changes without a new version."""
    return f'"{version}-{sha256(repr(more).encode()).hexdigest()[:16]}"' if more else f'"{version}"'


def matched_version(request: Request, current: int, *, required: bool = True) -> int:
    """Return the version that a request means to change: that of its ``If-Match``, or ``current`` for ``*``.

    400 for a tag that Muster did not make, 428 if it is missing and ``required``.
    """
    given = request.headers.get("If-Match")
    if given is None and required:
        message = "Send the ETag of the resource as If-Match, or * to change any version."
        raise Fault("match.missing", "If-Match", message, status.HTTP_428_PRECONDITION_REQUIRED)
    if given is None or given.strip() == "*":
        return current
    tags = [_TAG.fullmatch(tag.strip()) for tag in given.split(",")]
    versions = [int(tag[1]) for tag in tags if tag]
    if len(versions) != len(tags):
        raise Fault("match.invalid", "If-Match", "Expected the ETag of an answer, or *.")
    return current if current in versions else versions[0]


def check_version(request: Request, current: int, *, required: bool = False) -> None:
    """Raise 412 unless a request's ``If-Match`` names the current version; see ``matched_version`` if it has none."""
    if matched_version(request, current, required=required) != current:
        message = "The resource has changed since you read it. Read it again, and send its new ETag."
        raise Fault("version.changed", "If-Match", message, status.HTTP_412_PRECONDITION_FAILED)


@contextmanager
def matching_held(request: Request, held: AbstractContextManager[int], *, required: bool = False) -> Iterator[None]:
    """Write under a lock if the version matches ``If-Match``; a request without the header follows ``matched_version``.

    The version is compared under the lock, so that of two editors one is refused.
    """
    if not required and "If-Match" not in request.headers:
        yield
        return
    with held as version:
        check_version(request, version, required=required)
        yield

"""Reading what a program sends: JSON within a bound, and objects without unknown fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from common.api.errors import MAX_BODY, too_large
from common.openapi import Document
from rules.text import unusable


class BoundedJSONParser(BaseParser):
    """Reads JSON of at most ``MAX_BODY`` bytes; NaN, names that occur twice and endless nesting are refused."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value."""
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
    """What a program sends: fields that are not named here are refused."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values; unknown fields are a fault."""
        if isinstance(data, Mapping) and (unknown := sorted(str(name) for name in data if name not in self.fields)):
            raise serializers.ValidationError({unknown[0][:80]: ["There is no such field."]})
        return super().to_internal_value(data)


def read_body(body: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """Return the values of what a program sent; raise what is answered where they are not as ``body`` wants them."""
    found = body(data=data)
    found.is_valid(raise_exception=True)
    return dict(found.validated_data)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a value")


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name occurs twice in one object")
    return found

"""What every door for programs says of itself in the API's schema: documents, errors, and no made-up names.

The serializers here and in the rooms' ``api`` describe; reading and writing documents is the work of ``rules``.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiExample, OpenApiResponse
from rest_framework import serializers

from common.api import error_body


class Document(serializers.Serializer[Any]):
    """The shape of a document, for the API's schema: these fields and no other."""


class _DocumentSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call] # the base has no types
    target_class = Document
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call] # the base has no types
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False}


class ErrorDetailSerializer(Document):
    """What went wrong, where, and what was expected."""

    code = serializers.CharField(help_text="A stable word for programs, such as `document.missing`.")
    path = serializers.CharField(
        allow_blank=True, help_text="Where: `members[2].hero_points`, a parameter of the address, or nothing."
    )
    message = serializers.CharField(help_text="A sentence for people to read.")


class ErrorSerializer(Document):
    """Every answer that is an error has this shape."""

    error = ErrorDetailSerializer()


def error_answer(meaning: str, **example: str) -> OpenApiResponse:
    """Return what the API's schema says of an answer that is an error."""
    examples = [OpenApiExample(example["code"], value=error_body(**example))] if example else []
    return OpenApiResponse(ErrorSerializer, description=meaning, examples=examples)


THROTTLED = error_answer(
    "Too many requests; the Retry-After header says how many seconds to wait.",
    code="throttled",
    path="",
    message="Too many requests; try again in 12 seconds.",
)


def without_enum_ids(result: Any, **kwargs: Any) -> Any:
    """Take out the generator's own marks on lists of words; each list then stands where it is used, without a name."""
    if isinstance(result, dict):
        return {name: without_enum_ids(value) for name, value in result.items() if name != "x-spec-enum-id"}
    return [without_enum_ids(value) for value in result] if isinstance(result, list) else result

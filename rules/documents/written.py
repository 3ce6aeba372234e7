"""Documents that are only written, never read: what a value tells of itself, as its fields say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from rules.documents.records import document_fields


def written_document(value: Any) -> dict[str, Any]:
    """Return every field of a value as an object of JSON, in their order, but for those that are left out."""
    return {key: _written(getattr(value, name)) for name, key in _members(value.__class__)}


def _written(value: Any) -> Any:
    if is_dataclass(value):
        return written_document(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_written(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


@cache
def _members(kind: type[Any]) -> tuple[tuple[str, str], ...]:
    """Return the fields that are written, each with its name in documents."""
    return tuple((field.name, stands.key or field.name) for field, _, stands in document_fields(kind))

"""Documents that are only written, never read: what a value tells of itself, as its fields say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from rules.documents.records import InDocument


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
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for field in fields(kind):
        extras = get_args(hints[field.name])[1:] if get_origin(hints[field.name]) is Annotated else ()
        stands = next((extra for extra in extras if isinstance(extra, InDocument)), InDocument())
        if not stands.leave_out:
            found.append((field.name, stands.key or field.name))
    return tuple(found)

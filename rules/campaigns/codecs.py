"""Codecs for the parts of campaign events, beside those of changes: anything that a shape of documents can write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.building.codecs import Codec, part
from rules.documents import Fields
from rules.documents.shapes import Shape


@dataclass(frozen=True, slots=True)
class ShapeCodec(Codec[Any]):
    """The codec of a shape."""

    shape: Shape

    def to_document(self, value: Any) -> Any:
        """Return the value as its shape writes it."""
        return self.shape.write(value)

    def from_document(self, read: Fields, name: str) -> Any:
        """Read the value of a field as its shape does."""
        return self.shape.read(read, name)


def shaped(shape: Shape) -> Mapping[str, Codec[Any]]:
    """Return the metadata of a part with this shape."""
    return part(ShapeCodec(shape))

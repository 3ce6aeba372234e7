"""Shapes of the parts of events by metadata."""

from __future__ import annotations

from collections.abc import Mapping

from rules.documents.records import SHAPE
from rules.documents.shapes import Shape


def shaped(shape: Shape) -> Mapping[str, Shape]:
    """Return the metadata of a part with this shape."""
    return {SHAPE: shape}

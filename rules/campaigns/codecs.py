"""Codecs for the parts of campaign events, beside those of changes: anything that a shape of documents can write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.building.codecs import Codec, part
from rules.documents import Fields
from rules.documents.shapes import Shape
from rules.errors import RulesError
from rules.roster.documents import MAX_MEMBERS, member_from, members_from, roster_document
from rules.roster.model import Member, Roster


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


def _write_members(members: tuple[Member, ...]) -> Any:
    # A roster without ids would be given some.
    if any(not member.id for member in members):
        raise RulesError("A member of a campaign has an id.")
    return roster_document(Roster(members, play_mode="narrative"))["members"]


def _read_members(read: Fields, name: str) -> tuple[Member, ...]:
    fields = Fields({"members": list(read.sequence(name, high=MAX_MEMBERS))}, read.path)
    return members_from(fields, member_from)


MEMBERS_SHAPE = Shape(_write_members, _read_members, {"type": "array", "items": {"type": "object"}})
"""Members as a roster document writes them."""
MEMBERS = shaped(MEMBERS_SHAPE)

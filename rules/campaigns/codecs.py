"""Codecs for the parts of campaign events, beside those of changes: anything that a shape of documents can write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.building.codecs import Codec, ShapeCodec, part
from rules.documents import Fields
from rules.documents.shapes import Shape
from rules.errors import RulesError
from rules.roster.documents import MAX_MEMBERS, member_from, members_from, roster_document
from rules.roster.model import Member, Roster


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

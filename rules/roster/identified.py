"""Members with ids, in the form in which campaigns, battles and adventures write them."""

from __future__ import annotations

from typing import Annotated, Any

from rules.documents import Fields
from rules.documents.records import from_record
from rules.documents.shapes import Shape
from rules.errors import RulesError
from rules.roster.limits import MAX_MEMBERS
from rules.roster.model import MEMBERS, Member
from rules.roster.shapes import members_from


def _write_members(members: tuple[Member, ...]) -> Any:
    # A roster without ids would be given some.
    if any(not member.id for member in members):
        raise RulesError("A member of a campaign has an id.")
    return MEMBERS.write(members)


def _read_members(read: Fields, name: str) -> tuple[Member, ...]:
    fields = Fields({"members": list(read.sequence(name, high=MAX_MEMBERS))}, read.path)
    return members_from(fields, lambda item: from_record(item, Member))


IDENTIFIED_MEMBERS = Shape(_write_members, _read_members, {"type": "array", "items": {"type": "object"}})
"""Members as a roster document writes them."""
IdentifiedMembers = Annotated[tuple[Member, ...], IDENTIFIED_MEMBERS]

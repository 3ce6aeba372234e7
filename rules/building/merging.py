"""The parts of a warband that changes touch: a change of an older draft still fits if no other touched its parts."""

from collections.abc import Mapping
from dataclasses import fields, replace

from rules.building.draft import Draft
from rules.roster.model import Member, Roster

DraftPart = tuple[str, str]
"""A part of a draft: its kind, and the member that it belongs to, "" for the warband."""

ORDER: DraftPart = ("order", "")
"""The order of the members that stay."""
MEMBERS: DraftPart = ("members", "")
"""Who is a member."""


def touched_parts(before: Draft, after: Draft) -> frozenset[DraftPart]:
    """Return the parts in which two drafts differ. Someone who joins or leaves is touched in every part."""
    then, now = _members(before.roster), _members(after.roster)
    parts = {part for member in then.keys() | now.keys() for part in _member_parts(then.get(member), now.get(member))}
    parts |= {("note", member) for member in _different(before.member_notes, after.member_notes)}
    parts |= {("secret", member) for member in _different(_secrets(before), _secrets(after))}
    if then.keys() != now.keys():
        parts.add(MEMBERS)
    if [member for member in then if member in now] != [member for member in now if member in then]:
        parts.add(ORDER)
    if before.notes != after.notes:
        parts.add(("notes", ""))
    settings = [field.name for field in fields(Roster) if field.name != "members"]
    parts |= {(name, "") for name in settings if getattr(before.roster, name) != getattr(after.roster, name)}
    return frozenset(parts)


def contested_parts(before: Draft, after: Draft, others: frozenset[DraftPart]) -> frozenset[DraftPart]:
    """Return the parts that a change from ``before`` to ``after`` touches and that ``others`` touched meanwhile.

    Two changes may both add or dismiss members; a change of their order needs the members that it was made for.
    """
    parts = touched_parts(before, after)
    return (parts | {MEMBERS} if ORDER in parts else parts - {MEMBERS}) & others


def _members(roster: Roster) -> dict[str, Member]:
    return {member.id: member for member in roster.members}


def _member_parts(before: Member | None, after: Member | None) -> set[DraftPart]:
    if before is None or after is None:
        member = (before or after or Member("")).id
        return {("member", member), ("name", member), ("note", member), ("secret", member)}
    parts: set[DraftPart] = set()
    if before.name != after.name:
        parts.add(("name", after.id))
    if replace(before, name="") != replace(after, name=""):
        parts.add(("member", after.id))
    return parts


def _secrets(draft: Draft) -> dict[str, tuple[object, ...]]:
    return {
        member.id: tuple(secret for secret in draft.secrets if secret.member == member.id)
        for member in draft.roster.members
    }


def _different(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    return {member for member in before.keys() | after.keys() if before.get(member) != after.get(member)}

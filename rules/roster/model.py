"""The roster: a warband as its player wrote it down, legal or not.

A roster names creatures, upgrades and items by key and knows no points: what the keys mean, and whether all of it may
take the field, is for ``rules.legality`` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from rules.alignment import ALIGNMENT_CODES, alignment
from rules.cards.model import Card
from rules.documents import Fields, fail
from rules.documents.records import NEEDED, WRITTEN, InDocument, from_record, to_record
from rules.documents.shapes import (
    REQUIRED,
    Shape,
    choice,
    integer,
    null_means,
    number,
    one_line,
    optional_line,
    or_null,
)
from rules.errors import RulesError
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.limits import MAX_BOUGHT, MAX_KEY, MAX_NUMBER, MAX_REASON, MAX_SOURCES
from rules.roster.shapes import (
    COLLECTION,
    PLAY_MODE,
    POINTS_LIMIT,
    ROSTER_CARDS,
    checked_key,
    key_list,
    members_from,
    reference,
)
from rules.tables.play_modes import PlayMode, play_mode

RosterKey = Annotated[str, one_line(MAX_KEY, low=1)]
RosterName = Annotated[str, one_line(MAX_ROSTER_NAME), WRITTEN]
MemberKeys = Annotated[tuple[str, ...], key_list(MAX_BOUGHT), WRITTEN]


@dataclass(frozen=True, slots=True)
class ItemChoice:
    """An item that a member carries, with the choice that some items ask for (the weapon, the spell)."""

    item: RosterKey
    choice: Annotated[str | None, reference(MAX_KEY)] = None


def _write_items(items: Iterable[ItemChoice]) -> Any:
    return [carried.item if carried.choice is None else to_record(carried) for carried in items]


def _read_items(read: Fields, name: str) -> tuple[ItemChoice, ...]:
    values = read.sequence(name, high=MAX_BOUGHT)
    return tuple(_item(value, f"{read.at(name)}[{index}]") for index, value in enumerate(values))


def _item(value: object, path: str) -> ItemChoice:
    if isinstance(value, str):
        return ItemChoice(checked_key(value, path))
    if not isinstance(value, Mapping):
        fail("document.type", path, "Expected the key of an item, or an object with “item” and “choice”.")
    return from_record(Fields(value, path), ItemChoice)


ITEMS = Shape(_write_items, _read_items, {"type": "array", "items": {"type": ["string", "object"]}})
"""Items as a roster has them: by their keys, or as objects where they have a choice."""


@dataclass(frozen=True, slots=True)
class Member:
    """One creature of a warband and everything bought for it.

    ``creature``, ``upgrades``, ``items`` and ``positioning`` are keys. ``minion_of`` is the id of the member whose
    card starts with this one; ``revision`` pins the card to one of its revisions (None: the current one).

    Raises ``RulesError`` for a negative number of hero points.
    """

    creature: Annotated[RosterKey, InDocument(after="id")]
    id: Annotated[str, null_means("", optional_line(MAX_ROSTER_NAME)), WRITTEN] = ""
    name: RosterName = ""
    upgrades: MemberKeys = ()
    items: Annotated[tuple[ItemChoice, ...], ITEMS, WRITTEN] = ()
    positioning: MemberKeys = ()
    hero_points: Annotated[int, integer(0, MAX_NUMBER), WRITTEN] = 0
    minion_of: Annotated[str | None, reference(MAX_ROSTER_NAME)] = None
    revision: Annotated[int | None, number(0, MAX_NUMBER)] = None

    def __post_init__(self) -> None:
        if self.hero_points < 0:
            raise RulesError(f"A creature cannot have {self.hero_points} hero points.")

    @property
    def bought(self) -> int:
        """How many upgrades, items and positioning upgrades it has."""
        return len(self.upgrades) + len(self.items) + len(self.positioning)


def _write_members(members: Iterable[Member]) -> Any:
    return [to_record(member) for member in members]


MEMBERS = Shape(
    _write_members,
    lambda fields, _: members_from(fields, lambda item: from_record(item, Member)),
    {"type": "array", "items": {"type": "object"}},
)


@dataclass(frozen=True, slots=True)
class Override:
    """A problem that the table agreed to live with: its code, why, and whose problem it is (None: anybody's)."""

    code: RosterKey
    reason: Annotated[str, one_line(MAX_REASON), WRITTEN] = ""
    member: Annotated[str | None, optional_line(MAX_ROSTER_NAME)] = None


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the players agreed on beyond the rulebook; None restricts nothing.

    ``sources`` are the only ones that creatures may come from; ``banned`` are keys of creatures.
    """

    sources: Annotated[tuple[str, ...] | None, or_null(key_list(MAX_SOURCES)), WRITTEN] = None
    banned: Annotated[tuple[str, ...], null_means((), or_null(key_list())), WRITTEN] = ()
    max_items_per_member: Annotated[int | None, number(0, MAX_NUMBER), WRITTEN] = None


@dataclass(frozen=True, slots=True)
class Roster:
    """A warband: how it is played, its limits, its members and what its players agreed on.

    ``points_limit`` is in points; None where none was agreed on. ``alignment`` is a code such as ``LE``.
    ``collection`` says how many miniatures of each creature the player owns. ``cards`` are homebrew that travels with
    the roster and stands before the rulebook's cards. Members without an id are given ``m1``, ``m2`` and so on.

    Raises ``RulesError`` for an unknown play mode or alignment, a negative limit, and two members with the same id.
    """

    members: Annotated[tuple[Member, ...], MEMBERS, InDocument(default=REQUIRED, after="alignment")] = ()
    name: RosterName = ""
    play_mode: Annotated[str, PLAY_MODE, NEEDED] = "limited"
    points_limit: Annotated[int | None, POINTS_LIMIT, NEEDED] = None
    alignment: Annotated[str | None, choice(ALIGNMENT_CODES), WRITTEN] = None
    collection: Annotated[Mapping[str, int] | None, COLLECTION] = field(default=None, hash=False)
    house_rules: HouseRules | None = None
    overrides: Annotated[tuple[Override, ...], WRITTEN] = ()
    cards: Annotated[tuple[Card, ...], ROSTER_CARDS] = field(default=(), hash=False)

    def __post_init__(self) -> None:
        play_mode(self.play_mode)
        if self.alignment is not None:
            alignment(self.alignment)
        if self.points_limit is not None and self.points_limit < 0:
            raise RulesError(f"A points limit cannot be {self.points_limit}.")
        object.__setattr__(self, "members", identified(self.members))
        if len({member.id for member in self.members}) != len(self.members):
            raise RulesError("Two members of the roster have the same id.")

    @property
    def mode(self) -> PlayMode:
        """The play mode, with the limits that it sets."""
        return play_mode(self.play_mode)

    def member(self, member_id: str) -> Member:
        """Return the member of that id; raise ``RulesError`` when there is none."""
        for member in self.members:
            if member.id == member_id:
                return member
        raise RulesError(f"The roster has no member {member_id!r}.")


def identified(members: Iterable[Member]) -> tuple[Member, ...]:
    """Return the members, those without an id numbered by their place: the third is ``m3`` unless that is taken."""
    members = tuple(members)
    taken = {member.id for member in members}
    if "" not in taken:
        return members
    named, spare = [], len(members)
    for place, member in enumerate(members, start=1):
        if member.id:
            named.append(member)
            continue
        own = f"m{place}"
        while own in taken:
            spare += 1
            own = f"m{spare}"
        taken.add(own)
        named.append(replace(member, id=own))
    return tuple(named)

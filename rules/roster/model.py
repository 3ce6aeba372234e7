"""The roster: a warband as its player wrote it down, legal or not.

A roster names creatures, upgrades and items by key and knows no points: what the keys mean, and whether all of it may
take the field, is for ``rules.legality`` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.alignment import alignment
from rules.cards.model import Card
from rules.errors import RulesError
from rules.tables.play_modes import PlayMode, play_mode


@dataclass(frozen=True, slots=True)
class ItemChoice:
    """An item that a member carries, with the choice that some items ask for (the weapon, the spell)."""

    item: str
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """One creature of a warband and everything bought for it.

    ``creature``, ``upgrades``, ``items`` and ``positioning`` are keys. ``minion_of`` is the id of the member whose
    card starts with this one; ``revision`` pins the card to one of its revisions (None: the current one).

    Raises ``RulesError`` for a negative number of hero points.
    """

    creature: str
    id: str = ""
    name: str = ""
    upgrades: tuple[str, ...] = ()
    items: tuple[ItemChoice, ...] = ()
    positioning: tuple[str, ...] = ()
    hero_points: int = 0
    minion_of: str | None = None
    revision: int | None = None

    def __post_init__(self) -> None:
        if self.hero_points < 0:
            raise RulesError(f"A creature cannot have {self.hero_points} hero points.")


@dataclass(frozen=True, slots=True)
class Override:
    """A problem that the table agreed to live with: its code, why, and whose problem it is (None: anybody's)."""

    code: str
    reason: str = ""
    member: str | None = None


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the players agreed on beyond the rulebook; None restricts nothing.

    ``sources`` are the only ones that creatures may come from; ``banned`` are keys of creatures.
    """

    sources: tuple[str, ...] | None = None
    banned: tuple[str, ...] = ()
    max_items_per_member: int | None = None


@dataclass(frozen=True, slots=True)
class Roster:
    """A warband: how it is played, its limits, its members and what its players agreed on.

    ``points_limit`` is in points; None where none was agreed on. ``alignment`` is a code such as ``LE``.
    ``collection`` says how many miniatures of each creature the player owns. ``cards`` are homebrew that travels with
    the roster and stands before the rulebook's cards. Members without an id are given ``m1``, ``m2`` and so on.

    Raises ``RulesError`` for an unknown play mode or alignment, a negative limit, and two members with the same id.
    """

    members: tuple[Member, ...] = ()
    name: str = ""
    play_mode: str = "limited"
    points_limit: int | None = None
    alignment: str | None = None
    collection: Mapping[str, int] | None = field(default=None, hash=False)
    house_rules: HouseRules | None = None
    overrides: tuple[Override, ...] = ()
    cards: tuple[Card, ...] = field(default=(), hash=False)

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

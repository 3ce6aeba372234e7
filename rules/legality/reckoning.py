"""A roster added up: each member beside its card, its items and its points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.cards.model import Card
from rules.items import Item
from rules.legality.problem import Subject, SubjectKind
from rules.legality.rulebook import Rulebook
from rules.roster.commands import free_minions
from rules.roster.model import ItemChoice, Member, Roster


class Line(NamedTuple):
    """One member with what its keys mean and what it costs, in points.

    ``place`` is the member's in the roster, from 0. ``card`` is None for an unknown creature, an item's second part
    None for an unknown item. ``free`` marks a minion that its commander starts with.
    """

    place: int
    member: Member
    card: Card | None
    items: tuple[tuple[ItemChoice, Item | None], ...]
    points: int
    base_points: int
    extras_points: int
    free: bool

    @property
    def name(self) -> str:
        """What a player calls the member: ``Kobold Warrior``, or ``Snik (Kobold Warrior)`` when it has a name."""
        creature = self.card.name if self.card else f"“{self.member.creature}”"
        own = self.member.name
        return f"{own} ({creature})" if own and own != creature else creature

    def subject(self, kind: SubjectKind = "member", key: str | None = None) -> Subject:
        """Return the member, or one of its upgrades or items, as the subject of a problem."""
        return Subject(kind, self.place, self.member.id, key)

    def carries_at(self, item: str) -> tuple[int, ...]:
        """Return the places at which an item stands among those that the member carries."""
        return tuple([place for place, (choice, _) in enumerate(self.items) if choice.item == item])


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A roster with everything looked up and added up: what every rule of legality reads.

    ``limit`` is the points limit that counts, None where the play mode has none; ``limits_alignment`` whether the
    warband's alignment decides whom it may take.
    """

    roster: Roster
    rulebook: Rulebook
    lines: tuple[Line, ...]
    points: int
    limit: int | None
    limits_alignment: bool


def reckon(roster: Roster, rulebook: Rulebook) -> Reckoning:
    """Return the roster added up. What nobody knows costs nothing."""
    mode = roster.mode
    if roster.cards:
        rulebook = rulebook.with_cards(roster.cards)
    members = roster.members
    cards = [rulebook.card(member.creature, member.revision) for member in members]
    free = free_minions(members, cards)
    lines = tuple(
        _line(place, member, card, rulebook, member.id in free)
        for place, (member, card) in enumerate(zip(members, cards, strict=True))
    )
    return Reckoning(
        roster=roster,
        rulebook=rulebook,
        lines=lines,
        points=sum([line.points for line in lines]),
        limit=roster.points_limit if mode.points_limit else None,
        limits_alignment=limits_alignment(roster),
    )


def limits_alignment(roster: Roster) -> bool:
    """Say whether the warband's alignment decides whom it may take."""
    # Limited play asks for an alignment; a campaign holds to one only where the warband has it. Building a warband,
    # "Alignments"; ruling 12.
    return roster.mode.alignment == "required" or (roster.mode.alignment == "if given" and bool(roster.alignment))


def _line(place: int, member: Member, card: Card | None, rulebook: Rulebook, free: bool) -> Line:
    # A member costs its level's points and its level's upgrade cost for every upgrade, item, positioning upgrade and
    # hero point, also for those that it should not have. A minion that comes with its commander costs only its
    # extras. Building a warband, "Points by level" and "Upgrades"; "Commander"; ruling 3.
    items = tuple([(choice, rulebook.items.get(choice.item)) for choice in member.items]) if member.items else ()
    if card is None:
        return Line(place, member, None, items, 0, 0, 0, free)
    bought = member.hero_points
    if member.upgrades:
        bought += sum([key in card.upgrades for key in member.upgrades])
    if items:
        bought += sum([item is not None for _, item in items])
    if member.positioning:
        bought += sum([key in rulebook.positioning for key in member.positioning])
    base = 0 if free else card.points
    extras = bought * card.upgrade_cost
    return Line(place, member, card, items, base + extras, base, extras, free)

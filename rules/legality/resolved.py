"""A roster with every key looked up and every point added up: what rules of legality read, and problems are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.cards.model import Card
from rules.items import Item
from rules.legality.rulebook import Rulebook
from rules.roster.commands import free_minions
from rules.roster.model import ItemChoice, Member, Roster

SubjectKind = Literal["roster", "member", "upgrade", "item"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a problem is about: the roster, a member, or an upgrade or item of a member.

    ``index`` is the member's place in the roster, counted from 0; ``id`` the member's; ``key`` the upgrade's (a
    positioning upgrade is one too) or the item's.
    """

    kind: SubjectKind
    index: int | None = None
    id: str | None = None
    key: str | None = None


ROSTER = Subject("roster")


class ResolvedMember(NamedTuple):
    """A member of a roster with what its keys mean and what it costs, in points.

    ``place`` is the member's in the roster, from 0. ``card`` is None for an unknown creature, the second part
    of an item None for an unknown item. ``is_free`` marks a minion that its commander starts with.
    """

    place: int
    member: Member
    card: Card | None
    items: tuple[tuple[ItemChoice, Item | None], ...]
    points: int
    base_points: int
    extras_points: int
    is_free: bool

    @property
    def id(self) -> str:
        """The member's id."""
        return self.member.id

    @property
    def creature(self) -> str:
        """The name of the member's creature; of an unknown one the key in quotation marks."""
        return self.card.name if self.card else f"“{self.member.creature}”"

    @property
    def name(self) -> str:
        """What a player calls the member: ``Kobold Warrior``, or ``Snik (Kobold Warrior)`` when it has a name."""
        creature, own = self.creature, self.member.name
        return f"{own} ({creature})" if own and own != creature else creature

    @property
    def short_name(self) -> str:
        """The member's own name, or else its creature's."""
        return self.member.name or self.creature

    def subject(self, kind: SubjectKind = "member", key: str | None = None) -> Subject:
        """Return the member, or one of its upgrades or items, as the subject of a problem."""
        return Subject(kind, self.place, self.member.id, key)

    def item_places(self, item: str) -> tuple[int, ...]:
        """Return the places at which an item stands among those that the member carries."""
        return tuple([place for place, (choice, _) in enumerate(self.items) if choice.item == item])


@dataclass(frozen=True, slots=True)
class ResolvedRoster:
    """A roster with everything looked up and added up.

    ``rulebook`` includes the roster's own cards. ``limit`` is the points limit that counts, None where the play mode
    has none; ``limits_alignment`` tells whether the warband's alignment decides which creatures it may take.
    """

    roster: Roster
    rulebook: Rulebook
    members: tuple[ResolvedMember, ...]
    points: int
    limit: int | None
    limits_alignment: bool

    def member(self, member_id: str | None) -> ResolvedMember | None:
        """Return the member of that id, None when there is none."""
        return next((member for member in self.members if member.member.id == member_id), None)


def resolve(roster: Roster, rulebook: Rulebook) -> ResolvedRoster:
    """Look a roster up and add up its points; unknown creatures, upgrades and items cost 0 points. Never raises."""
    mode = roster.mode
    if roster.cards:
        rulebook = rulebook.with_cards(roster.cards)
    members = roster.members
    cards = [rulebook.member_card(member) for member in members]
    free = free_minions(members, cards)
    resolved = tuple(
        _member(place, member, card, rulebook, member.id in free)
        for place, (member, card) in enumerate(zip(members, cards, strict=True))
    )
    return ResolvedRoster(
        roster=roster,
        rulebook=rulebook,
        members=resolved,
        points=sum([resolved_member.points for resolved_member in resolved]),
        limit=roster.points_limit if mode.points_limit else None,
        limits_alignment=limits_alignment(roster),
    )


def limits_alignment(roster: Roster) -> bool:
    """Return True if the warband's alignment decides which creatures it may take."""
    # Limited play asks for an alignment; a campaign holds to one only where the warband has it. Building a warband,
    # "Alignments"; ruling 12.
    return roster.mode.alignment == "required" or (roster.mode.alignment == "if given" and bool(roster.alignment))


def _member(place: int, member: Member, card: Card | None, rulebook: Rulebook, is_free: bool) -> ResolvedMember:
    # A member costs its level's points and its level's upgrade cost for every upgrade, item, positioning upgrade and
    # hero point, also for those that it should not have. A minion that comes with its commander costs only its
    # extras. Building a warband, "Points by level" and "Upgrades"; "Commander"; ruling 3.
    items = tuple([(choice, rulebook.items.get(choice.item)) for choice in member.items]) if member.items else ()
    if card is None:
        return ResolvedMember(place, member, None, items, 0, 0, 0, is_free)
    bought = member.hero_points
    if member.upgrades:
        bought += sum([key in card.upgrades for key in member.upgrades])
    if items:
        bought += sum([item is not None for _, item in items])
    if member.positioning:
        bought += sum([key in rulebook.positioning for key in member.positioning])
    base = 0 if is_free else card.points
    extras = bought * card.upgrade_cost
    return ResolvedMember(place, member, card, items, base + extras, base, extras, is_free)

"""The rulebook that a roster is checked against, and the roster with every key resolved and every point added up.

Homebrew stays private until its license is named.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from rules.cards.model import HOMEBREW_MARK, Card, is_named_license
from rules.items import ITEMS
from rules.items.item import Item
from rules.roster.commands import free_minions
from rules.roster.model import ItemChoice, Member, Roster
from rules.tables.positioning import POSITIONING_UPGRADES, PositioningUpgrade
from rules.text import numbered_name, slug

BUILT_IN_ITEMS: Mapping[str, Item] = {item.key: item for item in ITEMS}
BUILT_IN_POSITIONING: Mapping[str, PositioningUpgrade] = {row.key: row for row in POSITIONING_UPGRADES}


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that a roster's keys can mean.

    ``cards`` are the current revisions by key; ``revisions`` are earlier ones, by key and number, for members that are
    pinned to them. Items and positioning upgrades are the built-in ones by default. ``sources`` are the names of
    creatures' sources, by key; ``emblems`` name the pictures that editors chose for creatures, by key. ``member_cards``
    are own cards of members of one roster, by the member's id, such as the card of a career; ``member_numbers``
    distinguish namesakes among them.
    """

    cards: Mapping[str, Card]
    items: Mapping[str, Item] = field(default_factory=lambda: BUILT_IN_ITEMS)
    positioning: Mapping[str, PositioningUpgrade] = field(default_factory=lambda: BUILT_IN_POSITIONING)
    revisions: Mapping[tuple[str, int], Card] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    emblems: Mapping[str, str] = field(default_factory=dict)
    member_cards: Mapping[str, Card] = field(default_factory=dict)
    member_numbers: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, *cards: Card) -> Rulebook:
        """Return a rulebook of these cards with the built-in items and positioning upgrades."""
        return cls({card.key: card for card in cards})

    def card(self, key: str, revision: int | None = None) -> Card | None:
        """Return the card with that key, None if there is none.

        An unknown revision gives the current card; the card's own ``revision`` says which one it is.
        """
        card = self.cards.get(key)
        if revision is None or (card is not None and card.revision == revision):
            return card
        return self.revisions.get((key, revision), card)

    def member_card(self, member: Member) -> Card | None:
        """Return the card of a member: its own if it has one, otherwise its creature's; None if there is none."""
        if self.member_cards:
            own = self.member_cards.get(member.id)
            # A member that has become another creature does not take its card along.
            if own is not None and own.key == member.creature:
                return own
        return self.card(member.creature, member.revision)

    def source_name(self, key: str) -> str:
        """Return a source's name, or its key if the name is unknown."""
        return self.sources.get(key, key)

    def with_member_cards(self, cards: Mapping[str, Card], numbers: Mapping[str, int] | None = None) -> Rulebook:
        """Return the rulebook with cards for single members, by the member's id; others keep their creature's card.

        ``numbers`` distinguish members from their namesakes.
        """
        member_numbers = {**self.member_numbers, **(numbers or {})}
        return replace(self, member_cards={**self.member_cards, **cards}, member_numbers=member_numbers)

    def with_cards(self, cards: Iterable[Card]) -> Rulebook:
        """Return the rulebook with more cards, which replace those with the same key."""
        return replace(self, cards={**self.cards, **{card.key: card for card in cards}})


def meant_key(written: str, known: Container[str]) -> str | None:
    """Return the key of a name that was written in place of a key, None for an unknown name."""
    key = slug(written)
    return key if key in known else None


NAME_IT_FIRST = "Name its license on its page first, then take its new revision."


def is_unlicensed_homebrew(key: str, card: Card) -> bool:
    """Return True if a card, by its key, is homebrew with an unknown license."""
    return HOMEBREW_MARK in key and not is_named_license(card.license)


def private_homebrew(members: Iterable[Member], rulebook: Rulebook) -> Iterator[tuple[Member, Card]]:
    """Yield the members with cards that only their owner may see."""
    for member in members:
        if HOMEBREW_MARK in member.creature:
            card = rulebook.member_card(member)
            if card is not None and is_unlicensed_homebrew(member.creature, card):
                yield member, card


def describe_private(card: Card) -> str:
    """Return why homebrew with an unknown license cannot be played before others."""
    return f"“{card.name}” has no named license, so others in the campaign may not see it. {NAME_IT_FIRST}"


SubjectKind = Literal["roster", "member", "upgrade", "item"]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a problem: the roster, a member, or an upgrade or item of a member.

    ``index`` is the member's place in the roster, from 0; ``id`` the member's id; ``key`` that of the upgrade
    (including positioning upgrades) or the item.
    """

    kind: SubjectKind
    index: int | None = None
    id: str | None = None
    key: str | None = None


ROSTER = Subject("roster")


class ResolvedMember(NamedTuple):
    """A resolved member of a roster with its cost, in points.

    ``place`` is the member's in the roster, from 0. ``card`` is None for an unknown creature, the second part of an
    item None for an unknown item. ``is_free`` marks a minion that its commander starts with. ``number`` distinguishes
    it from its namesakes, 0 if there is none.
    """

    place: int
    member: Member
    card: Card | None
    items: tuple[tuple[ItemChoice, Item | None], ...]
    points: int
    base_points: int
    extras_points: int
    is_free: bool
    number: int = 0

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
        """The member's name for players: ``Kobold Warrior 2``, or ``Snik (Kobold Warrior)`` if it has a name."""
        creature, own = self.creature, self.member.name
        return f"{self.short_name} ({creature})" if own and own != creature else self.short_name

    @property
    def short_name(self) -> str:
        """The member's own name, or else its creature's."""
        return numbered_name(self.member.name or self.creature, self.number)

    def subject(self, kind: SubjectKind = "member", key: str | None = None) -> Subject:
        """Return the member, or one of its upgrades or items, as the subject of a problem."""
        return Subject(kind, self.place, self.member.id, key)

    def item_places(self, item: str) -> tuple[int, ...]:
        """Return the places of an item among those that the member carries."""
        return tuple([place for place, (choice, _) in enumerate(self.items) if choice.item == item])


@dataclass(frozen=True, slots=True)
class ResolvedRoster:
    """A resolved roster with its points.

    ``rulebook`` includes the roster's own cards. ``limit`` is the points limit that counts, None if the play mode has
    none; ``limits_alignment`` is True if the warband's alignment decides which creatures it may take.
    """

    roster: Roster
    rulebook: Rulebook
    members: tuple[ResolvedMember, ...]
    points: int
    limit: int | None
    limits_alignment: bool

    def member(self, member_id: str | None) -> ResolvedMember | None:
        """Return the member with that id, None if there is none."""
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
    number = rulebook.member_numbers.get(member.id, 0) if rulebook.member_numbers else 0
    if card is None:
        return ResolvedMember(place, member, None, items, 0, 0, 0, is_free, number)
    bought = member.hero_points
    if member.upgrades:
        bought += sum([key in card.upgrades for key in member.upgrades])
    if items:
        bought += sum([item is not None for _, item in items])
    if member.positioning:
        bought += sum([key in rulebook.positioning for key in member.positioning])
    base = 0 if is_free else card.points
    extras = bought * card.upgrade_cost
    return ResolvedMember(place, member, card, items, base + extras, base, extras, is_free, number)

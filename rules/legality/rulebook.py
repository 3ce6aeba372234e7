"""The rulebook that a roster is held against, and homebrew that stays private until its license is named."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.cards.model import HOMEBREW_MARK, Card, is_named_license
from rules.items import ITEMS, Item
from rules.roster.model import Member
from rules.tables.positioning import POSITIONING_UPGRADES, PositioningUpgrade
from rules.text import slug

BUILT_IN_ITEMS: Mapping[str, Item] = {item.key: item for item in ITEMS}
BUILT_IN_POSITIONING: Mapping[str, PositioningUpgrade] = {row.key: row for row in POSITIONING_UPGRADES}


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that a roster's keys can mean.

    ``cards`` are the current revisions by key; ``revisions`` are earlier ones, by key and number, for members that
    are pinned to them. Items and positioning upgrades are the built-in ones unless others are given. ``sources`` are
    what players call the sources of creatures, by key; ``emblems`` name the pictures that editors chose for creatures,
    by key. ``member_cards`` are cards that members of one roster have for themselves, by the member's id, such as the
    card that a career has made.
    """

    cards: Mapping[str, Card]
    items: Mapping[str, Item] = field(default_factory=lambda: BUILT_IN_ITEMS)
    positioning: Mapping[str, PositioningUpgrade] = field(default_factory=lambda: BUILT_IN_POSITIONING)
    revisions: Mapping[tuple[str, int], Card] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    emblems: Mapping[str, str] = field(default_factory=dict)
    member_cards: Mapping[str, Card] = field(default_factory=dict)

    @classmethod
    def of(cls, *cards: Card) -> Rulebook:
        """Return a rulebook of these cards with the built-in items and positioning upgrades."""
        return cls({card.key: card for card in cards})

    def card(self, key: str, revision: int | None = None) -> Card | None:
        """Return the card of that key, None when there is none.

        An unknown revision gives the current card; the card's own ``revision`` tells which one it is.
        """
        card = self.cards.get(key)
        if revision is None or (card is not None and card.revision == revision):
            return card
        return self.revisions.get((key, revision), card)

    def member_card(self, member: Member) -> Card | None:
        """Return the card of a member: its own where it has one, else its creature's; None when there is none."""
        if self.member_cards:
            own = self.member_cards.get(member.id)
            # A member that has become another creature does not take its card along.
            if own is not None and own.key == member.creature:
                return own
        return self.card(member.creature, member.revision)

    def source_name(self, key: str) -> str:
        """Return what players call a source; its key where no name is known."""
        return self.sources.get(key, key)

    def with_member_cards(self, cards: Mapping[str, Card]) -> Rulebook:
        """Return the rulebook with cards for single members, by the member's id; others keep their creature's card."""
        return replace(self, member_cards={**self.member_cards, **cards})

    def with_cards(self, cards: Iterable[Card]) -> Rulebook:
        """Return the rulebook with more cards; where a key is there already, the new card stands."""
        return replace(self, cards={**self.cards, **{card.key: card for card in cards}})


def meant_key(written: str, known: Container[str]) -> str | None:
    """Return the key of a name that was written in place of a key, None for an unknown name."""
    key = slug(written)
    return key if key in known else None


NAME_IT_FIRST = "Name its license on its page first, then take its new revision."


def is_unlicensed_homebrew(key: str, card: Card) -> bool:
    """Return True if a card, known by its key, is homebrew whose license is unknown."""
    return HOMEBREW_MARK in key and not is_named_license(card.license)


def private_homebrew(members: Iterable[Member], rulebook: Rulebook) -> Iterator[tuple[Member, Card]]:
    """Yield the members with cards that only their owner may see."""
    for member in members:
        if HOMEBREW_MARK in member.creature:
            card = rulebook.member_card(member)
            if card is not None and is_unlicensed_homebrew(member.creature, card):
                yield member, card


def describe_private(card: Card) -> str:
    """Say why homebrew of unknown license does not play before others."""
    return f"“{card.name}” has no named license, so others in the campaign may not see it. {NAME_IT_FIRST}"

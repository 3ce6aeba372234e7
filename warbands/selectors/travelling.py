"""A roster as it travels: with the cards of the homebrew that its members use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from compendium.selectors.creature_list import creatures
from compendium.selectors.rulebook import rulebook_get
from rules.cards import Card
from rules.cards.origins import HOMEBREW_MARK
from rules.legality import Rulebook
from rules.roster import Roster
from rules.roster.model import Member


def roster_with_homebrew(roster: Roster) -> Roster:
    """Return a roster with the cards of its members' homebrew, as they pinned them; no query where there is none.

    Members of one creature that pinned different revisions get cards of different keys: a document has one card a key.
    """
    own = {card.key for card in roster.cards}
    marked = {member.creature for member in roster.members if HOMEBREW_MARK in member.creature} - own
    if not marked:
        return roster
    marked -= set(creatures().filter(key__in=marked).values_list("key", flat=True))
    pins = {(one.creature, one.revision) for one in roster.members if one.creature in marked and one.revision}
    book = rulebook_get(creatures=marked, items=(), revisions=pins)
    cards: dict[str, Card] = {}
    members = tuple(
        _with_card(member, book, cards) if member.creature in marked else member for member in roster.members
    )
    cards |= {card.key: card for card in _minions(cards, book)}
    return replace(roster, members=members, cards=(*roster.cards, *cards.values()))


def _with_card(member: Member, book: Rulebook, cards: dict[str, Card]) -> Member:
    """Return a member under the key that its card has in the document, and add the card to ``cards``."""
    card = book.card(member.creature, member.revision)
    if card is None:
        return member
    key = card.key
    if cards.setdefault(key, card) != card:
        key = f"{card.key}-{card.revision}"
        cards.setdefault(key, replace(card, key=key))
    return replace(member, creature=key)


def _minions(cards: dict[str, Card], book: Rulebook) -> Iterator[Card]:
    """Yield the cards of homebrew that these cards start with and that no member is."""
    for card in list(cards.values()):
        for key in card.starts_with:
            if HOMEBREW_MARK in key and key not in cards and (minion := book.card(key)) is not None:
                yield minion

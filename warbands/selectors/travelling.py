"""A roster as it travels: with the cards of the homebrew that its members use."""

from __future__ import annotations

from dataclasses import replace

from accounts.models import Owner
from compendium.selectors.creature_list import creatures
from compendium.selectors.homebrew import closed_keys, homebrew_keys
from compendium.selectors.rulebook import rulebook_get
from rules.cards import Card
from rules.cards.origins import HOMEBREW_MARK
from rules.legality import Rulebook
from rules.roster import Roster
from rules.roster.model import Member


def roster_with_homebrew(roster: Roster, reader: Owner) -> Roster:
    """Return a roster with the cards of its members' homebrew, as they pinned them; no query where there is none.

    The homebrew that these cards start with comes along, and what that starts with in turn, but for what ``reader`` may
    not see: no one, where the roster is for everybody.

    Members of one creature that pinned different revisions get cards of different keys: a document has one card a key.
    """
    own = {card.key for card in roster.cards}
    marked = {member.creature for member in roster.members if HOMEBREW_MARK in member.creature} - own
    if not marked:
        return roster
    marked -= set(creatures().filter(key__in=marked).values_list("key", flat=True))
    pins = {
        (member.creature, member.revision) for member in roster.members if member.creature in marked and member.revision
    }
    book = rulebook_get(creatures=marked, items=(), revisions=pins)
    cards: dict[str, Card] = {}
    members = tuple(
        _with_card(member, book, cards) if member.creature in marked else member for member in roster.members
    )
    _add_minions(cards, reader)
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


def _add_minions(cards: dict[str, Card], reader: Owner) -> None:
    """Add the homebrew that cards start with and that no member is; what ``reader`` may not see is left out of them.

    A query and a rulebook for each step of command.
    """
    asked: set[str] = set()
    while wanted := homebrew_keys({key for card in cards.values() for key in card.starts_with}) - cards.keys() - asked:
        asked |= wanted
        book = rulebook_get(creatures=wanted - closed_keys(reader, wanted), items=())
        found = (book.card(key) for key in sorted(wanted))
        cards |= {card.key: card for card in found if card is not None}
    missing = asked - cards.keys()
    for key, card in cards.items():
        if not missing.isdisjoint(card.starts_with):
            cards[key] = replace(card, starts_with=tuple(start for start in card.starts_with if start not in missing))

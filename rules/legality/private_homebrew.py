"""Homebrew whose license is unknown: it stays private until somebody names one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.cards import Card
from rules.cards.origins import HOMEBREW_MARK, is_named_license
from rules.legality.rulebook import Rulebook
from rules.roster.model import Member

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

"""The choices for an item that asks for a weapon, a spell or a damage type."""

from __future__ import annotations

from functools import cache

from rules import spells
from rules.cards.model import Card
from rules.items.item import Item


def choices_for(item: Item, card: Card | None, upgrades: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return what can be chosen for an item, each once; empty if it asks for nothing or the carrier is unknown.

    ``card`` is its carrier's, None if it is unknown, and ``upgrades`` the keys of what its carrier bought. Any other
    words are as legal as these.
    """
    # A weapon is one of the carrier's own strikes, a spell is of one of the item's ranks and of any tradition, and a
    # damage type is one that the item lists. Appendix "Items".
    if item.options:
        return item.options
    match item.choice:
        case "weapon":
            names = [feature.name for feature in card.features_with(upgrades) if feature.strike] if card else []
        case "spell":
            return _spell_names(frozenset(item.spell_ranks))
        case _:
            names = []
    return tuple(dict.fromkeys(names))


@cache
def _spell_names(ranks: frozenset[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sorted(spell.name for spell in spells.SPELLS if spell.rank in ranks)))


def is_agreed_choice(choice: str | None, item: Item, card: Card, upgrades: tuple[str, ...]) -> bool:
    """Return True for a choice in words of its own, which the table has to agree to."""
    return bool(choice) and choice not in choices_for(item, card, upgrades)

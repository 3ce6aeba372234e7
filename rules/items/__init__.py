"""Items: what creatures may carry into a game, and who can use it.

``item`` has the noun and its rules, ``choosing`` what its player can choose; ``rulebook`` the items of the rulebook's
appendix, ``later`` those of later public material. An item costs one upgrade of its carrier's level: no item has a
price of its own.
Rulebook: "Appendix: Items".
"""

from __future__ import annotations

from rules.errors import RulesError
from rules.items.choosing import choices_for
from rules.items.item import Choice, Cost, Item, Kind, level_allows, may_repeat, usable_by
from rules.items.later import LATER_ITEMS
from rules.items.rulebook import RULEBOOK_ITEMS

__all__ = [
    "ITEMS",
    "LATER_ITEMS",
    "RULEBOOK_ITEMS",
    "Choice",
    "Cost",
    "Item",
    "Kind",
    "choices_for",
    "find",
    "level_allows",
    "may_repeat",
    "usable_by",
]

ITEMS: tuple[Item, ...] = RULEBOOK_ITEMS + LATER_ITEMS
"""Every built-in item: the rulebook's first, in its order."""

_BY_KEY = {item.key: item for item in ITEMS}


def find(key: str) -> Item:
    """Return the built-in item of that key. Raises ``RulesError`` where there is none."""
    try:
        return _BY_KEY[key]
    except KeyError:
        raise RulesError(f"No item has the key {key!r}.") from None

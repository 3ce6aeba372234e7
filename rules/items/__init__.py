"""Items: what creatures may carry into a game, and who can use it.

``item`` has the noun and its rules, ``choices`` what its player can choose; ``rulebook_items`` has the items of the
rulebook's appendix, ``item_page`` those of a later public page. An item costs one upgrade of its carrier's level and
has no price of its own.
Rulebook: "Appendix: Items".
"""

from rules.errors import RulesError, require
from rules.items.item import Item
from rules.items.item_page import ITEM_PAGE_ITEMS
from rules.items.rulebook_items import RULEBOOK_ITEMS

ITEMS: tuple[Item, ...] = RULEBOOK_ITEMS + ITEM_PAGE_ITEMS
"""Every built-in item: the rulebook's first, in its order."""

BY_KEY: dict[str, Item] = {item.key: item for item in ITEMS}


def find_item(key: str) -> Item:
    """Return the built-in item with that key. Raises ``RulesError`` if there is none."""
    return require(BY_KEY.get(key), RulesError(f"No item has the key {key!r}."))

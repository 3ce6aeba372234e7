"""Items: what creatures may carry into a game, and who can use it.

``item`` has the noun and its rules; ``rulebook_items.toml`` has the items of the rulebook's appendix,
``item_page.toml`` those of a later public page, ``former_items.toml`` what some did in older battles. An item costs one
upgrade of its carrier's level and has no price of its own. Rulebook: "Appendix: Items".
"""

import tomllib
from importlib.resources import files
from typing import Any

from rules.effects.fields import effect_values
from rules.errors import RulesError, require
from rules.items.item import ITEM_PAGE, Item
from rules.spells.casting import Casting, GrantedAction
from rules.tables.prose import CORE_RULES


def _read_items(file: str, source: str) -> tuple[Item, ...]:
    sections = tomllib.loads(files("rules.items").joinpath(file).read_text(encoding="utf-8"))["item"]
    return tuple(Item(source=source, **_values(section)) for section in sections)


def _values(section: dict[str, Any]) -> dict[str, Any]:
    """Return the values of an item as its section has them; only items cost what a spell does."""
    cost = {"cost": section.pop("cost")} if section.get("cost") == "spell" else {}
    grants = section.pop("grants", None)
    if grants is not None:
        action = GrantedAction(grants.pop("name"), Casting(**effect_values(grants)), is_spell=False)
        return effect_values(section) | cost | {"grants": action}
    return effect_values(section) | cost


RULEBOOK_ITEMS = _read_items("rulebook_items.toml", CORE_RULES)
ITEM_PAGE_ITEMS = _read_items("item_page.toml", ITEM_PAGE)

ITEMS: tuple[Item, ...] = RULEBOOK_ITEMS + ITEM_PAGE_ITEMS
"""Every built-in item: the rulebook's first, in its order."""

FORMER_ITEMS: dict[str, Item] = {item.key: item for item in _read_items("former_items.toml", ITEM_PAGE)}
"""What some items did in battles that began before bans and early ends, by their keys."""

BY_KEY: dict[str, Item] = {item.key: item for item in ITEMS}


def find_item(key: str) -> Item:
    """Return the built-in item with that key. Raises ``RulesError`` if there is none."""
    return require(BY_KEY.get(key), RulesError(f"No item has the key {key!r}."))

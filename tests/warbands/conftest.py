"""A compendium of a few creatures and items, and the contract's example of a roster."""

from __future__ import annotations

from typing import Any

import pytest

from compendium.builtin import SOURCES, built_in_cards
from compendium.entries import item_values
from compendium.models import Item, Source
from compendium.services.creatures import creature_create
from compendium.services.entries import entry_save
from rules import items
from rules.cards import Card

CREATURES = ("kobold-warrior", "boar", "caldera-oni", "eagle-knight", "basilisk", "kobold-druid-1", "cat-companion-1")
ITEMS = ("holy-water", "fiery-weapon")


@pytest.fixture(scope="session")
def built_in() -> dict[str, Card]:
    """Return the cards that come with Muster, by key."""
    return {card.key: card for card in built_in_cards()}


@pytest.fixture
def small_compendium(db: None, built_in: dict[str, Card]) -> None:
    """Store seven creatures and two items as they come with Muster."""
    sources = {
        key: Source.objects.create(key=key, name=key, license=license_name, is_built_in=True)
        for key, license_name in (*SOURCES.items(), ("p2v-core-1.3", "ORC"))
    }
    for key in CREATURES:
        card = built_in[key]
        creature_create(card=card, source=sources[card.source or ""], key=key, built_in=True)
    for key in ITEMS:
        item = items.find(key)
        entry_save(entry=Item(source=sources[item.source], **item_values(item)), built_in=True)


@pytest.fixture
def example() -> dict[str, Any]:
    """Return the roster document that the contract prints."""
    return {
        "format": "muster-roster/1",
        "name": "Ash Company",
        "play_mode": "limited",
        "points_limit": 200,
        "alignment": "LE",
        "members": [
            {
                "id": "m1",
                "creature": "kobold-warrior",
                "name": "Snik",
                "upgrades": ["sling"],
                "items": [],
                "positioning": [],
                "hero_points": 1,
            },
            {
                "id": "m2",
                "creature": "boar",
                "name": "",
                "upgrades": [],
                "items": ["holy-water", {"item": "fiery-weapon", "choice": "Tusk"}],
                "positioning": [],
                "hero_points": 0,
            },
        ],
        "collection": {"kobold-warrior": 3, "boar": 1},
        "house_rules": {"sources": ["p2v-orc", "p2v-ogl"], "banned": [], "max_items_per_member": None},
        "overrides": [{"code": "points.over_limit", "reason": "agreed at the table"}],
    }

"""A compendium of a few creatures and items, a player, and the contract's example of a roster."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from compendium.builtin import SOURCES, built_in_cards
from compendium.entries import item_values
from compendium.models import Item, Source
from compendium.services.creatures import creature_create
from compendium.services.entries import entry_save
from rules import items
from rules.cards import Card
from tests.copies import copied
from tests.rules.warbands import EXAMPLE
from tests.warbands.verbs import Building, Person, account, building
from warbands.models import Owner

CREATURES = (
    "kobold-warrior",
    "boar",
    "caldera-oni",
    "eagle-knight",
    "basilisk",
    "kobold-druid-1",
    "cat-companion-1",
    "trog-stoneliege",
)
ITEMS = ("holy-water", "fiery-weapon")


@pytest.fixture(scope="session")
def built_in() -> dict[str, Card]:
    """Return the cards that come with Muster, by key."""
    return {card.key: card for card in built_in_cards()}


@pytest.fixture
def small_compendium(db: None) -> None:
    """Store eight creatures and two items as they come with Muster."""
    cache.clear()  # what lists offer is kept by the number of creatures, which other tests may share
    copied(_small_compendium)


def _small_compendium() -> None:
    cards = {card.key: card for card in built_in_cards()}
    sources = {
        key: Source.objects.create(key=key, name=key, license=license_name, is_built_in=True)
        for key, license_name in (*SOURCES.items(), ("p2v-core-1.3", "ORC"))
    }
    for key in CREATURES:
        card = cards[key]
        creature_create(card=card, source=sources[card.source or ""], key=key, built_in=True)
    for key in ITEMS:
        item = items.find(key)
        entry_save(entry=Item(source=sources[item.source], **item_values(item)), built_in=True)


@pytest.fixture
def player(db: None) -> Person:
    """Return somebody who is signed in."""
    return account("ada")


@pytest.fixture
def example() -> dict[str, Any]:
    """Return the roster document that the contract prints."""
    return copy.deepcopy(EXAMPLE)


@pytest.fixture
def mira() -> Building:
    """Return somebody at the builder of an empty warband."""
    return building(account("mira"))


@pytest.fixture
def ada(db: None) -> Person:
    """Return somebody who is signed in."""
    return account("ada")


@pytest.fixture
def bob(db: None) -> Person:
    """Return somebody else who is signed in."""
    return account("bob")


@pytest.fixture
def owner(ada: Person) -> Owner:
    """Return Ada as the owner of warbands."""
    return ada.owner


@pytest.fixture
def mine(ada: Person) -> Client:
    """Return Ada's browser."""
    return ada.client

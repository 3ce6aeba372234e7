"""The cards that come with Muster, players, and the contract's example of a roster."""

import copy
from typing import Any

import pytest
from django.test import Client

from accounts.models import Owner
from compendium.builtin import built_in_cards
from rules.cards.model import Card
from tests.rules.warbands import EXAMPLE
from tests.warbands.verbs import Building, Person, account, building


@pytest.fixture(scope="session")
def built_in() -> dict[str, Card]:
    """Return the cards that come with Muster, by key."""
    return {card.key: card for card in built_in_cards()}


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

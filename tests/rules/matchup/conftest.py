"""The creatures that come with Muster, for the sheet of two warbands."""

import pytest

from compendium.builtin import built_in_cards
from rules.cards.model import Card
from rules.legality import Rulebook


@pytest.fixture(scope="session")
def creatures() -> dict[str, Card]:
    """Return the built-in cards by key."""
    return {card.key: card for card in built_in_cards()}


@pytest.fixture(scope="session")
def book(creatures: dict[str, Card]) -> Rulebook:
    """Return the rulebook of the built-in cards."""
    return Rulebook.of(*creatures.values())

"""Fixtures of the creatures that come with Muster, for tests of the rules alone and for all others."""

from typing import Any

import pytest

from compendium.builtin import built_in_cards
from rules.cards.model import Card
from rules.legality.resolved import Rulebook


@pytest.fixture(scope="session")
def built_in() -> dict[str, Card]:
    """Return the cards that come with Muster, by key."""
    return {card.key: card for card in built_in_cards()}


@pytest.fixture(scope="session")
def rulebook(built_in: dict[str, Any]) -> Rulebook:
    """Return a rulebook of the creatures that come with Muster."""
    return Rulebook.of(*built_in.values())

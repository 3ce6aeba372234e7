"""Players whose homebrew tests brew, send and share."""

import pytest

from tests.warbands.verbs import Person, account


@pytest.fixture
def ada(db: None) -> Person:
    """Return somebody who is signed in."""
    return account("ada")


@pytest.fixture
def bob(db: None) -> Person:
    """Return somebody else who is signed in."""
    return account("bob")

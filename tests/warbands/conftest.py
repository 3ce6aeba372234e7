"""Players at their warbands, and the contract's example of a roster."""

import copy
from typing import Any

import pytest
from django.test import Client

from accounts.models import Owner
from tests.rules.warbands import EXAMPLE
from tests.warbands.verbs import Building, Person, account, building


@pytest.fixture
def example() -> dict[str, Any]:
    """Return the roster document that the contract prints."""
    return copy.deepcopy(EXAMPLE)


@pytest.fixture
def mira() -> Building:
    """Return somebody at the builder of an empty warband."""
    return building(account("mira"))


@pytest.fixture
def owner(ada: Person) -> Owner:
    """Return Ada as the owner of warbands."""
    return ada.owner


@pytest.fixture
def mine(ada: Person) -> Client:
    """Return Ada's browser."""
    return ada.client

"""A campaign with one of each kind of people, and the compendium of the warbands' tests."""

from __future__ import annotations

import pytest

from tests.campaigns.verbs import Table, usual_table
from tests.small_compendium import store_small_compendium


@pytest.fixture
def winter(db: None) -> Table:
    """Return a campaign: ada organizes, cleo co-organizes, bob and dan play, eve is a stranger."""
    return usual_table()


@pytest.fixture
def small_compendium(db: None) -> None:
    """Store eight creatures and two items as they come with Muster."""
    store_small_compendium()

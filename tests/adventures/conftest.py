"""A campaign in which tests take adventures, and an adventure with a program that runs it."""

import pytest

from tests.adventures.play import AdventureTable, own_adventure
from tests.campaigns.verbs import Table, usual_table
from tests.programs import Program, program_of


@pytest.fixture
def winter(small_compendium: None) -> Table:
    """Return a campaign: ada organizes, cleo co-organizes, bob and dan play, eve is a stranger."""
    return usual_table()


@pytest.fixture
def table() -> AdventureTable:
    """Return an adventure of ada's own."""
    return own_adventure()


@pytest.fixture
def ada(table: AdventureTable) -> Program:
    """Return a program that may do everything for the organizer."""
    return program_of(table.people["ada"].owner)

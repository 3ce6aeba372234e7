"""Programs of the people around the table of the campaigns' tests."""

import pytest

from tests.campaigns.verbs import Table
from tests.programs import Program, program_of


@pytest.fixture(autouse=True)
def _no_throttle_before(no_throttle_before: None) -> None:
    """Let every test of this folder begin with no counted requests."""


@pytest.fixture
def programs(winter: Table) -> dict[str, Program]:
    """Return a program for each person of the winter campaign that may do everything for them."""
    return {name: program_of(person.owner) for name, person in winter.people.items()}

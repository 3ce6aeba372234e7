"""Where a refused stake is said, and where its address leads."""

import pytest

from tests.gambling.tables import seated_table
from tests.warbands.verbs import text_of

pytestmark = pytest.mark.django_db


def test_the_address_of_a_refused_stake_leads_back_to_the_table() -> None:
    table = seated_table("herons-eye")
    assert "At least one player must place a bet" in text_of(table.press("round"))
    answer = table.person.client.get(f"/gambling/tables/{table.key}/act/")
    assert (answer.status_code, answer["Location"]) == (302, f"/gambling/tables/{table.key}/")

"""Battles that come from a scenario."""

from typing import Any

from battles.models import Battle
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened
from tests.campaigns.verbs import Table
from tests.warbands.verbs import text_of


def battle_of_scenario(winter: Table, **plan: Any) -> tuple[Battle, str, int]:
    """Make a battle of ada's two kobolds and a boar of bob's; return it, its way back and the number of his warband."""
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    scenario = opened(winter, kobolds, boars, **plan)
    field(winter, scenario, kobolds)
    field(winter, scenario, boars, ["m1"])
    where = f"/battles/new/?scenario={winter.key}:{scenario}"
    answer = winter.people["ada"].client.post(where, {"dice": "server"})
    assert answer.status_code == 302, text_of(answer)
    return Battle.objects.get(), where, boars.number

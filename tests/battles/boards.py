"""Battles with a table in tests: one that is laid out, its page, and what its buttons send."""

from dataclasses import replace
from typing import Any

from battles.services.battles import battle_store
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.plan import TablePlan
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account


def laid_out(victory: str = "standard-victory", creature: str = "kobold-warrior", **plan: Any) -> BattleTable:
    """Begin a battle of kobolds with a table, and activate a creature of the side that is first."""
    table = choose_condition(TablePlan(sides=("a", "b"), points=200, board_key="small-board", **plan), victory)
    setup = replace(setup_of([creature] * 2, [creature] * 2), table=table)
    person = account("ada")
    battle_table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED).key, person)
    battle_table.begin()
    battle_table.do(CreaturesActivated((actor(battle_table),)))
    return battle_table


def actor(table: BattleTable) -> str:
    side = table.folded.state.turn.side if table.folded.state.turn else table.folded.state.next_side
    return f"{side}.m1"


def events(table: BattleTable) -> list[dict[str, Any]]:
    return [row.event for row in table.battle.entries.order_by("number")]

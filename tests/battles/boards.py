"""Battles with a table in tests: one that is laid out, its page, and what its buttons send."""

from dataclasses import replace
from typing import Any

from battles.services.battles import battle_store
from rules.board.ground import BoardGround
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.plan import TablePlan, TerrainPiece
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account

LARGEST = 200
"""The side of the largest board in squares."""
TERRAIN = (TerrainPiece("t1", "rubble", 9, 5, 4, 3), TerrainPiece("t2", "wall", 14, 9, 5, 1, 1))


def laid_out(victory: str = "standard-victory", creature: str = "kobold-warrior", **plan: Any) -> BattleTable:
    """Begin a battle of kobolds with a table, and activate a creature of the side that is first."""
    table = choose_condition(TablePlan(sides=("a", "b"), points=200, board_key="small-board", **plan), victory)
    setup = replace(setup_of([creature] * 2, [creature] * 2), table=table)
    person = account("ada")
    battle_table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED).key, person)
    battle_table.begin()
    battle_table.do(CreaturesActivated((actor(battle_table),)))
    return battle_table


def on_board(**plan: Any) -> BattleTable:
    """Put a battle of kobolds on the board of its table."""
    table = laid_out(terrain=TERRAIN, **plan)
    places = {"a.m1": (5, 12), "a.m2": (7, 12), "b.m1": (5, 2), "b.m2": (7, 2)}
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    return table


def actor(table: BattleTable) -> str:
    side = table.folded.state.turn.side if table.folded.state.turn else table.folded.state.next_side
    return f"{side}.m1"


def events(table: BattleTable) -> list[dict[str, Any]]:
    return [row.event for row in table.battle.entries.order_by("number")]


def fast(speed: int) -> BattleTable:
    """Put two Gargantuan creatures of a Speed on the largest board; one of them acts in its middle."""
    setup = setup_of(["boar"], ["boar"])
    fielded = tuple(
        replace(row, card=replace(row.card, size="Gargantuan", stats=replace(row.card.stats, speed=speed)))
        for row in setup.fielded
    )
    person = account("ada")
    table = BattleTable(battle_store(owner=person.owner, setup=replace(setup, fielded=fielded), seed=SEED).key, person)
    table.begin()
    table.do(CreaturesActivated((actor(table),)))
    places = dict.fromkeys(("a.m1", "b.m1"), (0, 0)) | {actor(table): (100, 100)}
    laid = tuple(CreaturePlace(creature, square) for creature, square in places.items())
    table.do(BoardLaid(laid, BoardGround(LARGEST, LARGEST)))
    return table

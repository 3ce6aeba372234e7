"""Tables to draw: each size of board, each way to lay terrain, each condition."""

from dataclasses import replace
from functools import cache

from rules.dice import SeededRoller
from rules.p2v_combat.setup.conditions import choose_condition, choose_edge, choose_monster, name_lone_side, place_font
from rules.p2v_combat.setup.deploying import (
    choose_board,
    choose_deployment,
    choose_zone,
    free_zones,
    measure_by,
    new_table,
    next_zone_chooser,
    roll_zone_dice,
)
from rules.p2v_combat.setup.layouts import suggest_terrain
from rules.p2v_combat.setup.objectives import place_objective, roll_objective_count
from rules.p2v_combat.setup.plan import (
    STANDARD_KINDS,
    BoardMarker,
    SecretChoice,
    TablePlan,
    TerrainStyle,
    terrain_of_squares,
)
from rules.p2v_combat.setup.secrets import keep_seal
from rules.p2v_combat.setup.terrain import choose_terrain_style
from tests.scripted_dice import ScriptedRoller

NAMES = {"a": "Ash Company", "b": "The Thornwood Circle", "c": "Lanterns of the Deep", "d": "Red Maw"}
BOARDS = {"small-board": 150, "medium-board": 500, "large-board": 501}


@cache
def table(
    sides: int = 2,
    board: str = "small-board",
    style: TerrainStyle = "pieces",
    victory: str = "standard-victory",
    deployment: str = "",
    seed: bytes = b"drawn",
) -> TablePlan:
    """Return a table with everything on it that there can be."""
    roller = SeededRoller(seed)
    plan = choose_board(new_table(sides, 300), board)
    plan = suggest_terrain(choose_terrain_style(plan, style), roller)
    plan = choose_condition(plan, victory)
    if plan.condition.objectives:
        plan = roll_objective_count(plan, ScriptedRoller((6, 2)))
        covered = terrain_of_squares(plan)
        free = [(x, y) for y in range(plan.board.height) for x in range(plan.board.width) if (x, y) not in covered]
        for number, kind in enumerate(list(STANDARD_KINDS)[:6]):
            plan = place_objective(plan, roller, kind, *free[len(free) // 7 * (number + 1)])
    if victory == "passing-through":
        plan = choose_edge(name_lone_side(plan, "a"), "left")
    elif victory == "beast-hunt":
        plan = choose_monster(plan, "boar")
    elif victory == "fonts-of-power":
        plan = place_font(plan, 4, 4)
    elif victory == "assassins":
        for side in plan.sides:
            plan = keep_seal(plan, SecretChoice(side, "assassin", "?", "0" * 32))
    if deployment:
        plan = choose_deployment(plan, deployment)
    plan = roll_zone_dice(plan, roller)
    while next_zone_chooser(plan):
        plan = choose_zone(plan, free_zones(plan)[0])
    return replace(plan, bodies=(BoardMarker("body", 10.5, 0.5, "a"),), body_count=1)


def gridless(plan: TablePlan) -> TablePlan:
    """Return the plan for play without a grid and with heights."""
    return measure_by(plan, gridless=True, in_3d=True)

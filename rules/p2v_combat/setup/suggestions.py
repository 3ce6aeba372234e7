"""Suggestions by dice: where objectives lie, and a whole set-up at once, to be changed by hand."""

from __future__ import annotations

from rules.dice import Roller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import choose_zone, free_zones, next_zone_chooser, roll_zone_dice, zone_squares
from rules.p2v_combat.setup.layouts import suggest_terrain
from rules.p2v_combat.setup.objectives import APART, next_objective_placer, place_objective, roll_objective_count
from rules.p2v_combat.setup.places import length_between, terrain_of_squares
from rules.p2v_combat.setup.plan import STANDARD_KINDS, TablePlan
from rules.p2v_combat.setup.steps import SETUP
from rules.tables.areas import Square

_WIDE_APART = 2 * APART


def suggest_objectives(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with every objective that is still to be placed on a suggested square, of a suggested kind.

    Objectives lie apart from one another and outside the zones where the board has room for that.
    """
    while next_objective_placer(plan):
        number = len(plan.objectives) + 1
        kinds = [kind for kind in STANDARD_KINDS if all(objective.kind != kind for objective in plan.objectives)]
        squares = _best_squares(plan)
        if not kinds or not squares:
            raise ChangeRefused("There is no room for another objective: place the rest by hand.")
        kind = kinds[_among(roller, len(kinds), number, "kind")]
        x, y = squares[_among(roller, len(squares), number, "square")]
        plan = place_objective(plan, roller, kind, x, y)
    return plan


def suggest_table(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with everything rolled and suggested that no player has settled yet."""
    if not plan.terrain:
        plan = suggest_terrain(plan, roller)
    if plan.condition.objectives:
        if plan.objective_count is None:
            plan = roll_objective_count(plan, roller)
        plan = suggest_objectives(plan, roller)
    plan = roll_zone_dice(plan, roller)
    while next_zone_chooser(plan):
        plan = choose_zone(plan, free_zones(plan)[0])
    return plan


def _among(roller: Roller, number: int, *what: str | int) -> int:
    if number < 2:
        return 0
    place = (SETUP, "objective-places", *what)
    return roller.roll(1, number, reason="Suggested objective", place=place).total - 1


def _best_squares(plan: TablePlan) -> list[Square]:
    """Return the open squares that are far enough from everything, or nearer ones where there is none."""
    covered = terrain_of_squares(plan)
    taken = [(objective.x, objective.y) for objective in plan.objectives]
    zones = zone_squares(plan)
    board = plan.board
    free = [
        (x, y)
        for y in range(board.height)
        for x in range(board.width)
        if (x, y) not in covered and (x, y) not in taken and not (plan.is_spaced and (x, y) in zones)
    ]
    for apart in (_WIDE_APART, APART):
        far = [
            (x, y)
            for x, y in free
            if (x, y) not in zones and all(length_between(plan, x - a, y - b) >= apart for a, b in taken)
        ]
        if far:
            return far
    return [] if plan.is_spaced else free

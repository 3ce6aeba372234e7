"""The first step: sides, points, and the board that follows from them."""

from __future__ import annotations

from rules.combat.sides import MIN_SIDES, SIDE_KEYS
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.setup.places import fixed_markers
from rules.p2v_combat.setup.plan import BOARDS_BY_KEY, TablePlan
from rules.p2v_combat.setup.steps import changed_in
from rules.tables.boards import board_for


def new_table(sides: int, points: int) -> TablePlan:
    """Return the plan of a new table for 2 to 4 sides of so many points each, on the board for them."""
    if not MIN_SIDES <= sides <= len(SIDE_KEYS):
        raise RulesError(f"A battle has 2 to 4 sides, not {sides}.")
    return TablePlan(sides=SIDE_KEYS[:sides], points=points, board_key=board_for(points, sides).key)


def set_points(plan: TablePlan, points: int) -> TablePlan:
    """Return the plan for other points per side, on the board for them."""
    # Three or four sides take the next larger board; a large one stays large. Setting up, "Battle grid"; ruling 91.
    return choose_board(changed_in(plan, "board", points=points), board_for(points, len(plan.sides)).key)


def choose_board(plan: TablePlan, key: str) -> TablePlan:
    """Return the plan with a board, which need not be the one for the points; another size clears the old one."""
    if key not in BOARDS_BY_KEY:
        raise ChangeRefused(f"There is no board “{key}”.")
    if key == plan.board_key:
        return plan
    changed = changed_in(plan, "board", board_key=key)
    changed = changed_in(changed, "terrain", terrain=(), shuffle=0)
    changed = changed_in(changed, "victory", markers=fixed_markers(changed.board, changed.condition))
    return changed_in(changed_in(changed, "objectives", objectives=()), "deployment", zones=(), bodies=())


def measure_by(plan: TablePlan, *, gridless: bool, in_3d: bool = False) -> TablePlan:
    """Return the plan for play with or without a grid, and with or without modeled heights."""
    return changed_in(plan, "board", is_gridless=gridless, is_3d=in_3d)


def choose_first_placer(plan: TablePlan, side: str) -> TablePlan:
    """Return the plan with the side that begins wherever the sides place in turn."""
    if side not in plan.sides:
        raise ChangeRefused(f"There is no side {side} in this battle.")
    return changed_in(plan, "board", first_placer=side)

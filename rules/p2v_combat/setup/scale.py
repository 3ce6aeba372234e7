"""Lengths on a table: squares on a grid, inches without one; and what else is different without a grid or in 3D."""

from __future__ import annotations

from math import hypot

from rules.p2v_combat.setup.plan import TablePlan
from rules.tables.areas import distance
from rules.tables.boards import INCHES_PER_SQUARE
from rules.tables.play_modes import PLAY_MODES, PlayMode
from rules.text import counted

_GRIDLESS, _IN_3D = (next(row for row in PLAY_MODES if row.name == name) for name in ("Gridless Play", "3D Play"))


def lengths(plan: TablePlan, squares: int) -> str:
    """Return a length in words: ``3 squares``, or ``3 inches`` without a grid."""
    if plan.is_gridless:
        return counted(squares * INCHES_PER_SQUARE, "inch")
    return counted(squares, "square")


def length_between(plan: TablePlan, across: float, down: float) -> float:
    """Return how far apart two places are that lie so far apart along each side of the board."""
    # Without a grid, diagonals are measured as they are. Appendix "Gridless and 3D play".
    return hypot(across, down) if plan.is_gridless else distance(round(across), round(down))


def special_play(plan: TablePlan) -> tuple[PlayMode, ...]:
    """Return the ways of play whose rules replace those of the grid at this table."""
    modes = ((plan.is_gridless, _GRIDLESS), (plan.is_3d, _IN_3D))
    return tuple(mode for applies, mode in modes if applies)

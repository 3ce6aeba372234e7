"""Squares of the board and points between them, how far apart they are, and lengths in words, by squares or inches."""

from __future__ import annotations

from math import ceil, hypot

from rules.errors import ChangeRefused
from rules.p2v_combat.setup.plan import BoardMarker, TablePlan, TerrainPiece
from rules.tables.areas import Square, distance
from rules.tables.boards import INCHES_PER_SQUARE, Board
from rules.tables.play_modes import PLAY_MODES, PlayMode
from rules.tables.victory_conditions import VictoryCondition
from rules.text import counted


def terrain_of_squares(plan: TablePlan) -> dict[Square, tuple[str, ...]]:
    """Return the terrain traits of every square that has any."""
    return {(x, y): traits for piece in plan.terrain for x, y, traits in piece.squares() if traits}


def check_square(plan: TablePlan, x: int, y: int) -> None:
    """Raise ``ChangeRefused`` for a square that is not on the board."""
    board = plan.board
    if not (0 <= x < board.width and 0 <= y < board.height):
        raise ChangeRefused(
            f"The board is {board.width} by {lengths(plan, board.height)}: {x} right and {y} down is not on it."
        )


def marker_distance(marker: BoardMarker, x: int, y: int) -> int:
    """Return how far a square is from a marker, in squares, as a burst from its point counts them.

    >>> marker_distance(BoardMarker("flag", 12, 9), 12, 9), marker_distance(BoardMarker("font", 4.5, 4.5), 4, 4)
    (1, 0)
    """
    # The four squares around a corner of the grid are at distance 1 from it. Ruling 84.
    return distance(ceil(abs(x + 0.5 - marker.x)), ceil(abs(y + 0.5 - marker.y)))


def fixed_markers(board: Board, condition: VictoryCondition) -> tuple[BoardMarker, ...]:
    """Return the markers of a victory condition whose places it names."""
    return tuple(
        BoardMarker(prop.kind, *spot.on(board.width, board.height)) for prop in condition.props for spot in prop.spots
    )


def length_to_marker(plan: TablePlan, marker: BoardMarker, x: int, y: int) -> float:
    """Return how far a square is from a marker: by squares, or without a grid from point to point."""
    if plan.is_gridless:
        return length_between(plan, x + 0.5 - marker.x, y + 0.5 - marker.y)
    return marker_distance(marker, x, y)


def is_on_board(plan: TablePlan, piece: TerrainPiece) -> bool:
    """Return True if the whole piece lies on the board."""
    board = plan.board
    return (
        piece.x >= 0 and piece.y >= 0 and piece.x + piece.across <= board.width and piece.y + piece.down <= board.height
    )


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

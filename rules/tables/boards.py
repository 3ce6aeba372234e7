"""Boards: how large the battle grid is for the points in play.

Rulebook: "Battle grid" and "Deployment". A square is one inch on the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose
from rules.text import counted, slug

DEPLOY_DEPTH = 6
"""Squares from the corner or the edge that a normal deployment zone reaches."""

INCHES_PER_SQUARE = 1

PROSE = Prose("boards")


@dataclass(frozen=True, slots=True)
class Board:
    """A battle grid: ``width`` (the long side) and ``height`` in squares.

    ``max_points`` is the largest warband, in points per side, that it is meant for (None: no limit).
    ``tiles_per_player`` is how many terrain tiles each player places.
    """

    name: str
    max_points: int | None
    width: int
    height: int
    feet: str
    deploy: Literal["corners", "long edges"]
    tiles_per_player: int
    deploy_depth: int = DEPLOY_DEPTH

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


BOARDS: tuple[Board, ...] = (
    Board("Small Board", 150, 24, 18, "2 by 1½ feet", "corners", tiles_per_player=3),
    Board("Medium Board", 500, 36, 24, "3 by 2 feet", "corners", tiles_per_player=4),
    Board("Large Board", None, 48, 36, "4 by 3 feet", "long edges", tiles_per_player=8),
)


def board_for(points_per_side: int, players: int = 2) -> Board:
    """Return the board for a game of so many points per side and 2 to 4 players."""
    # Up to 150 points per side play on the small board, up to 500 on the medium one, more on the large one. Three
    # or four players who all fight each other take one size larger (a large one stays large) and deploy in corners.
    # Setting up, "Battle grid" and "Deployment".
    if points_per_side < 0:
        raise RulesError(f"A warband cannot have {counted(points_per_side, 'point')}.")
    if players not in range(2, 5):
        raise RulesError(f"A game is for 2 to 4 players, not {players}.")
    step = next(
        index for index, board in enumerate(BOARDS) if board.max_points is None or points_per_side <= board.max_points
    )
    if players == 2:
        return BOARDS[step]
    return replace(BOARDS[min(step + 1, len(BOARDS) - 1)], deploy="corners")


def _entry(board: Board, larger: Board) -> Entry:
    if board.max_points is None:
        points = f"more than {BOARDS[-2].max_points} points"
    else:
        points = f"up to {counted(board.max_points, 'point')}"
    zone = f"opposite {board.deploy}"
    place = f"in {zone}" if board.deploy == "corners" else f"along {zone}"
    stage = "this board" if larger is board else f"the {larger.name.lower()}"
    return PROSE.entry(
        "board",
        board.name,
        section="each",
        facts=(
            ("Points per side", points),
            ("Squares", f"{board.width} by {board.height}"),
            ("On the table", board.feet),
            ("Deployment", f"{zone}, {board.deploy_depth} squares"),
            ("Tiles per player", str(board.tiles_per_player)),
        ),
        where="Setting up a standard game, Battle grid",
        row=board,
        points=points,
        place=place,
        stage=stage,
    )


def entries() -> tuple[Entry, ...]:
    """Return one glossary entry per board."""
    return tuple(map(_entry, BOARDS, (*BOARDS[1:], BOARDS[-1])))

"""Built-in boards: terrain tiles on the three sizes of boards, drawn so that no side has the better half."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files

from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import choose_board
from rules.p2v_combat.setup.plan import BOARDS_BY_KEY, TablePlan, TerrainPiece
from rules.p2v_combat.setup.steps import changed_in, clockwise_from
from rules.tables.boards import Board
from rules.tables.tiles import COLUMNS, ROWS

_HAZARD_DAMAGE = "fire"


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A built-in board: its size, and the tiles of one of two players as kind, x, y and quarter turns."""

    key: str
    name: str
    board: Board
    about: str
    half: tuple[tuple[str, int, int, int], ...]

    def pieces(self) -> Iterator[TerrainPiece]:
        """Yield its tiles without ids and sides: each of one half, then the same of the other half."""
        for kind, x, y, turned in self.half:
            piece = TerrainPiece("", kind, x, y, COLUMNS, ROWS, turned)
            piece = replace(piece, damage_type=_HAZARD_DAMAGE if piece.is_hazardous else "")
            yield piece
            opposite = (self.board.width - x - piece.across, self.board.height - y - piece.down)
            yield replace(piece, x=opposite[0], y=opposite[1], turned=(turned + 2) % 4)


def _tile(line: str) -> tuple[str, int, int, int]:
    kind, x, y, turned = line.split()
    return kind, int(x), int(y), int(turned)


_FILE = files("rules.p2v_combat.setup").joinpath("drawn_boards.toml")
DRAWN_BOARDS: tuple[DrawnBoard, ...] = tuple(
    DrawnBoard(key, row["name"], BOARDS_BY_KEY[row["board"]], row["about"], tuple(map(_tile, row["half"])))
    for key, row in tomllib.loads(_FILE.read_text(encoding="utf-8")).items()
)
"""Two boards of each size, in the order of their file."""


def boards_that_fit(plan: TablePlan) -> tuple[DrawnBoard, ...]:
    """Return the built-in boards for a table: those of its size, with tiles for two players."""
    return tuple(drawn for drawn in DRAWN_BOARDS if len(plan.sides) == 2 and drawn.board.key == plan.board_key)


def lay_drawn_board(plan: TablePlan, key: str) -> TablePlan:
    """Return the plan with the tiles of a built-in board in place of the present terrain.

    Raises ``ChangeRefused`` for a board of another size. Appendix "Terrain tiles".
    """
    drawn = next((drawn for drawn in boards_that_fit(plan) if drawn.key == key), None)
    if drawn is None:
        raise ChangeRefused(f"Choose one of the drawn boards for two sides on the {plan.board.name.lower()}.")
    sides = clockwise_from(plan, plan.first_placer)
    terrain = tuple(
        replace(piece, id=f"t{number}", side=sides[(number - 1) % 2])
        for number, piece in enumerate(drawn.pieces(), start=1)
    )
    return changed_in(plan, "terrain", terrain_style="tiles", terrain=terrain, shuffle=0)


def choose_drawn_board(plan: TablePlan, key: str) -> TablePlan:
    """Return the plan on a built-in board, of its size; raise ``ChangeRefused`` for an unknown one."""
    size = next((drawn.board.key for drawn in DRAWN_BOARDS if drawn.key == key), "")
    return lay_drawn_board(choose_board(plan, size), key)

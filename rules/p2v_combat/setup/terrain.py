"""Terrain by hand: pieces and tiles that the players add, move, turn and take away."""

from dataclasses import replace
from typing import NamedTuple

from rules.errors import ChangeRefused
from rules.p2v_combat.setup.plan import (
    OBSTACLE,
    TERRAIN_TYPES,
    TILES_BY_KEY,
    SpecialStart,
    TablePlan,
    TerrainPiece,
    TerrainStyle,
    is_on_board,
)
from rules.p2v_combat.setup.steps import changed_in, next_placer
from rules.tables.damage import BY_NAME as DAMAGE_TYPES_BY_NAME
from rules.tables.tiles import COLUMNS, ROWS

MOST_PIECES = 200

USUAL_DAMAGE: dict[str, str] = {
    "gouts-of-flame": "fire",
    "superheated-steam": "fire",
    "magma": "fire",
    "pool-of-acid": "acid",
    "stone-spikes": "piercing",
}
"""The damage of terrain types whose name implies it; the players may agree on another type."""


class TerrainShare(NamedTuple):
    """How many squares of the board are filled, and how many should be: ``low`` to ``high``."""

    filled: int
    low: int
    high: int


def terrain_share(plan: TablePlan) -> TerrainShare:
    """Return how much of the board is filled, and the third to half of it that should be."""
    # Players place pieces until about a third to a half of the board is filled. Setting up, "Terrain"; ruling 75.
    squares = plan.board.width * plan.board.height
    return TerrainShare(sum(piece.width * piece.height for piece in plan.terrain), -(-squares // 3), squares // 2)


def tiles_due(plan: TablePlan) -> int:
    """Return how many tiles the board needs if terrain is placed as tiles."""
    # 3 tiles a player on a small board, 4 on a medium one, 8 on a large one. Appendix "Terrain tiles"; ruling 75.
    return plan.board.tiles_per_player * len(plan.sides)


def choose_terrain_style(plan: TablePlan, style: TerrainStyle) -> TablePlan:
    """Return the plan for terrain by pieces or by tiles; a change removes the present terrain."""
    if style == plan.terrain_style:
        return plan
    return changed_in(plan, "terrain", terrain_style=style, terrain=(), shuffle=0)


def add_piece(
    plan: TablePlan,
    kind: str,
    x: int,
    y: int,
    *,
    width: int = 1,
    height: int = 1,
    turned: int = 0,
    label: str = "",
    side: str = "",
) -> TablePlan:
    """Return the plan with one more piece, with its top left square at ``x`` and ``y``.

    ``width`` and ``height`` are its size before it is turned; a tile has its own. Without a ``side``, the side whose
    turn it is has placed it.
    """
    # The players place in turn. Setting up, "Terrain".
    if kind in TILES_BY_KEY:
        width, height = COLUMNS, ROWS
    elif kind != OBSTACLE and kind not in TERRAIN_TYPES:
        raise ChangeRefused(f"There is no terrain “{kind}”.")
    if len(plan.terrain) >= MOST_PIECES:
        raise ChangeRefused(f"A table has at most {MOST_PIECES} pieces of terrain.")
    piece = TerrainPiece(
        id=_next_id(plan),
        kind=kind,
        x=x,
        y=y,
        width=width,
        height=height,
        turned=turned % 4,
        side=side or next_terrain_placer(plan),
        damage_type=USUAL_DAMAGE.get(kind, ""),
        label=label,
    )
    if width < 1 or height < 1:
        raise ChangeRefused("A piece of terrain is 1 square wide and high, or more.")
    _check_fit(plan, piece)
    return _with_terrain(plan, *plan.terrain, piece)


def next_terrain_placer(plan: TablePlan) -> str:
    """Return the side that places the next piece."""
    return next_placer(plan, (piece.side for piece in plan.terrain))


def missing_objects(plan: TablePlan) -> tuple[SpecialStart, ...]:
    """Return the false objects without an obstacle or item of their Size on the board."""
    # One additional obstacle or item each, of the creature's Size. Appendix "Positioning upgrades", "False Object".
    free = [piece.width for piece in plan.terrain if piece.kind == OBSTACLE and piece.width == piece.height]
    missing = []
    for start in plan.starts:
        if start.upgrade != "false-object":
            continue
        if start.width in free:
            free.remove(start.width)
        else:
            missing.append(start)
    return tuple(missing)


def move_piece(plan: TablePlan, piece_id: str, x: int, y: int) -> TablePlan:
    """Return the plan with the top left square of a piece somewhere else."""
    return _with_changed(plan, replace(piece_of(plan, piece_id), x=x, y=y))


def turn_piece(plan: TablePlan, piece_id: str, quarters: int = 1) -> TablePlan:
    """Return the plan with a piece turned to the right by quarters; at the edge it moves onto the board."""
    # Any quarter turn. Ruling 76.
    before = piece_of(plan, piece_id)
    after = replace(before, turned=(before.turned + quarters) % 4)
    board = plan.board
    x, y = min(after.x, board.width - after.across), min(after.y, board.height - after.down)
    return _with_changed(plan, replace(after, x=max(x, 0), y=max(y, 0)))


def remove_piece(plan: TablePlan, piece_id: str) -> TablePlan:
    """Return the plan without a piece."""
    gone = piece_of(plan, piece_id)
    return _with_terrain(plan, *(piece for piece in plan.terrain if piece is not gone))


def choose_damage_type(plan: TablePlan, piece_id: str, damage_type: str) -> TablePlan:
    """Return the plan with the type of damage that a hazardous piece deals, as the players agree."""
    # The rulebook names no type for the Hazard tile: the players pick one. Ruling 76.
    piece = piece_of(plan, piece_id)
    if not piece.is_hazardous:
        raise ChangeRefused(f"{piece.name} is not hazardous.")
    if damage_type not in DAMAGE_TYPES_BY_NAME:
        raise ChangeRefused(f"There is no type of damage “{damage_type}”.")
    return _with_changed(plan, replace(piece, damage_type=damage_type))


def piece_of(plan: TablePlan, piece_id: str) -> TerrainPiece:
    """Return a piece by its id. Raises ``ChangeRefused`` if there is none."""
    piece = next((piece for piece in plan.terrain if piece.id == piece_id), None)
    if piece is None:
        raise ChangeRefused("This piece of terrain is no longer on the board.")
    return piece


def _next_id(plan: TablePlan) -> str:
    numbers = [int(piece.id[1:]) for piece in plan.terrain if piece.id[1:].isdecimal()]
    return f"t{max(numbers, default=0) + 1}"


def _check_fit(plan: TablePlan, piece: TerrainPiece) -> None:
    if not is_on_board(plan, piece):
        raise ChangeRefused(f"{piece.name} would reach over the edge of the board.")
    met = next((other for other in plan.terrain if other.id != piece.id and other.meets(piece)), None)
    if met:
        raise ChangeRefused(f"{piece.name} would overlap {met.name}.")


def _with_changed(plan: TablePlan, changed: TerrainPiece) -> TablePlan:
    _check_fit(plan, changed)
    return _with_terrain(plan, *(changed if piece.id == changed.id else piece for piece in plan.terrain))


def _with_terrain(plan: TablePlan, *pieces: TerrainPiece) -> TablePlan:
    return changed_in(plan, "terrain", terrain=pieces)

"""Boards of one's own: the terrain, objectives and zones of a table apart from any battle, and their document."""

from dataclasses import replace
from typing import Any, get_args

from rules.board.documents import BOARD
from rules.board.grounds import ground_document, ground_from
from rules.board.terrain import BoardTerrain, Compass
from rules.combat.state import MIN_SIDES, SIDE_KEYS
from rules.dice import Roller
from rules.documents.reading import Fields, fail, writable
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.deploying import OWN_ORDER, choose_board
from rules.p2v_combat.setup.faults import TABLE_PLAN, contradictions
from rules.p2v_combat.setup.objectives import objective_kind
from rules.p2v_combat.setup.plan import (
    BOARDS_BY_KEY,
    MAX_PIECES,
    OBSTACLE,
    OBSTACLE_TRAITS,
    STANDARD_KINDS,
    TERRAIN_TYPES,
    PlacedObjective,
    TablePlan,
    TerrainPiece,
)
from rules.p2v_combat.setup.steps import changed_in, next_placer, with_roll
from rules.tables.areas import rectangles
from rules.tables.terrain import trait
from rules.text import counted, plain_texts, slug, without_directions

MOST_OBJECTIVES = 6
"""The most objectives of a board: as many as the dice of a set-up can ask for."""
_DIRECTIONS = get_args(Compass)


def empty_board(key: str) -> TablePlan:
    """Return a board of a size without anything on it. Raises ``ChangeRefused`` for an unknown size."""
    if key not in BOARDS_BY_KEY:
        raise ChangeRefused("Choose the size of the board.")
    return TablePlan(sides=SIDE_KEYS[:MIN_SIDES], points=0, board_key=key)


def board_name(typed: str) -> str:
    """Return the name of a board on one line. Raises ``ChangeRefused`` if there is none."""
    name = " ".join(without_directions(typed).split())[:MAX_NAME]
    if not name:
        raise ChangeRefused("Give the board a name.")
    return name


def board_part(plan: TablePlan) -> TablePlan:
    """Return what a saved board keeps of a table: no sides, no dice and nothing that is agreed for one battle."""
    return replace(
        empty_board(plan.board_key),
        terrain_style=plan.terrain_style,
        terrain=tuple(replace(piece, side="") for piece in plan.terrain),
        objectives=tuple(replace(placed, side="", face=None) for placed in plan.objectives[:MOST_OBJECTIVES]),
        deployment=plan.deployment if len(plan.sides) == MIN_SIDES else "",
        is_mirrored=plan.is_mirrored,
    )


def lay_saved_board(plan: TablePlan, board: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan of a battle with a saved board in place of its present table.

    The size of the board counts, too. The sides have placed the pieces in turn; each standard objective rolls its d6. A
    condition without objectives leaves them out, and three or four sides keep their corners.
    """
    plan = choose_board(plan, board.board_key)
    terrain: list[TerrainPiece] = []
    for piece in board.terrain:
        terrain.append(replace(piece, side=next_placer(plan, (placed.side for placed in terrain))))
    plan = changed_in(plan, "terrain", terrain_style=board.terrain_style, terrain=(*terrain,), shuffle=0)
    if plan.condition.objectives and board.objectives:
        plan = _with_objectives(plan, board, roller)
    if len(plan.sides) != MIN_SIDES or (plan.deployment, plan.is_mirrored) == (board.deployment, board.is_mirrored):
        return plan
    order = "usual" if board.deployment in OWN_ORDER else plan.order
    return changed_in(
        plan, "deployment", deployment=board.deployment, is_mirrored=board.is_mirrored, order=order, zones=()
    )


def _with_objectives(plan: TablePlan, board: TablePlan, roller: Roller) -> TablePlan:
    objectives: list[PlacedObjective] = []
    for placed in board.objectives:
        face = None
        if placed.kind in STANDARD_KINDS:
            name = objective_kind(placed.kind).name
            plan, roll = with_roll(plan, roller, 1, 6, reason=name, what=("objectives", placed.kind))
            face = roll.faces[0]
        side = next_placer(plan, (objective.side for objective in objectives))
        objectives.append(replace(placed, side=side, face=face))
    # Each creature with Tempting Disguise adds one to the number. Appendix "Positioning upgrades".
    disguises = sum(start.upgrade == "tempting-disguise" for start in plan.starts)
    count = max(1, len(objectives) - disguises)
    return changed_in(plan, "objectives", objective_count=count, is_spaced=False, objectives=(*objectives,))


def saved_board_document(name: str, plan: TablePlan) -> dict[str, Any]:
    """Return a saved board as a document ``muster-board/1``: its ground, its ``name``, and its part of a ``table``."""
    ground = ground_document(ground_of_plan(plan))
    for entry in ground["terrain"]:
        if borders := entry.get("borders"):
            # A tile at the edge of the board may have a wall there, which lies between no two squares.
            entry["borders"] = [pair for pair in borders if all(_is_on(plan, *square) for square in pair)]
    return {
        "format": BOARD.tag,
        "name": name,
        **ground,
        "table": TABLE_PLAN.write(plan),
    }


def _is_on(plan: TablePlan, x: int, y: int) -> bool:
    return 0 <= x < plan.board.width and 0 <= y < plan.board.height


def saved_board_from(document: object) -> tuple[str, TablePlan]:
    """Read the name and the table of a board; raise ``DocumentError`` with the path of a fault.

    A document without ``table`` gets pieces for the squares of its terrain: its size has to be that of a board of the
    rulebook, and its terrain to be of the rulebook's types, or single obstacles.
    """
    read = BOARD.upcast(plain_texts(document))
    name = " ".join(writable(read.text("name", "", high=MAX_NAME), read.at("name")).split())
    ground = ground_from(read, in_play=True)
    read.ignore(*(part for part in ("creatures", "questions") if read.raw.get(part) == []))
    plan = TABLE_PLAN.read(read, "table") if "table" in read.raw else None
    read.done()
    if plan is None:
        plan = _plan_of_ground(read, (ground.columns, ground.rows), ground.terrain)
    return name or "Board", board_part(plan)


def _plan_of_ground(read: Fields, size: tuple[int, int], terrain: tuple[BoardTerrain, ...]) -> TablePlan:
    key = next((key for key, board in BOARDS_BY_KEY.items() if (board.width, board.height) == size), None)
    if key is None:
        sizes = ", ".join(f"{board.width} by {board.height}" for board in BOARDS_BY_KEY.values())
        fail("document.value", read.at("columns"), f"A saved board has one of these sizes: {sizes}.")
    pieces: list[TerrainPiece] = []
    for place, entry in enumerate(terrain):
        pieces += _pieces(entry, len(pieces), read.at(f"terrain[{place}]"))
    if len(pieces) > MAX_PIECES:
        fail("document.range", read.at("terrain"), f"Expected terrain of at most {counted(MAX_PIECES, 'rectangle')}.")
    plan = replace(empty_board(key), terrain=(*pieces,))
    for fault in contradictions(plan):
        fail("document.value", read.at("terrain"), fault)
    return plan


def _pieces(entry: BoardTerrain, before: int, path: str) -> list[TerrainPiece]:
    """Return rectangular pieces for an entry of terrain; raise ``DocumentError`` for one of which there are none."""
    named = slug(entry.name.rstrip("0123456789"))
    by_name = sorted(TERRAIN_TYPES, key=lambda key: key != named)
    kind = next((key for key in by_name if _traits(TERRAIN_TYPES[key].traits) == entry.traits), "")
    if not kind and entry.traits == _traits(OBSTACLE_TRAITS):
        kind = OBSTACLE
    if not kind or [*entry.borders.pairs()]:
        fail("document.value", path, "A saved board has squares of the rulebook’s types of terrain, and no borders.")
    turned, odd = divmod(_DIRECTIONS.index(entry.direction) - 2, 2) if entry.direction else (0, 0)
    if odd:
        fail("document.value", f"{path}.direction", "Expected north, east, south or west.")
    type_of = TERRAIN_TYPES.get(kind)
    pieces = []
    for number, (left, upper, right, lower) in enumerate(rectangles(entry.squares), before + 1):
        size = (right - left, lower - upper)
        width, height = reversed(size) if turned % 2 else size
        label = "" if type_of and named == type_of.key else entry.name
        piece = TerrainPiece(f"t{number}", kind, left, upper, width, height, turned % 4, label=label)
        pieces.append(replace(piece, damage_type=entry.damage_type))
    return pieces


def _traits(keys: tuple[str, ...]) -> frozenset[str]:
    return frozenset(trait(key).name.lower() for key in keys)

"""The ground of a board from the plan of its table: an entry of terrain for each piece, or each part of a tile."""

from collections.abc import Iterable, Iterator
from typing import get_args

from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain, Compass, TerrainBorders
from rules.p2v_combat.setup.objectives import objective_kind
from rules.p2v_combat.setup.plan import OBSTACLE_TRAITS, SPECIAL_KINDS, TablePlan, TerrainPiece
from rules.replacing import replace
from rules.tables.areas import Square
from rules.tables.terrain import trait
from rules.tables.tiles import Edge

_NO_BORDERS = TerrainBorders()
_WATERS = frozenset({"river-current"})
"""The types of terrain that are water."""
_PARTS = {"solid": "wall", "hazardous": "hazard", "obstructing": "obstacle", "difficult": "rubble"}
"""The words for the parts of a tile, by the first of these traits that they have."""


def ground_of_plan(plan: TablePlan) -> BoardGround:
    """Return the ground of a planned table, with its objectives; those that are creatures are not terrain."""
    # Objectives and single obstacles are difficult and obstructing. "Objectives"; "Terrain".
    entries = [entry for piece in plan.terrain for entry in _entries(piece)]
    for placed in plan.objectives:
        special = SPECIAL_KINDS.get(placed.kind)
        if not (special and special.creature):
            name = objective_kind(placed.kind).name
            entries.append(BoardTerrain(name, frozenset({(placed.x, placed.y)}), _NO_BORDERS, _traits(OBSTACLE_TRAITS)))
    return BoardGround(plan.board.width, plan.board.height, tuple(_with_names_apart(entries)))


def _traits(keys: Iterable[str]) -> frozenset[str]:
    return frozenset(trait(key).name.lower() for key in keys)


def _entries(piece: TerrainPiece) -> Iterator[BoardTerrain]:
    """Yield the terrain of a piece: squares with the same traits together, and each door of a tile by itself."""
    squares: dict[tuple[str, ...], list[Square]] = {}
    for x, y, traits in piece.squares():
        squares.setdefault(traits, []).append((x, y))
    directions = get_args(Compass)
    tile = piece.tile
    for traits, own in squares.items():
        if not traits:
            continue
        part = next((word for key, word in _PARTS.items() if key in traits), "")
        yield BoardTerrain(
            f"{piece.name}, {part}" if tile else piece.name,
            frozenset(own),
            _NO_BORDERS,
            _traits(traits),
            is_water=piece.kind in _WATERS,
            # It pushes to the right until it is turned.
            direction=directions[(2 + 2 * piece.turned) % 8] if "directional" in traits else None,
            damage_type=piece.damage_type if "hazardous" in traits else "",
        )
    if tile and tile.walls:
        walls = TerrainBorders()
        for edge in tile.walls:
            walls |= _borders(piece, edge)
        yield BoardTerrain(f"{piece.name}, walls", frozenset(), walls, _traits(["solid"]))
    for edge in tile.doors if tile else ():
        yield BoardTerrain(f"{piece.name}, door", frozenset(), _borders(piece, edge), _traits(["door"]))


def _borders(piece: TerrainPiece, edge: Edge) -> TerrainBorders:
    along = range(edge.start, edge.stop)
    if edge.lie == "vertical":
        return TerrainBorders(upright=frozenset((piece.x + edge.at, piece.y + row) for row in along))
    return TerrainBorders(level=frozenset((piece.x + column, piece.y + edge.at) for column in along))


def _with_names_apart(entries: Iterable[BoardTerrain]) -> Iterator[BoardTerrain]:
    """Yield entries of which those that would have the name of an earlier one are numbered."""
    names = set[str]()
    for entry in entries:
        number, name = 1, entry.name
        while name in names:
            number += 1
            name = f"{entry.name} {number}"
        names.add(name)
        yield replace(entry, name=name)

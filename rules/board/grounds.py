"""The ground of a board in documents: its size and its terrain, as ``muster-board/1`` writes them."""

from collections.abc import Iterator
from typing import Any, get_args

from rules.board.ground import BoardGround
from rules.board.terrain import DIRECTIONS, BoardTerrain, Compass, TerrainBorders
from rules.documents.reading import Fields, fail, writable
from rules.documents.shapes import Shape
from rules.tables.areas import Square
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.tables.terrain import TRAITS
from rules.text import without_directions

MAX_SIDE = 200
"""The most columns, and the most rows, of a board."""
MAX_NAME = 200
MAX_PARTS, _PARTS_OF_SQUARE = 40_000, 4
"""The most squares and borders of all terrain of a board in play; a small board has at most 4 for each square."""
OF_SAVED_BOARDS = ("name", "table")
"""What the document of a saved board has beside its ground."""
_TRAITS = tuple(trait.name.lower() for trait in TRAITS)


def ground_from(read: Fields, *, in_play: bool = False) -> BoardGround:
    """Read the columns, rows and terrain of a board; raise ``DocumentError`` with the path of a fault.

    ``in_play``: the damage of hazards counts too, names are single lines and not blank, without signs that turn their
    direction, and all terrain together has at most ``MAX_PARTS`` squares and borders.
    """
    empty = BoardGround(
        read.integer("columns", low=1, high=MAX_SIDE),
        read.integer("rows", low=1, high=MAX_SIDE),
    )
    terrain = tuple(_terrain(entry, empty, in_play=in_play) for entry in read.items("terrain"))
    refuse_twice([entry.name for entry in terrain], read.at("terrain"), "name")
    most = min(_PARTS_OF_SQUARE * empty.columns * empty.rows, MAX_PARTS)
    if in_play and sum(map(_parts, terrain)) > most:
        expected = f"Expected at most {most:,} squares and borders of all terrain"
        fail("document.range", read.at("terrain"), f"{expected}, found {sum(map(_parts, terrain)):,}.")
    return BoardGround(empty.columns, empty.rows, terrain)


def ground_document(ground: BoardGround) -> dict[str, Any]:
    """Return a ground as its document."""
    return {
        "columns": ground.columns,
        "rows": ground.rows,
        "terrain": [dict(_terrain_members(entry)) for entry in ground.terrain],
    }


def _parts(entry: BoardTerrain) -> int:
    return len(entry.squares) + len(entry.borders.upright) + len(entry.borders.level)


def _read_ground(fields: Fields, name: str) -> BoardGround:
    read = fields.fields(name)
    ground = ground_from(read, in_play=True)
    read.done("format", *OF_SAVED_BOARDS)
    return ground


GROUND = Shape(ground_document, _read_ground, {"type": "object"}, must_be_there=True, has_own_bounds=True)
"""The ground of a board in play."""


def _read_square(fields: Fields, name: str) -> Square:
    return pair_of(fields.sequence(name), fields.at(name), (MAX_SIDE - 1, MAX_SIDE - 1), "A square")


_NUMBERS = {"type": "integer", "minimum": 0, "maximum": MAX_SIDE - 1}
SQUARE = Shape(list, _read_square, {"type": "array", "items": _NUMBERS, "minItems": 2, "maxItems": 2})
"""A square of any board, as x and y."""


def _read_squares(fields: Fields, name: str) -> tuple[Square, ...]:
    return tuple(
        pair_of(pair, f"{fields.at(name)}[{index}]", (MAX_SIDE - 1, MAX_SIDE - 1), "A square")
        for index, pair in enumerate(fields.sequence(name, high=2 * MAX_SIDE))
    )


SQUARES = Shape(
    lambda squares: [[*square] for square in squares], _read_squares, {"type": "array", "items": SQUARE.schema}
)
"""Some squares in a row."""


def refuse_twice(names: list[str], path: str, key: str) -> None:
    """Raise ``DocumentError`` for a name that stands twice in a list at a path, in the field ``key`` of its objects."""
    seen = set[str]()
    for index, name in enumerate(names):
        if name in seen:
            fail("document.value", f"{path}[{index}].{key}", f"“{name}” is already there; give each its own {key}.")
        seen.add(name)


def _terrain(read: Fields, ground: BoardGround, *, in_play: bool) -> BoardTerrain:
    traits = read.texts("traits")
    for index, trait in enumerate(traits):
        if trait not in _TRAITS:
            fail("document.value", f"{read.at('traits')}[{index}]", f"The traits are {', '.join(_TRAITS)}.")
    name, is_open = read.text("name", low=1, high=MAX_NAME), read.boolean("open")
    if in_play:
        name = without_directions(writable(name, read.at("name")))
        if not name.strip():
            fail("document.value", read.at("name"), "Expected more than spaces.")
    squares = [
        square_of(pair, f"{read.at('squares')}[{index}]", ground)
        for index, pair in enumerate(read.sequence("squares", high=MAX_SIDE**2))
    ]
    borders = [
        _border(pair, f"{read.at('borders')}[{index}]", ground)
        for index, pair in enumerate(read.sequence("borders", high=2 * MAX_SIDE**2))
    ]
    is_water, direction = read.boolean("water"), read.choice("direction", get_args(Compass))
    if "directional" in traits and direction is None:
        fail("document.missing", read.at("direction"), f"Directional terrain has one of {', '.join(DIRECTIONS)}.")
    damage_type = read.choice("damage_type", [*DAMAGE_TYPES]) or "" if in_play else ""
    read.done()
    terrain = BoardTerrain(
        name,
        frozenset(squares),
        TerrainBorders.between(borders),
        frozenset(traits),
        is_water,
        direction,  # type: ignore[arg-type] # it is one of Compass
        damage_type,
    )
    return terrain.turned_over() if is_open and "door" in traits else terrain


def _terrain_members(terrain: BoardTerrain) -> Iterator[tuple[str, Any]]:
    """Yield the members of an entry of terrain; those that say nothing are left out."""
    yield "name", terrain.name
    if terrain.squares:
        yield "squares", [[x, y] for x, y in sorted(terrain.squares)]
    if borders := sorted(terrain.borders.pairs()):
        yield "borders", [[[*first], [*second]] for first, second in borders]
    yield "traits", sorted(terrain.traits | terrain.when_closed)
    if terrain.when_closed:
        yield "open", True
    if terrain.is_water:
        yield "water", True
    if terrain.direction:
        yield "direction", terrain.direction
    if terrain.damage_type:
        yield "damage_type", terrain.damage_type


def pair_of(value: object, path: str, high: tuple[int, int], meaning: str) -> Square:
    """Read two whole numbers from 0 to ``high``; ``meaning`` opens the sentence that refuses others."""
    if not isinstance(value, list | tuple) or len(value) != 2 or any(type(number) is not int for number in value):
        fail("document.type", path, f"{meaning} is two whole numbers: [x, y].")
    x, y = value
    if not (0 <= x <= high[0] and 0 <= y <= high[1]):
        fail("document.range", path, f"{meaning} of this board is from [0, 0] to [{high[0]}, {high[1]}].")
    return x, y


def square_of(value: object, path: str, ground: BoardGround) -> Square:
    """Read a square of a board."""
    return pair_of(value, path, (ground.columns - 1, ground.rows - 1), "A square")


def _border(value: object, path: str, ground: BoardGround) -> tuple[Square, Square]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        fail("document.type", path, "A border is a pair of squares: [[x, y], [x, y]].")
    first, second = (square_of(square, f"{path}[{index}]", ground) for index, square in enumerate(value))
    if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
        fail("document.value", path, "The two squares of a border lie side by side.")
    return first, second

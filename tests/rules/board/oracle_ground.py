"""What a board document says, laid out for the oracle: terrain as sets of squares and borders, creatures as figures.

A square is ``(x, y)``. A border is kept as the two grid points at its ends, the upper or left one first. A box is
``(left, top, right, bottom)`` in grid points; a border is a box without an area.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Square = tuple[int, int]
Box = tuple[int, int, int, int]

NORTH_TO_NORTH_WEST = (
    ("north", (0, -1)),
    ("north-east", (1, -1)),
    ("east", (1, 0)),
    ("south-east", (1, 1)),
    ("south", (0, 1)),
    ("south-west", (-1, 1)),
    ("west", (-1, 0)),
    ("north-west", (-1, -1)),
)
DIRECTIONS: dict[str, Square] = dict(NORTH_TO_NORTH_WEST)
HALF_HEIGHTS = {"Tiny": 1, "Small": 1, "Medium": 2, "Large": 4, "Huge": 6, "Gargantuan": 8}
"""Rulings 65: how tall a creature of a size is, in half squares."""


@dataclass(frozen=True, slots=True)
class OracleFigure:
    """A creature on the board."""

    id: str
    side: str
    place: Square
    width: int
    half_height: int
    mode: str | None
    reach: int
    helpless: bool

    @property
    def squares(self) -> frozenset[Square]:
        return squares_of(self.place, self.width)

    @property
    def box(self) -> Box:
        x, y = self.place
        return x, y, x + self.width, y + self.width

    @property
    def doubled_center(self) -> Square:
        """The center, in half squares."""
        x, y = self.place
        return 2 * x + self.width, 2 * y + self.width


@dataclass(frozen=True, slots=True)
class OracleTerrain:
    """One entry of terrain; an open door has no trait, a closed one is solid."""

    name: str
    squares: frozenset[Square]
    borders: frozenset[Box]
    traits: frozenset[str]
    water: bool
    direction: Square | None

    def pieces(self) -> list["OracleTerrain"]:
        """Ruling 510: its squares joined by sides, and its borders joined by ends."""
        apart = [(group, frozenset[Box]()) for group in _joined(self.squares, _share_a_side)]
        apart += [(frozenset[Square](), group) for group in _joined(self.borders, _share_an_end)]
        return [
            OracleTerrain(self.name, squares, borders, self.traits, self.water, self.direction)
            for squares, borders in apart
        ]


class OracleGround:
    """A board with everything on it."""

    def __init__(self, document: dict[str, Any]) -> None:
        assert document["format"] == "muster-board/1"
        self.columns: int = document["columns"]
        self.rows: int = document["rows"]
        self.terrain = [_terrain(entry) for entry in document.get("terrain", ())]
        self.figures = {entry["id"]: _figure(entry) for entry in document.get("creatures", ())}

    def has(self, square: Square) -> bool:
        return 0 <= square[0] < self.columns and 0 <= square[1] < self.rows

    def squares_with(self, trait: str) -> frozenset[Square]:
        return frozenset(square for entry in self.terrain if trait in entry.traits for square in entry.squares)

    def borders_with(self, trait: str) -> frozenset[Box]:
        return frozenset(border for entry in self.terrain if trait in entry.traits for border in entry.borders)

    @cached_property
    def solid_squares(self) -> frozenset[Square]:
        return self.squares_with("solid")

    @cached_property
    def solid_borders(self) -> frozenset[Box]:
        return self.borders_with("solid")

    @property
    def beyond(self) -> list[Box]:
        """Ruling 501: what is beyond the edge of the board, as four boxes."""
        columns, rows = self.columns, self.rows
        return [
            (-1, -1, columns + 1, 0),
            (-1, rows, columns + 1, rows + 1),
            (-1, -1, 0, rows + 1),
            (columns, -1, columns + 1, rows + 1),
        ]

    def boxes_with(self, traits: Iterable[str], leaving_out: frozenset[Square] = frozenset()) -> list[Box]:
        """Everything with a trait as boxes, without some squares."""
        boxes: set[Box] = set()
        for trait in traits:
            boxes |= {box_of(square) for square in self.squares_with(trait) - leaving_out}
            boxes |= self.borders_with(trait)
        return sorted(boxes)


def squares_of(place: Square, width: int) -> frozenset[Square]:
    """The squares of a space."""
    return frozenset((place[0] + right, place[1] + down) for right in range(width) for down in range(width))


def box_of(square: Square) -> Box:
    return square[0], square[1], square[0] + 1, square[1] + 1


def border_between(first: Square, second: Square) -> Box:
    """The border of two squares side by side."""
    (left, top), (right, bottom) = sorted((first, second))
    assert (right - left, bottom - top) in {(1, 0), (0, 1)}
    return right, bottom, left + 1, top + 1


def apart(first: Square, second: Square) -> int:
    """The distance of two squares, every second diagonal counted double."""
    near, far = sorted((abs(first[0] - second[0]), abs(first[1] - second[1])))
    return far + near // 2


def _terrain(entry: dict[str, Any]) -> OracleTerrain:
    traits = frozenset(entry["traits"])
    if "door" in traits:
        traits = frozenset() if entry.get("open", False) else traits | {"solid"}
    return OracleTerrain(
        entry["name"],
        frozenset((x, y) for x, y in entry.get("squares", ())),
        frozenset(border_between((a, b), (c, d)) for (a, b), (c, d) in entry.get("borders", ())),
        traits,
        entry.get("water", False),
        DIRECTIONS[entry["direction"]] if "direction" in entry else None,
    )


def _figure(entry: dict[str, Any]) -> OracleFigure:
    return OracleFigure(
        entry["id"],
        entry["side"],
        (entry["square"][0], entry["square"][1]),
        entry["width"],
        HALF_HEIGHTS[entry["size"]],
        entry["mode"],
        entry["reach"],
        entry["helpless"],
    )


def _share_a_side(first: Square, second: Square) -> bool:
    return abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1


def _share_an_end(first: Box, second: Box) -> bool:
    return not {first[:2], first[2:]}.isdisjoint({second[:2], second[2:]})


def _joined(things: Iterable[Any], joins: Any) -> list[frozenset[Any]]:
    """The groups of things that are joined, directly or through others."""
    groups: list[frozenset[Any]] = []
    for thing in sorted(things):
        touched = [group for group in groups if any(joins(thing, other) for other in group)]
        groups = [group for group in groups if group not in touched]
        groups.append(frozenset({thing}).union(*touched))
    return groups

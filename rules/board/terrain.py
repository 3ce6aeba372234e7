"""The terrain of a battlefield: squares and borders with traits, and the pieces that they are joined to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar, get_args

from rules.tables.areas import Square, Squares
from rules.tables.cover import CONCEALING, COVER_TRAITS

Joined = TypeVar("Joined", bound=Hashable)

Compass = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
DIRECTIONS: Mapping[Compass, Square] = dict(
    zip(
        get_args(Compass),
        ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        strict=True,
    )
)
"""The eight directions as steps of one square."""


@dataclass(frozen=True, slots=True)
class TerrainBorders:
    """Borders between squares. ``upright`` ones are the left sides of their squares, ``level`` ones the upper sides."""

    upright: Squares = frozenset()
    level: Squares = frozenset()

    @classmethod
    def between(cls, pairs: Iterable[tuple[Square, Square]]) -> TerrainBorders:
        """Return the borders of pairs of squares that lie side by side."""
        ordered = [(min(pair), max(pair)) for pair in pairs]
        return cls(
            frozenset(second for first, second in ordered if first[1] == second[1]),
            frozenset(second for first, second in ordered if first[0] == second[0]),
        )

    def __or__(self, other: TerrainBorders) -> TerrainBorders:
        return TerrainBorders(self.upright | other.upright, self.level | other.level)

    def pairs(self) -> Iterator[tuple[Square, Square]]:
        """Yield the two squares on both sides of each border."""
        yield from (((x - 1, y), (x, y)) for x, y in self.upright)
        yield from (((x, y - 1), (x, y)) for x, y in self.level)

    def ends(self) -> Iterator[tuple[tuple[bool, Square], tuple[Square, Square]]]:
        """Yield each border, as whether it is upright and its square, with the grid points at its ends."""
        for x, y in self.upright:
            yield (True, (x, y)), ((x, y), (x, y + 1))
        for x, y in self.level:
            yield (False, (x, y)), ((x, y), (x + 1, y))


@dataclass(frozen=True, slots=True)
class BoardTerrain:
    """An entry of terrain: its squares and borders with one set of traits, in the words of the table of traits.

    An open door has no trait, but those that it has ``when_closed``. ``direction`` is that of directional terrain,
    ``damage_type`` that of a hazard.
    """

    name: str
    squares: Squares
    borders: TerrainBorders
    traits: frozenset[str]
    is_water: bool = False
    direction: Compass | None = None
    damage_type: str = ""
    when_closed: frozenset[str] = frozenset()

    def turned_over(self) -> BoardTerrain:
        """Return a door opened, or closed again."""
        return replace(self, traits=self.when_closed, when_closed=self.traits)

    @property
    def is_door(self) -> bool:
        """Whether it is a door, open or closed."""
        return "door" in self.traits | self.when_closed

    @property
    def is_solid(self) -> bool:
        """Whether it blocks movement, sight and effect: solid terrain and closed doors."""
        return bool(self.traits & {"solid", "door"})


@dataclass(frozen=True, slots=True)
class BoardPiece:
    """A piece of terrain: joined squares, or joined borders, of one entry."""

    terrain: BoardTerrain
    squares: Squares = frozenset()
    borders: TerrainBorders = TerrainBorders()

    @property
    def name(self) -> str:
        """The name of its entry."""
        return self.terrain.name

    @property
    def covers(self) -> bool:
        """Whether it asks for a cover check: obstructing, opaque and solid terrain, and closed doors."""
        return self.terrain.is_solid or not COVER_TRAITS.isdisjoint(self.terrain.traits)

    @property
    def conceals(self) -> bool:
        """Whether it asks for a concealment check."""
        return CONCEALING in self.terrain.traits


def pieces_of(terrain: BoardTerrain) -> list[BoardPiece]:
    """Return the pieces of an entry: its squares joined by sides, and its borders joined by ends."""
    # Joined squares of one feature, or joined borders, are one piece. "Cover"; ruling 58.
    pieces = [
        BoardPiece(terrain, frozenset(group))
        for group in _groups({square: _middles_of_sides(square) for square in terrain.squares})
    ]
    for group in _groups(dict(terrain.borders.ends())):
        upright = frozenset(square for is_upright, square in group if is_upright)
        level = frozenset(square for is_upright, square in group if not is_upright)
        pieces.append(BoardPiece(terrain, borders=TerrainBorders(upright, level)))
    return pieces


def _middles_of_sides(square: Square) -> tuple[Square, ...]:
    """Return a mark for each side of a square, the same for the two squares that share it: twice its middle."""
    x, y = square
    return ((2 * x, 2 * y + 1), (2 * x + 2, 2 * y + 1), (2 * x + 1, 2 * y), (2 * x + 1, 2 * y + 2))


def _groups(marks: Mapping[Joined, Iterable[Square]]) -> list[list[Joined]]:
    """Return members in groups that shared marks join, in the order of their first members."""
    marked: dict[Square, list[Joined]] = {}
    for member, its in marks.items():
        for mark in its:
            marked.setdefault(mark, []).append(member)
    groups, left = [], dict.fromkeys(marks)
    while left:
        group = [left.popitem()[0]]
        for member in group:
            for other in (other for mark in marks[member] for other in marked[mark]):
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups

"""What blocks on a board: squares and borders; beyond the edge of the board everything blocks lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from rules.board.terrain import DIRECTIONS, BoardTerrain, TerrainBorders
from rules.tables.areas import Square, Squares

GridBox = tuple[int, int, int, int]
"""The left, upper, right and lower side of a square or a border, in squares."""


class WidthPlaces(NamedTuple):
    """What closes places to spaces of one width, as a number for each row with a bit a column.

    ``cut`` are the places of spaces with something blocking inside; ``upright`` and ``level`` the left and upper sides,
    as long as the space is wide, on which a border lies.
    """

    cut: list[int]
    upright: list[int]
    level: list[int]


@dataclass(frozen=True)
class BoardBarriers:
    """Squares and borders that block, on a board of ``columns`` by ``rows`` squares."""

    columns: int
    rows: int
    squares: Squares
    borders: TerrainBorders
    _places: dict[int, WidthPlaces] = field(default_factory=dict, init=False, repr=False, compare=False)
    _open_from: dict[Square, tuple[tuple[Square, ...], tuple[Square, ...]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def of(cls, columns: int, rows: int, terrain: Iterable[BoardTerrain]) -> BoardBarriers:
        """Return what these entries of terrain block."""
        entries = list(terrain)
        upright = frozenset(square for entry in entries for square in entry.borders.upright)
        level = frozenset(square for entry in entries for square in entry.borders.level)
        squares = frozenset(square for entry in entries for square in entry.squares)
        return cls(columns, rows, squares, TerrainBorders(upright, level))

    def without(self, squares: Collection[Square]) -> BoardBarriers:
        """Return what is left when these squares do not block."""
        return replace(self, squares=self.squares.difference(squares))

    def is_on_board(self, x: int, y: int) -> bool:
        """Return True for a square of the board."""
        return 0 <= x < self.columns and 0 <= y < self.rows

    def closes(self, x: int, y: int) -> bool:
        """Return True if a square blocks or lies beyond the edge."""
        return (x, y) in self.squares or not self.is_on_board(x, y)

    @cached_property
    def _rows(self) -> list[int]:
        """The blocking squares of each row as a number with a bit a square, the row and the column before the board
        and those behind it too.
        """
        outside = 1 | 2 << self.columns
        rows = [outside] * self.rows
        for x, y in self.squares:
            rows[y] |= 2 << x
        beyond = (4 << self.columns) - 1
        return [beyond, *rows, beyond]

    def _squares_in(self, left: int, upper: int, right: int, lower: int) -> Iterator[GridBox]:
        """Yield the squares that block in a rectangle, row by row, those beyond the edge too."""
        mask = (1 << (right - left)) - 1
        for y, row in enumerate(self._rows[upper + 1 : lower + 1], start=upper):
            bits = row >> (left + 1) & mask
            while bits:
                lowest = bits & -bits
                x = left + lowest.bit_length() - 1
                yield x, y, x + 1, y + 1
                bits ^= lowest

    def within(self, left: int, upper: int, right: int, lower: int) -> Iterator[GridBox]:
        """Yield the squares in a rectangle, and the borders that touch it."""
        yield from self._squares_in(left, upper, right, lower)
        yield from self._borders_near(left, upper, right, lower)

    def near(self, left: int, upper: int, right: int, lower: int) -> Iterator[GridBox]:
        """Yield the squares and borders that touch a rectangle, those beyond the edge too."""
        yield from self._squares_in(left - 1, upper - 1, right + 1, lower + 1)
        yield from self._borders_near(left, upper, right, lower)

    def touches(self, left: int, upper: int, right: int, lower: int) -> bool:
        """Return True if a square or a border of the board touches a rectangle, corners included."""
        around = ((x, y) for x in range(left - 1, right + 1) for y in range(upper - 1, lower + 1))
        return not self.squares.isdisjoint(around) or any(self._borders_near(left, upper, right, lower))

    def _borders_near(self, left: int, upper: int, right: int, lower: int) -> Iterator[GridBox]:
        columns, rows = range(left - 1, right + 1), range(upper - 1, lower + 1)
        upright, level = self.borders.upright, self.borders.level
        # Few borders are looked through, many looked up.
        if len(columns) * len(rows) < len(upright) + len(level):
            upright = upright.intersection((x, y) for x in (*columns[1:], right) for y in rows)
            level = level.intersection((x, y) for x in columns for y in (*rows[1:], lower))
        for x, y in upright:
            if left <= x <= right and y in rows:
                yield x, y, x, y + 1
        for x, y in level:
            if x in columns and upper <= y <= lower:
                yield x, y, x + 1, y

    def step_is_closed(self, x: int, y: int, dx: int, dy: int) -> bool:
        """Return True if a step from a square to the next is closed, past a corner too; the edge does not close it."""
        # A hard corner: neither square beside a diagonal step is solid, and no wall ends at the corner.
        # "Diagonal movement"; ruling 516.
        upright, level, squares = self.borders.upright, self.borders.level, self.squares
        if (x + dx, y + dy) in squares:
            return True
        if dx and dy:
            left, top = x + (dx > 0), y + (dy > 0)
            return bool(
                (x + dx, y) in squares
                or (x, y + dy) in squares
                or (left, top) in upright
                or (left, top - 1) in upright
                or (left, top) in level
                or (left - 1, top) in level
            )
        return (x + (dx > 0), y) in upright if dx else (x, y + (dy > 0)) in level

    def open_from(self, square: Square) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """Return the squares of the board to which straight steps from a square are open, and diagonal ones."""
        known = self._open_from.get(square)
        if known is None:
            x, y = square
            ends = [
                (x + dx, y + dy)
                for dx, dy in DIRECTIONS.values()
                if self.is_on_board(x + dx, y + dy) and not self.step_is_closed(x, y, dx, dy)
            ]
            straight = tuple(end for end in ends if x == end[0] or y == end[1])
            known = self._open_from[square] = straight, tuple(end for end in ends if end not in straight)
        return known

    def cut(self, x: int, y: int, width: int) -> bool:
        """Return True if a space of a width, all of it on the board, has a blocking square or border inside."""
        return bool(self._of_width(width).cut[y] >> x & 1)

    def side_is_closed(self, x: int, y: int, dx: int, dy: int, width: int) -> bool:
        """Return True if a border lies on the side of a space of a width that a straight step leaves by."""
        places = self._of_width(width)
        if dx:
            return bool(places.upright[y] >> (x + width * (dx > 0)) & 1)
        return bool(places.level[y + width * (dy > 0)] >> x & 1)

    def _of_width(self, width: int) -> WidthPlaces:
        places = self._places.get(width)
        if places is None:
            places = self._places[width] = self._places_of(width)
        return places

    def _places_of(self, width: int) -> WidthPlaces:
        lefts, uppers = [0] * self.rows, [0] * self.rows
        for x, y in self.borders.upright:
            lefts[y] |= 1 << x
        for x, y in self.borders.level:
            uppers[y] |= 1 << x
        # The outer sides of a space are not inside it.
        inside = [
            _spread(row >> 1, 0, width) | _spread(left, 1, width)
            for row, left in zip(self._rows[1:-1], lefts, strict=True)
        ]
        level = [_spread(upper, 0, width) for upper in uppers]
        tops = range(self.rows - width + 1)
        return WidthPlaces(
            [reduce(or_, (*inside[y : y + width], *level[y + 1 : y + width])) for y in tops],
            [reduce(or_, lefts[y : y + width]) for y in tops],
            level,
        )


def _spread(row: int, first: int, width: int) -> int:
    """Return the columns from which a bit of a row is ``first`` to ``width`` - 1 columns to the right."""
    return reduce(or_, (row >> column for column in range(first, width)), 0)

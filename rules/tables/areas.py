"""Distances on the grid and the squares of an area of effect.

Squares are offsets ``(x, y)``, x to the right and y downward. Emanations, cones and lines start from a creature whose
upper left square is ``(0, 0)``; a burst starts from the upper left corner of ``(0, 0)``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose

Square = tuple[int, int]
Squares = frozenset[Square]

DRAWN_CONES = (2, 3, 4, 6, 8, 10, 12)
LARGEST_CONE = 12
PROSE = Prose("areas")


def distance(dx: int, dy: int) -> int:
    """Return the distance of two squares, in squares, from their distances in columns and rows.

    >>> distance(4, 4), distance(1, 5)
    (6, 5)
    """
    # Every second diagonal counts double: 1, then 2, then 1. "Range" and "Diagonal movement".
    across, down = abs(dx), abs(dy)
    return across + down // 2 if across > down else down + across // 2


def emanation(size: int, width: int = 1) -> Squares:
    """Return the squares of an emanation around a creature ``width`` squares wide, without its own space."""
    # An emanation takes in every square within its size, counted from the sides of the origin's space.
    # Areas of effect, "Emanations".
    _positive(size)
    own = range(width)
    around = range(-size, width + size)
    return frozenset(
        (x, y)
        for x in around
        for y in around
        if not (x in own and y in own) and distance(_outside(x, width), _outside(y, width)) <= size
    )


def _outside(position: int, width: int) -> int:
    """Return how many squares a position is before the start or after the end of a row of ``width``."""
    return max(-position, position - width + 1, 0)


def burst(size: int) -> Squares:
    """Return the squares of a burst around the grid corner at the upper left of ``(0, 0)``."""
    # A burst spreads from one corner of a square in all directions, as four quarter circles.
    # Areas of effect, "Bursts".
    quarter = quarter_circle(size)
    return frozenset(
        (x if to_right else -1 - x, y if downwards else -1 - y)
        for x, y in quarter
        for to_right in (True, False)
        for downwards in (True, False)
    )


def quarter_circle(size: int) -> Squares:
    """Return the squares right of and below a grid corner up to a size; ``(0, 0)`` touches the corner."""
    _positive(size)
    side = range(size)
    return frozenset((x, y) for x in side for y in side if distance(x + 1, y + 1) <= size)


# What the rulebook's figure draws in a cone of size 4 beyond the quarter circle, which first has it at 5.
_DRAWN_IN_CONE_4: Squares = frozenset({(3, 1), (1, 3)})


def cone_from_corner(size: int) -> Squares:
    """Return the squares of a cone that opens right and down from the upper right corner of ``(0, 0)``.

    Turn or mirror it with ``turned`` for the other ways in which a cone may point.
    """
    # A cone from a corner is a quarter of a burst; where the figure draws more, the figure stands.
    # Areas of effect, "Cones" and its figure.
    _cone_size(size)
    quarter = quarter_circle(size) | (_DRAWN_IN_CONE_4 if size == 4 else frozenset())
    return frozenset((x + 1, y) for x, y in quarter)


# The figure's cone from an edge, row by row downwards: the first column of the row, then for each square the
# smallest size of cone that covers it. Only the sizes of DRAWN_CONES appear.
CONE_FIGURE: tuple[tuple[int, tuple[int, ...]], ...] = (
    (0, (2, 4)),
    (-1, (3, 2, 2, 4)),
    (-2, (4, 3, 3, 3, 4, 4)),
    (-3, (6, 6, 6, 4, 4, 6, 6, 6)),
    (-4, (8, 8, 6, 6, 6, 6, 6, 6, 8, 8)),
    (-5, (10, 8, 8, 8, 8, 6, 6, 8, 8, 8, 8, 10)),
    (-6, (10, 10, 10, 10, 8, 8, 8, 8, 8, 8, 10, 10, 10, 10)),
    (-7, (12, 12, 12, 10, 10, 10, 10, 8, 8, 10, 10, 10, 10, 12, 12, 12)),
    (-6, (12, 12, 12, 12, 10, 10, 10, 10, 10, 10, 12, 12, 12, 12)),
    (-4, (12, 12, 12, 12, 10, 10, 12, 12, 12, 12)),
    (-2, (12, 12, 12, 12, 12, 12)),
    (0, (12, 12)),
)
_SIZE_OF_SQUARE: dict[Square, int] = {
    (first + column, row): size
    for row, (first, sizes) in enumerate(CONE_FIGURE, start=1)
    for column, size in enumerate(sizes)
}


def cone_from_edge(size: int) -> Squares:
    """Return the squares of a cone that opens downwards from the lower edge of ``(0, 0)``.

    Most sizes lean one column to the right, as an even width must; ``turned`` mirrors them.
    """
    # The drawn sizes are as in the rulebook's figure. Size 1 is the square in front. A size between two drawn
    # ones has the smaller cone and those squares of the larger one that are near enough. Areas of effect,
    # "Cones".
    _cone_size(size)
    if size == 1:
        return frozenset({(0, 1)})
    drawn = frozenset(square for square, smallest in _SIZE_OF_SQUARE.items() if smallest <= size)
    if size in DRAWN_CONES:
        return drawn
    return drawn | {square for square in cone_from_edge(size + 1) if distance(*square) <= size}


def turned(squares: Squares, quarter_turns: int = 0, *, mirrored: bool = False) -> Squares:
    """Return squares mirrored left to right if requested, then turned clockwise about the center of ``(0, 0)``."""
    result = frozenset((-x, y) for x, y in squares) if mirrored else squares
    for _ in range(quarter_turns % 4):
        result = frozenset((-y, x) for x, y in result)
    return result


@dataclass(frozen=True, slots=True)
class Slope:
    """The slope of a line: one column sideways after every ``rows`` rows; 0 means a straight line."""

    name: str
    rows: int


STRAIGHT = Slope("straight", 0)
ONE_IN_THREE = Slope("one in three", 3)
ONE_IN_TWO = Slope("one in two", 2)
DIAGONAL = Slope("diagonal", 1)
SLOPES: tuple[Slope, ...] = (STRAIGHT, ONE_IN_THREE, ONE_IN_TWO, DIAGONAL)


def line_area(length: int, slope: Slope = STRAIGHT) -> tuple[Square, ...]:
    """Return the squares of a line downwards from a corner of ``(0, 0)``, nearest first."""
    # A line is one square wide and ends when the next square would be farther than its length, diagonals
    # counted 1, 2, 1, 2. Areas of effect, "Lines" and its figure.
    _positive(length)
    squares = (((row - 1) // slope.rows if slope.rows else 0, row) for row in range(1, length + 1))
    return tuple(square for square in squares if distance(*square) <= length)


def _positive(size: int) -> None:
    if size < 1:
        raise RulesError(f"An area has a size of 1 or more, not {size}.")


def _cone_size(size: int) -> None:
    _positive(size)
    if size > LARGEST_CONE:
        raise RulesError(f"The rulebook draws cones up to size {LARGEST_CONE}, not {size}.")


_COMMON_SIZES: dict[str, tuple[Callable[[int], Squares], tuple[int, ...]]] = {
    "emanation": (emanation, (1, 2, 3)),
    "burst": (burst, (1, 2, 3, 4, 6)),
    "cone": (cone_from_edge, (2, 3, 4, 6, 8)),
}


def entries() -> tuple[Entry, ...]:
    """Return the four areas of effect, with the number of squares of common sizes, and auras."""
    return tuple(PROSE.term("area", key, facts=_counts(key)) for key in ("emanation", "aura", "burst", "cone", "line"))


def _counts(key: str) -> tuple[tuple[str, str], ...]:
    if key not in _COMMON_SIZES:
        return ()
    squares, sizes = _COMMON_SIZES[key]
    return tuple((f"{key.capitalize()} {size}", f"{len(squares(size))} squares") for size in sizes)


def rectangles(squares: Squares) -> Iterator[tuple[int, int, int, int]]:
    """Yield rectangles that fill squares: left, upper, right and lower side, each as wide and then as high as it can.

    >>> list(rectangles(frozenset({(0, 0), (1, 0), (0, 1), (1, 1), (5, 1)})))
    [(0, 0, 2, 2), (5, 1, 6, 2)]
    """
    left_over = set(squares)
    for left, upper in sorted(squares, key=lambda square: (square[1], square[0])):
        if (left, upper) not in left_over:
            continue
        right = left
        while (right, upper) in left_over:
            right += 1
        lower, row = upper, _row(left, right, upper)
        while row <= left_over:
            left_over -= row
            lower += 1
            row = _row(left, right, lower)
        yield left, upper, right, lower


def _row(left: int, right: int, y: int) -> set[Square]:
    return {(x, y) for x in range(left, right)}

"""Areas on a board: what a burst or an emanation reaches, and which drawn squares of a cone or a line it fills."""

from collections.abc import Iterable

from rules.board.ground import BoardGround
from rules.board.lines import BoardLine, HalfPoint, line_is_free
from rules.board.terrain import DIRECTIONS, Compass
from rules.tables.areas import (
    SLOPES,
    Square,
    Squares,
    cone_from_corner,
    cone_from_edge,
    line_area,
    turned,
)
from rules.tables.sizes import Space

SLOPE_NAMES = tuple(slope.name for slope in SLOPES)
SIDES: tuple[Compass, ...] = ("south", "west", "north", "east")
"""The directions of edges and lines, each a quarter turn clockwise after the last."""
QUARTERS: tuple[Compass, ...] = ("south-east", "south-west", "north-west", "north-east")
"""The directions of corner cones."""


def burst_area(ground: BoardGround, point: Square, through: Square, size: int) -> Squares:
    """Return the squares of a burst from a grid point that is aimed through one of the point's four squares."""
    # It begins in that square and those joined to it round the point, as its first diagonal. "Bursts"; ruling 526.
    x, y = point
    around = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]
    solid = ground.solid
    if solid.closes(*through):
        return frozenset()
    begun = {through}
    place = around.index(through)
    for turn in (1, -1):
        for number in range(1, 4):
            before, square = around[(place + turn * (number - 1)) % 4], around[(place + turn * number) % 4]
            step = (square[0] - before[0], square[1] - before[1])
            if solid.closes(*square) or solid.step_is_closed(*before, *step):
                break
            begun.add(square)
    question = ("burst", frozenset(begun), size)
    return ground.once(question, lambda: _spread(ground, begun, size, cost=1, odd=1))


def emanation_area(ground: BoardGround, space: Space, size: int) -> Squares:
    """Return the squares of an emanation around a space, which is left out."""
    # "Emanations"; rulings 123 and 526.
    return _spread(ground, space.squares, size, cost=0, odd=0) - space.squares


def _spread(ground: BoardGround, begun: Iterable[Square], size: int, *, cost: int, odd: int) -> Squares:
    """Return the squares that are reached from others within a size, by the cheapest way of each."""
    # For each cost the squares that are reached by an even and by an odd number of diagonals.
    waiting: dict[int, tuple[set[Square], set[Square]]] = {number: (set(), set()) for number in range(cost, size + 3)}
    if cost <= size:
        waiting[cost][odd].update(begun)
    reached, solid = (set[Square](), set[Square]()), ground.solid
    for now in range(cost, size + 1):
        for parity in (0, 1):
            new = waiting[now][parity] - reached[parity]
            reached[parity].update(new)
            for square in new if now < size else ():
                straight, diagonal = solid.open_from(square)
                waiting[now + 1][parity].update(straight)
                waiting[now + 1 + parity][1 - parity].update(diagonal)
    return frozenset(reached[0] | reached[1])


def corner_cone_area(ground: BoardGround, origin: Square, toward: Compass, size: int) -> Squares:
    """Return the squares of a cone from a grid point into the quarter of a direction (one of ``QUARTERS``)."""
    # "Cones"; rulings 122, 527 and 528.
    (x, y), (dx, dy) = origin, DIRECTIONS[toward]
    # It is drawn to the right and downwards from the upper right corner of the square (0, 0).
    squares = ((right - 1, down) for right, down in cone_from_corner(size))
    return _reached(
        ground,
        (2 * x, 2 * y),
        frozenset(
            (x + (right if dx > 0 else -1 - right), y + (down if dy > 0 else -1 - down)) for right, down in squares
        ),
    )


def edge_cone_area(
    ground: BoardGround, square: Square, toward: Compass, size: int, *, mirrored: bool = False
) -> Squares:
    """Return the squares of a cone from a square's side in a direction (one of ``SIDES``)."""
    # It leans left, seen along the direction; mirrored, right. "Cones"; rulings 122, 527 and 528.
    (x, y), (dx, dy) = square, DIRECTIONS[toward]
    drawn = turned(cone_from_edge(size), SIDES.index(toward), mirrored=mirrored)
    return _reached(ground, (2 * x + 1 + dx, 2 * y + 1 + dy), _moved(drawn, (0, 0), square))


def line_squares(
    ground: BoardGround, origin: Square, toward: Compass, size: int, slope: str, *, mirrored: bool = False
) -> Squares:
    """Return the squares of a line from a grid point in a direction (one of ``SIDES``), by the name of its slope.

    Its first square is to the left of the origin, seen along the direction; mirrored, to the right.
    """
    # "Lines"; rulings 527 and 528.
    drawn = line_area(size, SLOPES[SLOPE_NAMES.index(slope)])
    quarters = SIDES.index(toward)
    squares = turned(frozenset(drawn), quarters, mirrored=mirrored)
    shift = next(iter(turned(frozenset({(0, 1)}), quarters)))
    (x, y), (dx, dy) = origin, DIRECTIONS[toward]
    # Seen along the direction, left is a quarter turn counterclockwise.
    left = (dy, -dx) if not mirrored else (-dy, dx)
    first = (x + min(0, dx + left[0], dx, left[0]), y + min(0, dy + left[1], dy, left[1]))
    return _reached(ground, (2 * x, 2 * y), _moved(squares, shift, first))


def _moved(squares: Squares, before: Square, after: Square) -> Squares:
    """Return squares moved so that one of them comes to another place."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    return frozenset((x + dx, y + dy) for x, y in squares)


def _reached(ground: BoardGround, origin: HalfPoint, squares: Squares) -> Squares:
    """Return those squares of the board whose center has a free line from a point."""
    # Solid terrain alone stops it. Ruling 527.
    solid = ground.solid
    return frozenset(
        (x, y)
        for x, y in squares
        if solid.is_on_board(x, y) and line_is_free(solid, BoardLine(origin, (2 * x + 1, 2 * y + 1)))
    )

"""Where an area may be placed by a creature: the squares of every burst, emanation, cone and line that it can make."""

from collections.abc import Iterable, Iterator
from math import hypot

from rules.board.areas import (
    QUARTERS,
    SIDES,
    SLOPE_NAMES,
    burst_area,
    corner_cone_area,
    edge_cone_area,
    emanation_area,
    line_squares,
)
from rules.board.barriers import BoardBarriers
from rules.board.battlefield import space_distance
from rules.board.ground import BoardGround
from rules.board.lines import BoardLine, HalfPoint, line_is_free
from rules.board.sight import has_sight
from rules.board.terrain import DIRECTIONS
from rules.tables.areas import Square, Squares, burst
from rules.tables.sizes import Space

Placements = tuple[Squares, ...]
"""The squares of each placement of an area, each set once."""


def emanations(ground: BoardGround, space: Space, size: int) -> Placements:
    """Return the only emanation around a space."""
    return ground.once(("emanation", space, size), lambda: (emanation_area(ground, space, size),))


def cones(ground: BoardGround, space: Space, size: int) -> Placements:
    """Return the cones from the corners and the outer sides of a space, without those that fill squares of it."""
    # "Cones"; rulings 527 and 528.
    return ground.once(("cones", space, size), lambda: _outside(space, _cones(ground, space, size)))


def _cones(ground: BoardGround, space: Space, size: int) -> Iterator[Squares]:
    for corner in _corners(space):
        yield from (corner_cone_area(ground, corner, toward, size) for toward in QUARTERS)
    for x, y in space.squares:
        for toward in SIDES:
            dx, dy = DIRECTIONS[toward]
            if (x + dx, y + dy) not in space.squares:
                for mirrored in (False, True):
                    yield edge_cone_area(ground, (x, y), toward, size, mirrored=mirrored)


def line_areas(ground: BoardGround, space: Space, size: int) -> Placements:
    """Return the lines from the corners of a space, without those that fill squares of it."""
    # "Lines"; rulings 527 and 528.
    drawn = (
        line_squares(ground, corner, toward, size, slope, mirrored=mirrored)
        for corner in _corners(space)
        for toward in SIDES
        for slope in SLOPE_NAMES
        for mirrored in (False, True)
    )
    return ground.once(("lines", space, size), lambda: _outside(space, drawn))


def bursts(ground: BoardGround, space: Space, size: int, within: int, targets: Iterable[Space]) -> Placements:
    """Return the bursts of a creature in a space that may reach some of the targets.

    ``within`` is the range in squares up to the square through which a burst is aimed.
    """
    spaces = tuple(targets)
    question = ("bursts", space, size, within, spaces)
    return ground.once(question, lambda: tuple(dict.fromkeys(_bursts(ground, space, size, within, spaces))))


def _bursts(ground: BoardGround, space: Space, size: int, within: int, targets: tuple[Space, ...]) -> Iterator[Squares]:
    # It is aimed through an open square in range, to which there are sight and effect. "Targeting"; ruling 526.
    for through in ground.once(("aimed through", space, within), lambda: tuple(_aimed_through(ground, space, within))):
        if any(space_distance(target, through) <= size for target in targets):
            yield from _through(ground, space, through, size)


def bursts_through(ground: BoardGround, space: Space, square: Square, size: int, within: int) -> Placements:
    """Return the bursts that a creature in a space can aim through a square."""
    through = Space(*square)
    if space_distance(space, through) > within or not ground.contains(through) or ground.solid.closes(*square):
        return ()
    return tuple(dict.fromkeys(_through(ground, space, through, size)))


def placements_toward(areas: Placements, space: Space, square: Square) -> Placements:
    """Return cones or lines of a creature in a space: those that fill a square first, and then by its direction."""
    left, upper, right, lower = space.box
    toward = (2 * square[0] + 1 - left - right, 2 * square[1] + 1 - upper - lower)

    def _rank(area: Squares) -> tuple[bool, float]:
        along = [sum(2 * place[axis] + 1 - (left + right, upper + lower)[axis] for place in area) for axis in (0, 1)]
        length = hypot(*along) * hypot(*toward)
        return square not in area, -(along[0] * toward[0] + along[1] * toward[1]) / length if length else 0

    return tuple(sorted(filter(None, areas), key=_rank))


def burst_reaches(ground: BoardGround, space: Space, size: int, within: int, target: Space) -> bool:
    """Return True if a burst of a creature in a space may reach a target."""
    areas = _bursts(ground, space, size, within, (target,))
    question = ("burst reaches", space, size, within, target)
    return ground.once(question, lambda: any(not area.isdisjoint(target.squares) for area in areas))


def _aimed_through(ground: BoardGround, space: Space, within: int) -> Iterator[Space]:
    left, upper, right, lower = space.box
    for x in range(max(left - within, 0), min(right + within, ground.columns)):
        for y in range(max(upper - within, 0), min(lower + within, ground.rows)):
            through = Space(x, y)
            if space_distance(space, through) <= within and not ground.solid.closes(x, y):
                yield through


def _through(ground: BoardGround, space: Space, through: Space, size: int) -> Placements:
    """Return the bursts that a creature in a space aims through a square."""
    left, upper, right, lower = space.box
    square = through.x, through.y
    return ground.once(
        ("bursts through", space, through, size),
        lambda: tuple(
            _burst(ground, point, square, size)
            for point in (_corners(through) if has_sight(ground, space, through) else ())
            if _has_effect_to(ground.solid, (left + right, upper + lower), point, square)
        ),
    )


def _burst(ground: BoardGround, point: Square, through: Square, size: int) -> Squares:
    x, y = point
    box = (x - size, y - size, x + size, y + size)
    is_inside = box[0] >= 0 and box[1] >= 0 and box[2] <= ground.columns and box[3] <= ground.rows
    if is_inside and not ground.once(("met", box), lambda: ground.solid.touches(*box)):
        return ground.once(
            ("open burst", point, size), lambda: frozenset((x + right, y + down) for right, down in burst(size))
        )
    return burst_area(ground, point, through, size)


def _has_effect_to(solid: BoardBarriers, center: HalfPoint, point: Square, through: Square) -> bool:
    """Return True if the line of effect to a grid point is free and ends in the square through which it is aimed."""
    end, middle = (2 * point[0], 2 * point[1]), (2 * through[0] + 1, 2 * through[1] + 1)
    if center == end:
        return True
    # Looking back from the point, it comes out of the square.
    if any((was - to) * (mid - to) < 0 for was, to, mid in zip(center, end, middle, strict=True)):
        return False
    return line_is_free(solid, BoardLine(center, end), but_at_end=True)


def _corners(space: Space) -> tuple[Square, ...]:
    left, upper, right, lower = space.box
    return (left, upper), (right, upper), (left, lower), (right, lower)


def _outside(space: Space, areas: Iterable[Squares]) -> Placements:
    return tuple(dict.fromkeys(area for area in areas if area.isdisjoint(space.squares)))

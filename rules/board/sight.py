"""Line of sight between two spaces, exactly: whether any line from one to the other is free.

Lines that run to the right and downwards are ``x - s(x + y) = c`` with ``0 < s < 1``. So each of them is a point
``(s, c)`` of a plane, and the lines through a grid point are a straight line there. Something that blocks lies
wholly on one side of a line exactly where its lower left corner is on or above the line, or its upper right corner on
or below it: two half planes. So the free lines are convex polygons, found by cutting. Other directions are mirrored
into this one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import gcd

from rules.board.barriers import BoardBarriers, GridBox
from rules.board.ground import BoardGround
from rules.board.lines import BoardLine, line_is_free
from rules.tables.areas import Square
from rules.tables.sizes import Space

LinePoint = tuple[int, int, int]
"""A point ``(s, c)`` of the plane of lines as whole numbers: s and c are the first two divided by the third."""
LinePolygon = list[LinePoint]
_FLAT = 2
"""The most corners of a polygon without extent."""


def has_sight(ground: BoardGround, space: Space, other: Space) -> bool:
    """Return True if there is a line of sight between two spaces, which may share squares."""
    # Any point to any point; what is opaque under either of them does not block. "Line of sight"; rulings 62, 501, 502,
    # 503 and 504.
    pair = (space, other) if space.box <= other.box else (other, space)
    return ground.once(pair, lambda: _has_sight(ground, *pair))


def _has_sight(ground: BoardGround, space: Space, other: Space) -> bool:
    own, others = space.squares, other.squares
    if own & others:
        return True
    under = (own | others) - ground.solid.squares
    barriers = ground.opaque if under.isdisjoint(ground.opaque.squares) else ground.opaque.without(under)
    here, there = space.box, other.box
    return any(
        _sees_straight(barriers, *pair)
        or _sees_aslant(barriers, *pair, flipped=False)
        or _sees_aslant(barriers, *pair, flipped=True)
        for pair in ((here, there), (there, here))
    )


def _sees_straight(barriers: BoardBarriers, box: GridBox, other: GridBox) -> bool:
    """Return True if a level or an upright line from one space to the right or downwards to the other is free."""
    for axis in (0, 1):
        begin, end = box[axis + 2], other[axis]
        across = 1 - axis
        low, high = max(box[across], other[across]), min(box[across + 2], other[across + 2])
        if begin > end:
            continue
        # Where they touch, a line of any length inside one of them is enough.
        ends = [(2 * begin, 2 * end)] if begin < end else [(2 * begin - 1, 2 * end), (2 * begin, 2 * end + 1)]
        for at, (first, last) in product(range(2 * low, 2 * high + 1), ends):
            start, stop = ((first, at), (last, at)) if axis == 0 else ((at, first), (at, last))
            if line_is_free(barriers, BoardLine(start, stop)):
                return True
    return False


def _closed_points(boxes: Iterable[GridBox]) -> frozenset[Square]:
    """Return the grid points that no line to the right and downwards may pass: what blocks there has both sides."""
    above, below, across = set[Square](), set[Square](), set[Square]()
    for left, upper, right, lower in boxes:
        above.add((left, lower))
        below.add((right, upper))
        if left < right and upper < lower:
            across.update(((left, upper), (right, lower)))
    return frozenset(above & below | across)


def _sees_aslant(barriers: BoardBarriers, box: GridBox, other: GridBox, *, flipped: bool) -> bool:
    """Return True if a line from one space to the right and downwards to the other is free; upwards if ``flipped``."""
    around = (min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))
    if flipped:
        box, other = _flip(box), _flip(other)
    if other[2] <= box[0] or other[3] <= box[1]:
        return False
    inside = barriers.within(*around)
    # Lines that touch a corner alone are among those that touch the space at all: most unseen pairs end here.
    polygons = _free_polygons(map(_flip, inside) if flipped else inside, box, other)
    if not polygons:
        return False
    if any(len(polygon) > _FLAT for polygon in polygons):
        # A line of the plane does not cover it, so what excludes lines of the plane alone does not count.
        return True
    boxes = [_flip(near) if flipped else near for near in barriers.near(*around)]
    closed = _closed_points(boxes)
    if _has_line(polygons, closed, box, other):
        return True
    return any(
        _has_line(_free_polygons(boxes, start, end), closed, start, end)
        for start in (box, *_open_corners(box, closed))
        for end in (other, *_open_corners(other, closed))
        if (start, end) != (box, other) and (start[:2] != start[2:] or start != end)
    )


def _flip(box: GridBox) -> GridBox:
    left, upper, right, lower = box
    return left, -lower, right, -upper


def _open_corners(box: GridBox, closed: frozenset[Square]) -> Iterator[GridBox]:
    """Yield the corners of a space that a line may touch alone, each as a space without extent."""
    left, upper, right, lower = box
    for x, y in ((right, upper), (left, lower)):
        if (x, y) not in closed:
            yield x, y, x, y


def _has_line(polygons: Iterable[LinePolygon], closed: Iterable[Square], start: GridBox, end: GridBox) -> bool:
    """Return True if polygons have a free line between two rectangles, through the inside of those with an extent."""
    strict = [
        point
        for left, upper, right, lower in (start, end)
        if (left, upper) != (right, lower)
        for point in ((right, upper), (left, lower))
    ]
    between = [point for point in closed if _is_between((*point, *point), start, end)]
    return any(_has_free_line(polygon, strict, between) for polygon in polygons)


def _free_polygons(boxes: Iterable[GridBox], start: GridBox, end: GridBox) -> list[LinePolygon]:
    """Return the lines from one rectangle to another, touching both, that are left when each box has cut its strip."""
    left, upper, right, lower = start
    polygon: LinePolygon = [(0, left, 1), (1, -lower, 1), (1, -upper, 1), (0, right, 1)]
    if start[:2] == start[2:]:
        polygon = polygon[:2]
    left, upper, right, lower = end
    polygon = _cut(_cut(polygon, (right, upper), 1), (left, lower), -1)
    polygons = [polygon] if polygon else []
    # What lies in the middle cuts the most: where nothing is left, it is soon known.
    x, y = start[0] + start[2], start[1] + start[3]
    dx, dy = end[0] + end[2] - x, end[1] + end[3] - y
    first, second, last, final = start[2], start[3], end[0], end[1]
    between = [box for box in boxes if (box[0] >= first or box[1] >= second) and (box[2] <= last or box[3] <= final)]
    between.sort(key=lambda box: abs(dx * (box[1] + box[3] - y) - dy * (box[0] + box[2] - x)))
    for left, upper, right, lower in between:
        rest = []
        for polygon in polygons:
            above = [left * unit - (left + lower) * s - c for s, c, unit in polygon]
            below = [c - right * unit + (right + upper) * s for s, c, unit in polygon]
            if min(above) >= 0 or min(below) >= 0:
                rest.append(polygon)
                continue
            if max(above) >= 0:
                rest.append(_side(polygon, above))
            if max(below) >= 0:
                rest.append(_side(polygon, below))
        if not rest:
            return []
        polygons = rest
    return polygons


def _is_between(box: GridBox, start: GridBox, end: GridBox) -> bool:
    """Return True if lines to the right and downwards may meet something after the start and before the end."""
    left, upper, right, lower = box
    return (left >= start[2] or upper >= start[3]) and (right <= end[0] or lower <= end[1])


def _above(vertex: LinePoint, x: int, y: int) -> int:
    """Return how far above or to the right of a line a point lies, as a multiple that has the sign."""
    s, c, unit = vertex
    return x * unit - (x + y) * s - c


def _cut(polygon: LinePolygon, point: Square, sign: int) -> LinePolygon:
    """Return the lines that have a point on them or above (``sign`` 1) or below (-1)."""
    return _side(polygon, [sign * _above(vertex, *point) for vertex in polygon])


def _side(polygon: LinePolygon, heights: list[int]) -> LinePolygon:
    """Return the part of a polygon where heights are not negative, from those of its corners."""
    cut: LinePolygon = []
    if not polygon:
        return cut
    before, was = polygon[-1], heights[-1]
    for vertex, height in zip(polygon, heights, strict=True):
        if height * was < 0:
            much, little = abs(was), abs(height)
            s = vertex[0] * much + before[0] * little
            c = vertex[1] * much + before[1] * little
            unit = vertex[2] * much + before[2] * little
            shared = gcd(s, c, unit)
            cut.append((s // shared, c // shared, unit // shared))
        if height >= 0:
            cut.append(vertex)
        before, was = vertex, height
    return list(dict.fromkeys(cut))


def _has_free_line(polygon: LinePolygon, strict: Sequence[Square], closed: Sequence[Square]) -> bool:
    """Return True if a polygon has a line that runs aslant, not through a closed point, nor only along a strict one."""
    if all(s == 0 for s, _, _ in polygon) or all(s == unit for s, _, unit in polygon):
        return False
    # A closed point excludes a straight line of the plane, which covers a polygon only if it contains all of it.
    return not any(all(_above(vertex, *point) == 0 for vertex in polygon) for point in (*strict, *closed))

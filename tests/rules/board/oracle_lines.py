"""Sight and effect (rulings 501 to 506, ruling 512): whether a line between two places is free.

The straight line with direction ``(dx, dy)`` and offset ``o`` holds the points with ``dx * y - dy * x == o``; all three
are integers, in half squares. A point's side of it is the sign of ``dx * y - dy * x - o``.

**Which lines are tried.** Sight asks whether some line between two spaces A and B is free. Only its straight line
matters: of two lines on the same straight line, what blocks the shorter blocks the longer, so the shortest are enough.
Let C be the corners of A, of B, and of everything blocking that touches their bounding box, as far as they are in the
box (the ends of borders are their corners). What a straight line meets, in which order, and what of it is on which
side, follows from the side of each point of C: it meets the inside of a box when corners of the box are on both sides,
runs along a border when both ends are on it, and touches a corner when that corner is on it. (A box that only touches
the bounding box can block at a corner of A or B alone, or along a side of the bounding box; the corners of A and B show
both.) So all straight lines with the same signs for all points of C are equally free, and it is enough to try a line of
each kind:

1. *Through two points of C:* each of them.
2. *Through exactly one point v of C:* such lines with the same signs form an interval of directions between two
   neighboring directions from v to other points of C. The sum of these two directions is in it.
3. *Through no point of C:* turn such a line so little that no sign changes, until no two points of C have its
   direction, and move it sideways until it meets C. It then meets it in one point v, and is a line of kind 2.
   Conversely each line of kind 2 has, on either side of it, a strip of parallels up to the next point of C in which no
   sign changes. So the middles of the strips on both sides of the lines of kind 2 have all signs that are left.

A line that meets A and B still does so when it has been moved to v, since their corners are in C.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from math import gcd

from tests.rules.board.oracle_ground import Box, OracleFigure, OracleGround, Square, apart

Straight = tuple[int, int, int]
Span = tuple[int, int]

SIGHT = ("solid", "opaque")
EFFECT = ("solid",)


def doubled(box: Box) -> Box:
    """A box in half squares."""
    return 2 * box[0], 2 * box[1], 2 * box[2], 2 * box[3]


def corners(box: Box) -> set[Square]:
    return set(product((box[0], box[2]), (box[1], box[3])))


def bounds_of(first: Box, second: Box) -> Box:
    return min(first[0], second[0]), min(first[1], second[1]), max(first[2], second[2]), max(first[3], second[3])


def touching(first: Box, second: Box) -> bool:
    across = first[0] <= second[2] and second[0] <= first[2]
    return across and first[1] <= second[3] and second[1] <= first[3]


def straight_through(first: Square, second: Square) -> Straight:
    dx, dy = second[0] - first[0], second[1] - first[1]
    divisor = gcd(dx, dy) if (dy, dx) > (0, 0) else -gcd(dx, dy)
    dx, dy = dx // divisor, dy // divisor
    return dx, dy, dx * first[1] - dy * first[0]


def side(line: Straight, point: Square) -> int:
    dx, dy, offset = line
    value = dx * point[1] - dy * point[0] - offset
    return (value > 0) - (value < 0)


def span(line: Straight, box: Box) -> Span | None:
    """Where a straight line is inside a closed box, in a measure that grows along the line; nothing if it misses it.

    The measure is ``dy * x``, with ``dy`` above 0; on lines along an axis it is ``dx * x`` or ``dy * y``.
    """
    dx, dy, offset = line
    left, top, right, bottom = box
    if dy == 0:
        return (dx * left, dx * right) if dx * top <= offset <= dx * bottom else None
    if dx == 0:
        return (dy * top, dy * bottom) if dy * left <= -offset <= dy * right else None
    first, second = sorted((dx * top - offset, dx * bottom - offset))
    low, high = max(dy * left, first), min(dy * right, second)
    return (low, high) if low <= high else None


def is_free(line: Straight, part: Span, boxes: Iterable[Box]) -> bool:
    """Ruling 501, for the part of a straight line from one measure to another."""
    sides: dict[int, list[Span]] = {1: [], -1: []}
    for box in boxes:
        touched = span(line, box)
        if touched is None or touched[1] < part[0] or part[1] < touched[0]:
            continue
        signs = {side(line, corner) for corner in corners(box)}
        if {1, -1} <= signs or signs == {0}:
            return False
        sides[1 if 1 in signs else -1].append(touched)
    return not any(
        max(first[0], second[0], part[0]) <= min(first[1], second[1], part[1])
        for first, second in product(*sides.values())
    )


def free_between(first: Square, second: Square, boxes: Iterable[Box]) -> bool:
    """Whether the line between two points, given in half squares, is free of boxes, given in grid points."""
    line = straight_through(first, second)
    ends = [span(line, (*point, *point)) for point in (first, second)]
    low, high = sorted(end[0] for end in ends if end)
    return is_free(line, (low, high), [doubled(box) for box in boxes])


def has_effect(ground: OracleGround, first: OracleFigure, second: OracleFigure) -> bool:
    """Ruling 505. Two spaces with the same center have no line between them, and nothing in its way."""
    if first.doubled_center == second.doubled_center:
        return True
    return free_between(first.doubled_center, second.doubled_center, [*ground.boxes_with(EFFECT), *ground.beyond])


def sees(ground: OracleGround, first: OracleFigure, second: OracleFigure) -> bool:
    """Rulings 501, 503 and 504."""
    if first.squares & second.squares:
        return True
    around = bounds_of(first.box, second.box)
    blocking = ground.boxes_with(SIGHT, leaving_out=first.squares | second.squares)
    boxes = [doubled(box) for box in (*blocking, *ground.beyond) if touching(box, around)]
    ends = doubled(first.box), doubled(second.box)
    points = {
        corner for box in (*boxes, *ends) for corner in corners(box) if touching((*corner, *corner), doubled(around))
    }
    return any(_has_free_part(line, *ends, boxes) for line in _lines(sorted(points), *ends))


def spaces_apart(first: OracleFigure, second: OracleFigure) -> int:
    """Ruling 512."""
    return min(apart(a, b) for a in first.squares for b in second.squares)


def _lines(points: list[Square], first: Box, second: Box) -> Iterator[Straight]:
    """Yield every line that must be tried, of those that meet both spaces."""
    known: set[Straight] = set()
    through_single: list[Straight] = []
    for point in points:
        lines = {straight_through(point, other)[:2] for other in points if other != point}
        directions = _by_angle(lines)
        for dx, dy in directions:
            line = dx, dy, dx * point[1] - dy * point[0]
            if line not in known and _meets(line, first) and _meets(line, second):
                known.add(line)
                yield line
        turned = [*directions, (-directions[0][0], -directions[0][1])]
        for (a, b), (c, d) in pairwise(turned):
            line = straight_through(point, (point[0] + a + c, point[1] + b + d))
            if _meets(line, first) and _meets(line, second):
                through_single.append(line)
    yield from through_single
    for dx, dy, offset in through_single:
        offsets = {dx * y - dy * x for x, y in points}
        above = [other for other in offsets if other > offset]
        below = [other for other in offsets if other < offset]
        for other in [*([min(above)] if above else []), *([max(below)] if below else [])]:
            line = 2 * dx, 2 * dy, offset + other
            if _meets(line, first) and _meets(line, second):
                yield line


def _by_angle(directions: Iterable[Square]) -> list[Square]:
    """Directions of the lower half plane, once each, in the order of their angles."""
    # A direction of the half plane comes after another when it is to the right of it; insertion keeps it exact.
    ordered: list[Square] = []
    for dx, dy in sorted(directions):
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if ordered[middle][0] * dy - ordered[middle][1] * dx > 0:
                low = middle + 1
            else:
                high = middle
        if low == len(ordered) or ordered[low][0] * dy != ordered[low][1] * dx:
            ordered.insert(low, (dx, dy))
    return ordered


def _meets(line: Straight, box: Box) -> bool:
    return {side(line, corner) for corner in corners(box)} not in ({1}, {-1})


def _has_free_part(line: Straight, first: Box, second: Box, boxes: list[Box]) -> bool:
    """Whether some line between the spaces is free on a straight line that meets both."""
    # Four times as fine, so that a step of 1 in the measure is less than the way between any two ends of spans.
    line = 4 * line[0], 4 * line[1], 4 * line[2]
    spans = span(line, first), span(line, second)
    assert spans[0]
    assert spans[1]
    low, high = max(spans[0][0], spans[1][0]), min(spans[0][1], spans[1][1])
    if high < low:
        return is_free(line, (high, low), boxes)
    # The spaces touch and the line passes where they do: the shortest lines are as short as one likes.
    start, end = min(spans[0][0], spans[1][0]), max(spans[0][1], spans[1][1])
    parts = [(low - 1, low)] if start < low else []
    parts += [(high, high + 1)] if high < end else []
    marks = {mark for box in boxes for mark in span(line, box) or () if low < mark < high}
    parts += [(left + 1, right - 1) for left, right in pairwise(sorted({low, *marks, high}))]
    return any(is_free(line, part, boxes) for part in parts)

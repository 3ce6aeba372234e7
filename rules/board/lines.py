"""Lines on a board: whether one is free, what it passes through, and the line of effect.

Points are in half squares.
"""

from dataclasses import dataclass

from rules.board.barriers import BoardBarriers, GridBox
from rules.board.battlefield import BoardFigure
from rules.board.ground import BoardGround
from rules.tables.sizes import Space

HalfPoint = tuple[int, int]
LinePart = tuple[int, int]
"""A part of a line, from 0 at its start to its ``unit`` at its end."""

_NOWHERE: LinePart = (1, 0)


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of positive length between two points."""

    start: HalfPoint
    end: HalfPoint

    @property
    def run(self) -> HalfPoint:
        """How far it goes to the right and downwards."""
        return self.end[0] - self.start[0], self.end[1] - self.start[1]

    @property
    def unit(self) -> int:
        """A number of parts of the line such that each grid line crosses it at a whole one."""
        dx, dy = self.run
        return abs(dx or 1) * abs(dy or 1)

    def sides(self, box: GridBox) -> tuple[int, int]:
        """Return how far a rectangle reaches to either side of the straight line: the least and the largest, signed."""
        left, upper, right, lower = box
        dx, dy = self.run
        x, y = self.start
        crosses = [dx * (2 * py - y) - dy * (2 * px - x) for px in (left, right) for py in (upper, lower)]
        return min(crosses), max(crosses)

    def within(self, box: GridBox) -> LinePart:
        """Return the part of the line in a closed rectangle; one that ends before it begins if there is none."""
        left, upper, right, lower = box
        begin, end, unit = 0, self.unit, self.unit
        for at, run, low, high in zip(self.start, self.run, (2 * left, 2 * upper), (2 * right, 2 * lower), strict=True):
            if run == 0:
                if not low <= at <= high:
                    return _NOWHERE
                continue
            first, last = sorted(((low - at) * unit // run, (high - at) * unit // run))
            begin, end = max(begin, first), min(end, last)
        return begin, end

    def bounds(self) -> GridBox:
        """Return the rectangle of whole squares around it."""
        (x, y), (other_x, other_y) = self.start, self.end
        left, right, upper, lower = min(x, other_x), max(x, other_x), min(y, other_y), max(y, other_y)
        return left // 2, upper // 2, -(-right // 2), -(-lower // 2)


def line_is_free(barriers: BoardBarriers, segment: BoardLine, *, but_at_end: bool = False) -> bool:
    """Return True if nothing blocks a line; ``but_at_end`` leaves out what meets it at its very end alone.

    It is blocked where the squares and borders that contain one of its points, ends included, have points on both sides
    of the straight line. A border along the straight line counts as both sides.
    """
    # A face or a single corner may be touched; the gap between two diagonal walls is closed. "Line of sight"; rulings
    # 62, 501, 502 and 526.
    touched: dict[bool, list[LinePart]] = {True: [], False: []}
    for box in barriers.near(*segment.bounds()):
        least, most = segment.sides(box)
        if least > 0 or most < 0:
            continue
        begin, end = segment.within(box)
        if begin > end or (but_at_end and begin == segment.unit):
            continue
        if least < 0 < most or least == most:
            return False
        touched[most == 0].append((begin, end))
    return not any(
        begin <= other_end and other_begin <= end
        for begin, end in touched[True]
        for other_begin, other_end in touched[False]
    )


def has_effect(ground: BoardGround, figure: BoardFigure, other: BoardFigure) -> bool:
    """Return True if there is a line of effect between two figures: the line between their centers is free."""
    # "Line of effect"; rulings 63 and 505.
    if figure.center == other.center:
        return True
    between = BoardLine(figure.center, other.center)
    return ground.once(between, lambda: line_is_free(ground.solid, between))


def runs_through(segment: BoardLine, space: Space) -> bool:
    """Return True if a line has points inside a space; touching a side or a corner is not enough."""
    # Ruling 508.
    least, most = segment.sides(space.box)
    if not least < 0 < most:
        return False
    begin, end = segment.within(space.box)
    return begin < end

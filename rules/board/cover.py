"""Cover and concealment: the lines that may be drawn from an attacker to its target, and what they pass through."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.ground import BoardGround
from rules.board.lines import BoardLine, HalfPoint
from rules.board.sight import has_sight
from rules.tables.areas import Square
from rules.tables.sizes import Space


@dataclass(frozen=True, slots=True)
class CoverLine:
    """A line from an attacker's square to its target: what asks for cover and concealment checks, in their order.

    ``allies`` is how many figures of the attacker's side are among the cover checks.
    """

    segment: BoardLine
    checks: tuple[str, ...]
    concealment: tuple[str, ...]
    allies: int

    @property
    def order(self) -> tuple[object, ...]:
        """The order in which the target's player wants lines: most checks first."""
        # Ruling 509.
        counts = (-len(self.checks), -len(self.concealment), -self.allies)
        return *counts, self.checks, self.concealment, _by_ends(self.segment)


def cover_line_between(field: Battlefield, attacker: BoardFigure, target: BoardFigure) -> CoverLine | None:
    """Return the line that attacker and target take; None without sight."""
    # The attacker chooses its square, the target's player the line. "Cover", "Larger creatures"; rulings 57 and 509.
    ground, pair = field.ground, (attacker.space, target.space)
    if not has_sight(ground, *pair):
        return None
    figures = _figures_between(field, attacker, target)
    met = tuple((figure.id, figure.space, figure.side == attacker.side) for figure in figures)
    return ground.once(("cover", pair, met), lambda: _Scene(ground, *pair, figures, attacker.side).line_taken())


def cover_lines_offered(field: Battlefield, attacker: BoardFigure, target: BoardFigure) -> tuple[CoverLine, ...]:
    """Return the line that attacker and target take, then others that they may choose; empty without sight.

    From each square of the attacker these are the lines with the most cover checks, then concealment checks, each set
    of pieces once.
    """
    # The attacker may choose another of its squares, and the target's player among equal lines. Rulings 509 and 410.
    taken, offered = cover_line_between(field, attacker, target), dict[tuple[str, ...], CoverLine]()
    if taken is None:
        return ()
    scene = _Scene(field.ground, attacker.space, target.space, _figures_between(field, attacker, target), attacker.side)
    for line in (taken, *scene.lines_offered()):
        offered.setdefault((*sorted(line.checks), "", *sorted(line.concealment)), line)
    return tuple(offered.values())


def _figures_between(field: Battlefield, attacker: BoardFigure, target: BoardFigure) -> tuple[BoardFigure, ...]:
    """Return the figures that may be cover: no taller than both, not helpless, and near the line of the centers."""
    # One that shares a space with either gives no check. Rulings 61 and 510.
    height = min(attacker.height, target.height)
    under = attacker.space.squares | target.space.squares
    is_near = _strip(attacker.space, target.space)
    return tuple(
        figure
        for figure in field.figures
        if not figure.is_helpless
        and is_near(*figure.space.box)
        and figure.height <= height
        and figure.space.squares.isdisjoint(under)
    )


def _strip(space: Space, other: Space) -> Callable[[int, int, int, int], bool]:
    """Return a test whether a box, in squares, has points between two spaces, in the strip that holds all lines."""
    left, upper, right, lower = (
        choose(side, another) for choose, side, another in zip((min, min, max, max), space.box, other.box, strict=True)
    )
    x, y = 2 * space.x + space.width, 2 * space.y + space.width
    dx, dy = 2 * other.x + other.width - x, 2 * other.y + other.width - y
    across, widest = abs(dx) + abs(dy), max(space.width, other.width)

    def is_near(box_left: int, box_upper: int, box_right: int, box_lower: int) -> bool:
        if box_left > right or box_right < left or box_upper > lower or box_lower < upper:
            return False
        away = abs(dx * (box_upper + box_lower - y) - dy * (box_left + box_right - x))
        return away <= across * (widest + max(box_right - box_left, box_lower - box_upper))

    return is_near


def line_points(square: Square) -> list[HalfPoint]:
    """Return the points of a square to which lines are drawn: corners, middles of sides and center, in half squares."""
    # Ruling 507.
    x, y = square
    return [(2 * x + right, 2 * y + down) for down in range(3) for right in range(3)]


_Obstacle = tuple[int, int, int, int, int]
"""The number of what may be in the way, and its box in half squares."""


class _Scene:
    """What may be in the way between two spaces: terrain by the number of its piece, then figures."""

    def __init__(
        self, ground: BoardGround, own: Space, other: Space, figures: tuple[BoardFigure, ...], side: str
    ) -> None:
        self._own, self._other, self._figures = own, other, figures
        pieces = [piece for piece in ground.pieces if piece.covers or piece.conceals]
        self._names = [piece.name for piece in pieces] + [figure.id for figure in figures]
        self._first_figure = len(pieces)
        self._covering = {number for number, piece in enumerate(pieces) if piece.covers}
        self._concealing = {number for number, piece in enumerate(pieces) if piece.conceals}
        self._allies = {number for number, figure in enumerate(figures, len(pieces)) if figure.side == side}
        self._covering |= set(range(len(pieces), len(self._names)))
        self._boxes: list[_Obstacle] = []
        self._borders: list[tuple[int, tuple[bool, Square]]] = []
        under, is_near = own.squares | other.squares, _strip(own, other)
        for number, piece in enumerate(pieces):
            # What lies in either's own space gives no check, but solid terrain does. "Adjacent cover"; ruling 504.
            for x, y in piece.squares if piece.terrain.is_solid else piece.squares - under:
                if is_near(x, y, x + 1, y + 1):
                    self._boxes.append((number, 2 * x, 2 * y, 2 * x + 2, 2 * y + 2))
            for border, ((x, y), (to_x, to_y)) in piece.borders.ends():
                if is_near(x, y, to_x, to_y):
                    self._borders.append((number, border))
        for number, figure in enumerate(figures, len(pieces)):
            left, upper, right, lower = figure.space.box
            self._boxes.append((number, 2 * left, 2 * upper, 2 * right, 2 * lower))

    def line_taken(self) -> CoverLine:
        """Return the line that attacker and target take."""
        ends = sorted({point for square in self._other.squares for point in line_points(square)}, key=_by_row)
        lines = []
        for square in sorted(self._own.squares, key=_by_row):
            starts = line_points(square)
            if not (self._boxes or self._borders):
                return CoverLine(BoardLine(starts[0], next(end for end in ends if end != starts[0])), (), (), 0)
            x, y = square
            # A border beside the attacker is no cover to it. "Adjacent cover"; ruling 60.
            beside = {(True, (x, y)), (True, (x + 1, y)), (False, (x, y)), (False, (x, y + 1))}
            borders = [(number, border) for number, border in self._borders if border not in beside]
            drawn = [BoardLine(start, end) for start in starts for end in ends if start != end]
            # Names and places are looked at where the counts are equal alone.
            met = [self._met(segment, borders) for segment in drawn]
            counts = [self._counts(each) for each in met]
            most = max(counts)
            full = [number for number, count in enumerate(counts) if count == most]
            if max(most[:2]) <= 1:
                # Then nothing is entered before another.
                first = min((self._named(met[number]), _by_ends(drawn[number]), number) for number in full)
                full = [first[-1]]
            lines.append(min((self._drawn(drawn[at], borders) for at in full), key=lambda line: line.order))
        return min(lines, key=lambda line: (len(line.checks), len(line.concealment)))

    def _met(self, segment: BoardLine, borders: list[tuple[int, tuple[bool, Square]]]) -> frozenset[int]:
        """Return the numbers of what a line passes through."""
        passed = {box[0] for box in self._passed(segment)}
        passed.update(number for number, border in borders if _crossed_at(segment, *border) is not None)
        return frozenset(passed)

    def _counts(self, met: frozenset[int]) -> tuple[int, int, int]:
        """Return how many cover and concealment checks a line asks for, and how many figures of the side are on it."""
        return len(met & self._covering), len(met & self._concealing), len(met & self._allies)

    def _named(self, met: frozenset[int]) -> tuple[list[str], list[str]]:
        names = [sorted(self._names[number] for number in met & kind) for kind in (self._covering, self._concealing)]
        return names[0], names[1]

    def _passed(self, segment: BoardLine) -> list[_Obstacle]:
        """Return the boxes with points of a line inside them; touching a side or a corner is not enough."""
        # Ruling 508. The straight line runs through the inside, and the line's own box shares points with it.
        (x, y), (to_x, to_y), (dx, dy) = segment.start, segment.end, segment.run
        first_x, last_x, first_y, last_y = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
        own, down, right = dx * y - dy * x, dx > 0, dy > 0
        return [
            box
            for box in self._boxes
            if first_x < box[3]
            and last_x > box[1]
            and first_y < box[4]
            and last_y > box[2]
            and dx * box[2 if down else 4] - dy * box[3 if right else 1]
            < own
            < dx * box[4 if down else 2] - dy * box[1 if right else 3]
        ]

    def _drawn(self, segment: BoardLine, borders: list[tuple[int, tuple[bool, Square]]]) -> CoverLine:
        """Return a line with what it passes through, in the order in which it enters."""
        entered: dict[int, int] = {}
        for number, left, upper, right, lower in self._passed(segment):
            at = segment.within((left // 2, upper // 2, right // 2, lower // 2))[0]
            entered[number] = min(at, entered.get(number, at))
        for number, border in borders:
            crossed = _crossed_at(segment, *border)
            if crossed is not None:
                entered[number] = min(crossed, entered.get(number, crossed))
        # Ties: terrain first, then by name. Ruling 510.
        order = sorted(
            (at, number >= self._first_figure, self._names[number], number) for number, at in entered.items()
        )
        return CoverLine(
            segment,
            tuple(name for *_, name, number in order if number in self._covering),
            tuple(name for *_, name, number in order if number in self._concealing),
            len(self._allies & entered.keys()),
        )

    def lines_offered(self) -> Iterator[CoverLine]:
        """Yield the lines with the most checks from each of the attacker's squares, each set of pieces once."""
        ends = sorted((point for square in self._other.squares for point in line_points(square)), key=_by_row)
        counting = self._covering | self._concealing
        for x, y in sorted(self._own.squares, key=_by_row) if self._boxes or self._borders else ():
            beside = {(True, (x, y)), (True, (x + 1, y)), (False, (x, y)), (False, (x, y + 1))}
            borders = [(number, border) for number, border in self._borders if border not in beside]
            drawn: dict[frozenset[int], BoardLine] = {}
            for segment in (BoardLine(start, end) for start in line_points((x, y)) for end in ends if start != end):
                crossed = (number for number, border in borders if _crossed_at(segment, *border) is not None)
                met = counting.intersection((*(box[0] for box in self._passed(segment)), *crossed))
                drawn.setdefault(frozenset(met), segment)
            counts = {met: (len(met & self._covering), len(met & self._concealing)) for met in drawn}
            most = max(counts.values())
            full = (self._drawn(drawn[met], borders) for met, count in counts.items() if count == most)
            yield from sorted(full, key=lambda line: line.order)


def _by_row(point: Square) -> Square:
    return point[1], point[0]


def _by_ends(segment: BoardLine) -> tuple[int, int, int, int]:
    (x, y), (to_x, to_y) = segment.start, segment.end
    return y, x, to_y, to_x


def _crossed_at(segment: BoardLine, is_upright: bool, square: Square) -> int | None:
    """Return where a line crosses a border, in parts of its unit; None if it touches no more than an end of it."""
    (x, y), (dx, dy), unit = segment.start, segment.run, segment.unit
    along, across, to_line, to_end = (dx, dy, 2 * square[0] - x, 2 * square[1] - y)
    if not is_upright:
        along, across, to_line, to_end = dy, dx, to_end, to_line
    if along == 0:
        return None
    at = to_line * unit // along
    place = across * at - to_end * unit
    return at if 0 < at < unit and 0 < place < 2 * unit else None

"""Cover and concealment: the lines that may be drawn from an attacker to its target, and what they pass through."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.lines import BoardLine, HalfPoint, crossings, runs_through
from rules.board.sight import has_sight
from rules.tables.areas import Square

_Passed = tuple[int, bool, str]
"""Where a line enters a piece, in parts of its unit, whether that is a figure, and its name."""


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
        (x, y), (to_x, to_y) = self.segment.start, self.segment.end
        counts = (-len(self.checks), -len(self.concealment), -self.allies)
        return *counts, self.checks, self.concealment, (y, x, to_y, to_x)


def cover_line_between(field: Battlefield, attacker: BoardFigure, target: BoardFigure) -> CoverLine | None:
    """Return the line that attacker and target take; None without sight."""
    # The attacker chooses its square, the target's player the line. "Cover", "Larger creatures"; rulings 57 and 509.
    if not has_sight(field.ground, attacker.space, target.space):
        return None
    scene = _Scene(field, attacker, target)
    ends = {point for square in target.space.squares for point in line_points(square)}
    lines = []
    for square in sorted(attacker.space.squares, key=lambda square: square[::-1]):
        beside = scene.beside(square)
        drawn = (scene.line(start, end, beside) for start in line_points(square) for end in ends if start != end)
        lines.append(min(drawn, key=lambda line: line.order))
    return min(lines, key=lambda line: (len(line.checks), len(line.concealment)))


def line_points(square: Square) -> list[HalfPoint]:
    """Return the points of a square to which lines are drawn: corners, middles of sides and center, in half squares."""
    # Ruling 507.
    x, y = square
    return [(2 * x + right, 2 * y + down) for down in range(3) for right in range(3)]


class _Scene:
    """What may be in the way between two figures."""

    def __init__(self, field: Battlefield, attacker: BoardFigure, target: BoardFigure) -> None:
        self._attacker = attacker
        self._lines: dict[tuple[HalfPoint, HalfPoint, frozenset[tuple[bool, Square]]], CoverLine] = {}
        own, others = attacker.space, target.space
        under = own.squares | others.squares
        left, upper, right, lower = (
            choose(side, other) for choose, side, other in zip((min, min, max, max), own.box, others.box, strict=True)
        )
        self._squares: dict[Square, list[int]] = {}
        self._borders: dict[tuple[bool, Square], list[int]] = {}
        self._pieces = [piece for piece in field.ground.pieces if piece.covers or piece.conceals]
        for number, piece in enumerate(self._pieces):
            # What lies in either's own space gives no check, but solid terrain does. "Adjacent cover"; ruling 504.
            for square in piece.squares if piece.terrain.is_solid else piece.squares - under:
                if left <= square[0] < right and upper <= square[1] < lower:
                    self._squares.setdefault(square, []).append(number)
            for border, _ in piece.borders.ends():
                if left <= border[1][0] <= right and upper <= border[1][1] <= lower:
                    self._borders.setdefault(border, []).append(number)
        height = min(attacker.height, target.height)
        self._figures = [
            figure
            for figure in field.figures
            if not figure.is_helpless and figure.height <= height and figure.space.squares.isdisjoint(under)
        ]

    def beside(self, square: Square) -> frozenset[tuple[bool, Square]]:
        """Return the borders with terrain that are sides of a square."""
        x, y = square
        sides = ((True, (x, y)), (True, (x + 1, y)), (False, (x, y)), (False, (x, y + 1)))
        return frozenset(side for side in sides if side in self._borders)

    def line(self, start: HalfPoint, end: HalfPoint, beside: frozenset[tuple[bool, Square]]) -> CoverLine:
        """Return what a line passes through; borders ``beside`` the attacker's square are no cover."""
        key = (start, end, beside)
        if key not in self._lines:
            self._lines[key] = self._drawn(BoardLine(start, end), beside)
        return self._lines[key]

    def _drawn(self, segment: BoardLine, beside: frozenset[tuple[bool, Square]]) -> CoverLine:
        entered: dict[int, int] = {}
        for at, crossed, border in crossings(segment) if self._squares or self._borders else ():
            if crossed is not None:
                numbers: Iterable[int] = self._squares.get(crossed, ())
            else:
                # A border beside the attacker is no cover to it. "Adjacent cover"; ruling 60.
                numbers = () if border is None or border in beside else self._borders.get(border, ())
            for number in numbers:
                entered.setdefault(number, at)
        passed = [(at, False, self._pieces[number]) for number, at in entered.items()]
        checks: list[_Passed] = [(at, figure, piece.name) for at, figure, piece in passed if piece.covers]
        hidden: list[_Passed] = [(at, figure, piece.name) for at, figure, piece in passed if piece.conceals]
        allies = 0
        for figure in self._figures:
            if runs_through(segment, figure.space):
                checks.append((segment.within(figure.space.box)[0], True, figure.id))
                allies += figure.side == self._attacker.side
        return CoverLine(
            segment,
            tuple(name for *_, name in sorted(checks)),
            tuple(name for *_, name in sorted(hidden)),
            allies,
        )

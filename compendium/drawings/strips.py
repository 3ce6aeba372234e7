"""Small figures of a page: a number on the strip of the numbers of others, and the faces of a die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString

from printing.boxes import centered
from printing.canvas import Box
from printing.svg import SvgFigure
from printing.text import ASCENT, DESCENT, TEXT, Run, Style, line
from rules.card_comparison import MeasureJudgment
from rules.card_comparison.wording import measure_number

WIDTH = 120.0
"""Of a strip, in points."""
_HEIGHT = 22.0
_AXIS = 7.0  # from the top to the middle of the strip
_HALF_BOX = 4.0  # half the height of the box of the middle half
_HALF_MARK = 5.2  # from the middle of a mark to its corners
_ENDS = 8.5  # size of the figures under the ends
_MARGIN = _HALF_MARK + 1


def strip_drawing(judgment: MeasureJudgment) -> SafeString:
    """Return the strip of a number, hidden from screen readers: the words beside it say the same.

    Empty where no other creature has the number.
    """
    spread = judgment.spread
    if spread is None:
        return SafeString("")
    own = (judgment.value,) if judgment.value is not None else ()
    low, high = min(spread.lowest, *own, spread.highest), max(spread.highest, *own, spread.lowest)
    step = WIDTH / (high - low) if high > low else 0
    figure = SvgFigure(Box(-_MARGIN, 0, WIDTH + _MARGIN, _HEIGHT))

    def at(value: float) -> float:
        return (value - low) * step if step else WIDTH / 2

    palette = figure.palette
    lower, middle, upper = spread.quartiles
    with figure.styled_as("reach"):
        figure.stroke(((at(spread.lowest), _AXIS), (at(spread.highest), _AXIS)), palette.ink, 1.4)
        for end in {spread.lowest, spread.highest}:
            figure.stroke(((at(end), _AXIS - 2.5), (at(end), _AXIS + 2.5)), palette.ink, 1.4)
    with figure.styled_as("middle-half"):
        figure.box(
            Box(at(lower) - 0.7, _AXIS - _HALF_BOX, at(upper) + 0.7, _AXIS + _HALF_BOX),
            fill=palette.shade,
            stroke=palette.ink,
            weight=1,
            round_by=1,
        )
    with figure.styled_as("median"):
        figure.stroke(((at(middle), _AXIS - _HALF_BOX), (at(middle), _AXIS + _HALF_BOX)), palette.ink, 2)
    if judgment.value is not None:
        _draw_mark(figure, at(judgment.value))
    _draw_ends(figure, at(spread.lowest), at(spread.highest), judgment)
    return SafeString(figure.svg("drawing strip"))


def _draw_mark(figure: SvgFigure, x: float) -> None:
    points = (
        (x, _AXIS - _HALF_MARK),
        (x + _HALF_MARK, _AXIS),
        (x, _AXIS + _HALF_MARK),
        (x - _HALF_MARK, _AXIS),
    )
    with figure.styled_as("own-mark"):
        figure.shape(points, fill=figure.palette.ink, stroke=figure.palette.ink, weight=1.2)


def _draw_ends(figure: SvgFigure, left: float, right: float, judgment: MeasureJudgment) -> None:
    """Write the lowest and the highest number under the ends of the strip."""
    assert judgment.spread is not None
    ends = {left: judgment.spread.lowest, right: judgment.spread.highest}
    with figure.styled_as("end-figure"):
        for x, value in ends.items():
            words = line(Run(measure_number(judgment.measure, value), Style(TEXT, _ENDS, figure.palette.ink)))
            start = max(-_MARGIN, min(x - words.width / 2, WIDTH + _MARGIN - words.width))
            figure.text(words, start, _HEIGHT - _ENDS / 2 + (ASCENT - DESCENT) * _ENDS / 2)


A_ROW = 10
"""Faces in a row: every die is drawn as wide, so that its faces are as large."""
SIDE = 15.0
"""Of a face, in points."""
_STEP = SIDE + 2  # from a face to the next one
_DIE_MARGIN = 1.0
_SIZE = 8.5  # of the numbers

Tone = Literal["worst", "bad", "good", "best"]


@dataclass(frozen=True, slots=True)
class RollResult:
    """A way that a roll ends, and how many faces of the die end it so; ``tone`` is how good it is for the roller."""

    name: str
    count: int
    tone: Tone


@dataclass(frozen=True, slots=True)
class FaceGroup:
    """The faces of a die that share a result, from the lowest to the highest."""

    result: RollResult
    first: int
    last: int

    @property
    def faces(self) -> str:
        """The faces as a reader sees them: ``1 to 7``, or ``20``."""
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class DieDrawing:
    """A die as drawn, with its legend."""

    drawing: SafeString
    groups: tuple[FaceGroup, ...]


def die_drawing(key: str, title: str, results: Sequence[RollResult]) -> DieDrawing:
    """Return the faces of a die with their results, the worst first; results that no face has are left out."""
    groups = _groups(results)
    rows = -(-groups[-1].last // A_ROW)
    right, bottom = (A_ROW - 1) * _STEP + SIDE, (rows - 1) * _STEP + SIDE
    figure = SvgFigure(Box(0, 0, right, bottom).grown(_DIE_MARGIN))
    for group in groups:
        for face in range(group.first, group.last + 1):
            _draw_face(figure, face, group.result.tone)
    description = " ".join(f"{group.faces}: {group.result.name}." for group in groups)
    return DieDrawing(SafeString(figure.svg("drawing faces", key=key, title=title, description=description)), groups)


def _groups(results: Sequence[RollResult]) -> tuple[FaceGroup, ...]:
    groups: list[FaceGroup] = []
    last = 0
    for result in results:
        if result.count:
            groups.append(FaceGroup(result, last + 1, last + result.count))
            last += result.count
    return tuple(groups)


def _draw_face(figure: SvgFigure, face: int, tone: Tone) -> None:
    row, column = divmod(face - 1, A_ROW)
    left, top = column * _STEP, row * _STEP
    palette = figure.palette
    with figure.styled_as(f"face {tone}"):
        figure.box(
            Box(left, top, left + SIDE, top + SIDE), fill=palette.shade, stroke=palette.edge, weight=0.8, round_by=2
        )
    with figure.styled_as(f"face-number {tone}"):
        centered(figure, str(face), Style(TEXT, _SIZE, palette.ink), left + SIDE / 2, top + SIDE / 2)

"""A number of one creature on the strip of the numbers of others: their range, their middle half, and its own mark."""

from __future__ import annotations

from django.utils.safestring import SafeString

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

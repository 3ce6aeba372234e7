"""The chart of prices against what creatures are worth by games: a dot for each, on scales that double evenly."""

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from printing.canvas import Box, Canvas, TextStyles
from printing.text import Run, line

_MARKS = (5, 10, 20, 50, 100, 200, 400)
_DOT = 1.6
_APART = 2.2
"""How far dots of one price lie apart, in points."""


class WorthDot(NamedTuple):
    """A creature: its price, what it plays like, and the ends of the interval, all in points."""

    price: float
    worth: float
    low: float
    high: float

    @property
    def look(self) -> str:
        """Its style: worth more or less than its price beyond the interval, or neither."""
        return "s1" if self.low > self.price else "s0" if self.high < self.price else ""


def draw_worth_chart(canvas: Canvas, area: Box, dots: Sequence[WorthDot], styles: TextStyles) -> None:
    """Draw the scales, the line where worth and price are the same, and each dot with its interval."""
    size, palette = styles.small.size, canvas.palette
    numbers = [number for dot in dots for number in dot]
    low, high = log(min(numbers)) - 0.1, log(max(numbers)) + 0.1
    plot = Box(area.left + size * 2.2, area.top + size, area.right - size, area.bottom - size * 3)

    def across(points: float) -> float:
        return plot.left + (log(points) - low) / (high - low) * plot.width

    def up(points: float) -> float:
        return plot.bottom - (log(points) - low) / (high - low) * plot.height

    for mark in _MARKS:
        if low <= log(mark) <= high:
            figure = line(Run(str(mark), styles.small))
            with canvas.styled_as("mark"):
                canvas.rule(plot.left, up(mark), plot.right, palette.rule)
            canvas.text(figure, plot.left - size * 0.4 - figure.width, up(mark) + size * 0.35)
            canvas.text(figure, across(mark) - figure.width / 2, plot.bottom + size * 1.3)
    words = line(Run("Price across, worth by games upward, in points", styles.small))
    canvas.text(words, plot.left, plot.bottom + size * 2.7)
    with canvas.styled_as("axis"):
        canvas.stroke(((plot.left, plot.bottom), (plot.right, plot.top)), palette.edge, 0.8, (4, 3))
    number_of, placed = Counter(dot.price for dot in dots), Counter[float]()
    for dot in sorted(dots, key=lambda dot: dot.worth):
        x = across(dot.price) + _APART * (placed[dot.price] - (number_of[dot.price] - 1) / 2) / 2
        placed[dot.price] += 1
        with canvas.styled_as(f"series {dot.look}".strip()):
            canvas.stroke(((x, up(dot.low)), (x, up(dot.high))), palette.edge, 0.5)
        with canvas.styled_as(f"end {dot.look}".strip()):
            canvas.box(Box(x, up(dot.worth), x, up(dot.worth)).grown(_DOT), fill=palette.ink, round_by=_DOT)

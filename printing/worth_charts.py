"""The chart of prices against what creatures are worth by games: a dot for each, on scales that double evenly."""

from collections import Counter
from collections.abc import Sequence
from math import log

from printing.canvas import Box, Canvas, TextStyles
from printing.text import Run, line
from rules.players.worth import PricedWorth

_MARKS = (5, 10, 20, 50, 100, 200, 400)
_DOT = 1.6
_APART = 2.2
"""How far dots of one price lie apart, in points."""
_LOOKS = {"more": "s1", "less": "s0", "": ""}
"""The style of a dot by its verdict."""


def draw_worth_chart(canvas: Canvas, area: Box, worths: Sequence[PricedWorth], styles: TextStyles) -> None:
    """Draw the scales, the line where worth and price are the same, and each dot with its interval."""
    size, palette = styles.small.size, canvas.palette
    numbers = [number for worth in worths for number in (worth.price, worth.points, worth.low, worth.high)]
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
    number_of, placed = Counter(worth.price for worth in worths), Counter[float]()
    for worth in sorted(worths, key=lambda worth: worth.points):
        x = across(worth.price) + _APART * (placed[worth.price] - (number_of[worth.price] - 1) / 2) / 2
        placed[worth.price] += 1
        look = _LOOKS[worth.verdict]
        with canvas.styled_as(f"series {look}".strip()):
            canvas.stroke(((x, up(worth.low)), (x, up(worth.high))), palette.edge, 0.5)
        with canvas.styled_as(f"end {look}".strip()):
            canvas.box(Box(x, up(worth.points), x, up(worth.points)).grown(_DOT), fill=palette.ink, round_by=_DOT)

"""The chart of points, for paper and for pages: a line for each warband, named where it ends."""

from collections.abc import Callable, Collection, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from printing.canvas import Box, Canvas, Dashes, Point, TextStyles
from printing.colors import SIDES, Color, Palette
from printing.text import BOLD, TEXT, Run, Style, ellipsized, line
from rules.campaigns.points import PointsLine

LEADERS = tuple(SIDES.values())
"""The inks of the first warbands; the others have thin lines without a hue."""
_DASHES: Sequence[Dashes] = ((), (6, 3), (2, 2), (8, 2, 2, 2))
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000, 1_000_000)
_LEAST = 150.0
_ROW = 1.3
"""The height of a label, as a share of its type size."""
_LABELS = 0.55
"""The most of the width for labels and the dotted lines that lead to them."""
PointsSpan = tuple[PointsLine, PointsLine]
"""The least and the most that the points of a line may be, at the same places."""
_LEADS = 1.2
"""The width of those dotted lines, in type sizes."""


def points_chart_height(lines: Sequence[PointsLine], styles: TextStyles) -> float:
    """Return the height at which every line of a chart has a label of its own."""
    return max(_LEAST, (len(lines) * _ROW + 2) * styles.small.size)


def draw_points_chart(
    canvas: Canvas,
    area: Box,
    lines: Sequence[PointsLine],
    styles: TextStyles,
    own: Collection[int] = (),
    spans: Sequence[PointsSpan] = (),
) -> None:
    """Draw the chart; the lines at the indexes ``own`` are as strong as those of the leaders.

    ``spans``, if any, are what each line may be: a band on a page, its outline on paper.
    """
    size, palette = styles.small.size, canvas.palette
    digits = max(len(f"{cost:,}") for _, values in lines for _, cost in values)
    left = area.left + size * (0.55 * digits + 0.7)
    bold = Style(BOLD, size, palette.ink)
    widest = max(line(Run(f"{name} {values[-1][1]:,}", bold)).width for name, values in lines)
    right = area.right - min(area.width * _LABELS, widest + size * (_LEADS + 1))
    plot = Box(left, area.top + size, right, area.bottom - size * 2)
    place_at = _draw_scales(canvas, plot, [*lines, *chain.from_iterable(spans)], styles.small)
    for index, (low, high) in enumerate(spans):
        look = _look(index, palette, is_own=index in own)
        band = [place_at(*value) for value in (*low.values, *reversed(high.values))]
        with canvas.styled_as(f"span {look.name}".strip()):
            canvas.shape(band, stroke=look.ink, weight=0.3)
    ways = [[place_at(place, cost) for place, cost in values] for _, values in lines]
    labels = _spread([way[-1][1] for way in ways], size * _ROW, area.bottom - size * 0.6)
    start = plot.right + size * _LEADS
    # The leaders come last, above the others.
    for index in reversed(range(len(lines))):
        name, values = lines[index]
        look = _look(index, palette, is_own=index in own)
        (x, y), label = ways[index][-1], (start, labels[index])
        with canvas.styled_as(f"series {look.name}".strip()):
            canvas.stroke(ways[index], look.ink, look.weight, look.dashes)
            canvas.stroke(((x, y), label), look.ink, 0.6, (1, 2))
        with canvas.styled_as(f"end {look.name}".strip()):
            canvas.box(Box(x, y, x, y).grown(look.weight + 0.5), fill=look.ink, round_by=look.weight + 0.5)
        style = Style(BOLD, size, look.ink) if look.name else Style(TEXT, size, palette.ink)
        cost = line(Run(f"{values[-1][1]:,}", style))
        baseline = label[1] + size * 0.35
        with canvas.styled_as(f"name {look.name}".strip()):
            canvas.text(cost, area.right - cost.width, baseline)
            canvas.text(ellipsized(name, style, area.right - start - cost.width - size * 0.7), start + 2, baseline)


class _LineLook(NamedTuple):
    """How a line is drawn; it is strong if it has a name for style sheets."""

    name: str
    ink: Color
    weight: float
    dashes: Dashes = ()


def _look(index: int, palette: Palette, *, is_own: bool) -> _LineLook:
    if index < len(LEADERS):
        return _LineLook(f"s{index}", LEADERS[index], 1.8, _DASHES[index])
    return _LineLook("own", palette.ink, 1.8) if is_own else _LineLook("", palette.edge, 0.7)


def _draw_scales(canvas: Canvas, plot: Box, lines: Sequence[PointsLine], style: Style) -> Callable[[int, int], Point]:
    """Draw the marks of both scales and return where the points after a round belong."""
    places = [place for _, values in lines for place, _ in values]
    costs = [cost for _, values in lines for _, cost in values]
    first, least = min(places), min(costs)
    across, step = max(places) - first, scale_step(max(costs) - least, 5)
    low = least // step * step
    high = max(-(-max(costs) // step) * step, low + step)

    def place_at(place: int, cost: int) -> Point:
        share, height = (place - first) / max(1, across), (cost - low) / (high - low)
        return plot.left + share * plot.width, plot.bottom - height * plot.height

    for mark in range(low, high + 1, step):
        left, y = place_at(first, mark)
        figure = line(Run(f"{mark:,}", style))
        with canvas.styled_as("axis" if mark == low else "mark"):
            canvas.rule(left, y, plot.right, canvas.palette.edge if mark == low else canvas.palette.rule)
        canvas.text(figure, left - style.size * 0.5 - figure.width, y + style.size * 0.35)
    for place in range(first, first + across + 1, scale_step(across, int(plot.width / style.size / 2))):
        figure = line(Run(str(place), style))
        canvas.text(figure, place_at(place, low)[0] - figure.width / 2, plot.bottom + style.size * 1.4)
    return place_at


def scale_step(length: float, marks: int) -> int:
    """Return the distance of marks of which a scale has so many at most."""
    return next((step for step in _STEPS if length / step <= marks), _STEPS[-1])


def _spread(wanted: Sequence[float], apart: float, last: float) -> list[float]:
    """Return the nearest heights at which labels do not touch, in the order of the labels; ``last`` is the lowest."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    heights = list(wanted)
    for before, index in pairwise(order):
        heights[index] = max(heights[index], heights[before] + apart)
    for index in reversed(order):
        heights[index] = last = min(heights[index], last)
        last -= apart
    return heights

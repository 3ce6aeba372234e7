"""The points of warbands over time: a line for each, from scenario to scenario."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from rules.text import counted
from warbands.drawings.charts import Drawing, chart, svg_number

LEFT = 4.0
RIGHT = 27.5
TOP = 1.5
HEIGHT = 15.0
KEY_ROW = 2.0
LINES = 8
"""Warbands that are drawn, the first in the standings; a chart of more cannot be read, and the table has them all."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000)
_MARKS = 5

PointsValues = Sequence[tuple[int, int]]


def points_chart(
    series: Sequence[tuple[str, PointsValues]], first: int, last: int, title: str = "Points after each scenario"
) -> SafeString:
    """Return the chart; each warband has a line with dashes and a sign of its own, so that none hangs on a color."""
    shown = series[:LINES]
    about = " ".join(
        f"{name}: {values[0][1]} to {counted(values[-1][1], 'point')}." for name, values in shown if values
    )
    drawing = chart("points", TOP + HEIGHT + 2.5 + KEY_ROW * len(shown), title, about)
    costs = [cost for _, values in shown for _, cost in values]
    step = next((step for step in _STEPS if max(costs, default=1) / step <= _MARKS), _STEPS[-1])
    most = step * max(1, -(-max(costs, default=1) // step))

    def x(played: int) -> float:
        return LEFT + (played - first) / max(last - first, 1) * (RIGHT - LEFT)

    def y(cost: float) -> float:
        return TOP + HEIGHT - cost / most * HEIGHT

    for mark in range(0, most + 1, step):
        drawing.line("axis" if mark == 0 else "mark", LEFT, y(mark), RIGHT, y(mark))
        drawing.text("figure", LEFT / 2, y(mark), str(mark))
    for played in _marked(first, last):
        drawing.text("figure", x(played), TOP + HEIGHT + 1.3, str(played))
    for index, (name, values) in enumerate(shown):
        _draw_series(drawing, index, [(x(played), y(cost)) for played, cost in values])
        row = TOP + HEIGHT + 2.5 + KEY_ROW * (index + 0.5)
        drawing.line(f"series s{index}", 0.3, row, 4.3, row)
        drawing.circle(f"end s{index}", 2.3, row, 0.4)
        drawing.text("label", 5.2, row, name if len(name) <= 34 else f"{name[:33]}…")
    return drawing.markup()


def _draw_series(drawing: Drawing, index: int, points: Sequence[tuple[float, float]]) -> None:
    steps = "L".join(f"{svg_number(x)} {svg_number(y)}" for x, y in points)
    drawing.path(f"series s{index}", f"M{steps}")
    for x, y in points:
        drawing.circle(f"end s{index}", x, y, 0.3)


def _marked(first: int, last: int) -> list[int]:
    """Return the scenarios whose numbers are below the chart."""
    step = next((apart for apart in (1, 2, 5, 10) if (last - first) / apart <= 10), 20)
    return [played for played in range(first, last + 1) if (played - first) % step == 0]

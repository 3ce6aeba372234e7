"""The chart of points for a page, in the colors of its style sheet."""

from collections.abc import Collection, Sequence

from django.utils.safestring import SafeString

from printing.canvas import Box, TextStyles
from printing.colors import COLORS
from printing.points_charts import PointsSpan, draw_points_chart, points_chart_height
from printing.svg import SvgFigure
from rules.campaigns.points import PointsLine
from rules.text import counted

WIDTH = 300.0
"""A chart is as wide as a narrow phone, on which its words have their usual size."""
_STYLES = TextStyles(COLORS, 14)


def points_chart(
    lines: Sequence[PointsLine],
    title: str,
    own: Collection[int] = (),
    *,
    spans: Sequence[PointsSpan] = (),
    about: str = "",
) -> SafeString:
    """Return the chart, with the first and the last points of each line in words, or ``about``; "" without any lines.

    ``spans`` are what each line may be.
    """
    if not lines:
        return SafeString()
    figure = SvgFigure(Box(0, 0, WIDTH, points_chart_height(lines, _STYLES)))
    draw_points_chart(figure, figure.view, lines, _STYLES, own, spans)
    about = about or " ".join(f"{name}: {values[0][1]} to {counted(values[-1][1], 'point')}." for name, values in lines)
    return SafeString(figure.svg("drawing points-chart", key="points", title=title, description=about))

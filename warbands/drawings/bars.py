"""Lying bars, one a row: a label, a bar in two parts, a figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from warbands.drawings.svg import Drawing

WIDTH = 30
"""Squares of a chart from edge to edge: as wide as a narrow phone, on which words then have their usual size."""

UNIT = 1.3
LABEL = 11.6
BARS = 13.4
ROW = 2.1
BAR = 1.3
LONGEST = 16
"""Letters of a label; of a longer one the rest is left to the table beside the chart."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: its label, the lengths of its two parts in the unit of the chart, its figure in words.

    ``sign`` stands before the label. ``alignment`` is the code of the alignment whose hue the bar has.
    """

    label: str
    full: float
    hollow: float
    figure: str
    sign: str = ""
    alignment: str = ""


def chart(key: str, height: float, title: str, about: str) -> Drawing:
    """Return an empty chart of a height in squares."""
    return Drawing(
        key=f"chart-{key}", css="chart", width=WIDTH, height=height, margin=0, unit=UNIT, title=title, about=about
    )


def draw_bars(
    key: str, title: str, bars: Sequence[Bar], *, most: float, meaning: tuple[str, str], marks: Iterable[float] = ()
) -> Drawing:
    """Return a chart of bars in which ``most`` fills the whole width.

    ``meaning`` says what the full and the hollow part of a bar are, under the bars, where any bar has a hollow part.
    ``marks`` are lengths at which a thin line crosses the bars.
    """
    explained = any(bar.hollow for bar in bars)
    height = len(bars) * ROW
    drawing = chart(
        key, height + (ROW if explained else 0), title, " ".join(f"{bar.label}: {bar.figure}." for bar in bars)
    )
    scale = BARS / most if most else 0
    for mark in marks:
        drawing.line("mark", LABEL + mark * scale, 0, LABEL + mark * scale, height)
    drawing.line("axis", LABEL, 0, LABEL, height)
    for row, bar in enumerate(bars):
        middle = (row + 0.5) * ROW
        drawing.text("label", 0, middle, f"{bar.sign} {_short(bar.label)}".strip())
        _draw_bar(drawing, bar, middle - BAR / 2, scale)
        drawing.text("value", LABEL + (bar.full + bar.hollow) * scale + 0.5, middle, bar.figure)
    if explained:
        _draw_key(drawing, meaning, height + 0.6 * ROW)
    return drawing


def _draw_bar(drawing: Drawing, bar: Bar, top: float, scale: float) -> None:
    if bar.full:
        drawing.rectangle("bar", LABEL, top, bar.full * scale, BAR, alignment=bar.alignment)
    if bar.hollow:
        drawing.rectangle("bar hollow", LABEL + bar.full * scale, top, bar.hollow * scale, BAR, alignment=bar.alignment)


def _draw_key(drawing: Drawing, meaning: tuple[str, str], middle: float) -> None:
    for (css, words), x in zip(
        (("bar key-bar", meaning[0]), ("bar hollow key-bar", meaning[1])), (0.1, WIDTH / 2), strict=True
    ):
        drawing.rectangle(css, x, middle - 0.5, 1.6, 1)
        drawing.text("label key", x + 2.2, middle, words)


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"

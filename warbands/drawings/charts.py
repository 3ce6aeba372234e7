"""The five charts of an analysis, of lying bars and the few shapes of SVG that they need, and a link as a QR code."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from xml.etree.ElementTree import Element, SubElement, tostring

import segno
from django.utils.safestring import SafeString

from rules.alignment import BY_CODE
from rules.analysis.analysing import Analysis, Share
from rules.analysis.saves import Spread
from rules.analysis.wording import alignment_name, bonus, level_name, percent, spread_words
from rules.tables.stats import stat_name

SQUARE = 10
"""Units of the drawing in one square of the board."""


class Drawing:
    """An SVG in squares: ``width`` by ``height`` with a ``margin`` around, all in squares.

    ``key`` is unique on the page. ``unit`` is the scale of the words. A drawing without a ``title`` only decorates the
    words beside it.
    """

    def __init__(
        self,
        *,
        key: str,
        css: str,
        width: float,
        height: float,
        margin: float,
        unit: float = 1,
        title: str = "",
        about: str = "",
    ) -> None:
        self.unit = unit
        box = [-margin, -margin, width + 2 * margin, height + 2 * margin]
        self.root = Element(
            "svg", {"viewBox": " ".join(map(svg_number, box)), "class": f"drawing {css}", "font-size": svg_number(unit)}
        )
        if not title:
            self.root.set("aria-hidden", "true")
            return
        self.root.set("role", "img")
        self.root.set("aria-labelledby", f"{key}-title")
        self.root.set("aria-describedby", f"{key}-about")
        SubElement(self.root, "title", {"id": f"{key}-title"}).text = title
        SubElement(self.root, "desc", {"id": f"{key}-about"}).text = about

    def rectangle(self, css: str, x: float, y: float, width: float, height: float, *, alignment: str = "") -> None:
        """Draw a rectangle from its top left corner; the code of an ``alignment`` sets the tokens of its hue."""
        attributes = {
            "class": css,
            "x": svg_number(x),
            "y": svg_number(y),
            "width": svg_number(width),
            "height": svg_number(height),
        }
        if alignment:
            attributes["data-al"] = alignment
        SubElement(self.root, "rect", attributes)

    def line(self, css: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line."""
        self.path(css, f"M{svg_number(x1)} {svg_number(y1)}L{svg_number(x2)} {svg_number(y2)}")

    def path(self, css: str, steps: str) -> None:
        """Draw a path; ``steps`` are made with ``number``."""
        SubElement(self.root, "path", {"class": css, "d": steps})

    def circle(self, css: str, x: float, y: float, radius: float) -> None:
        """Draw a circle around a point."""
        SubElement(
            self.root, "circle", {"class": css, "cx": svg_number(x), "cy": svg_number(y), "r": svg_number(radius)}
        )

    def text(self, css: str, x: float, y: float, words: str) -> None:
        """Write words around a point."""
        SubElement(self.root, "text", {"class": css, "x": svg_number(x), "y": svg_number(y)}).text = words

    def grid(self, width: int, height: int, step: int = 1, css: str = "grid") -> None:
        """Draw the lines between squares, every ``step`` of them."""
        across = [f"M{svg_number(x)} 0V{svg_number(height)}" for x in range(step, width, step)]
        down = [f"M0 {svg_number(y)}H{svg_number(width)}" for y in range(step, height, step)]
        self.path(css, "".join(across + down))

    def markup(self) -> SafeString:
        """Return the drawing as markup for a page."""
        return SafeString(tostring(self.root, encoding="unicode"))


def svg_number(squares: float) -> str:
    """Return a length in squares as the drawing writes it."""
    return f"{squares * SQUARE:.2f}".rstrip("0").rstrip(".")


WIDTH = 30
"""Squares of a chart from edge to edge: as wide as a narrow phone, on which words then have their usual size."""

UNIT = 1.3
LABEL = 11.6
BARS = 13.4
ROW = 2.1
BAR = 1.3
LONGEST = 16
"""The most letters of a label; the rest is left to the table beside the chart."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: its label, the lengths of its two parts in the unit of the chart, its figure in words.

    ``sign`` comes before the label. ``alignment`` is the code of the alignment for the bar's hue.
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

    ``meaning`` explains the full and the hollow part of a bar, below the bars, if any bar has a hollow part. ``marks``
    are lengths at which a thin line crosses the bars.
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
        label = bar.label if len(bar.label) <= LONGEST else f"{bar.label[: LONGEST - 1]}…"
        drawing.text("label", 0, middle, f"{bar.sign} {label}".strip())
        _draw_bar(drawing, bar, middle - BAR / 2, scale)
        drawing.text("value", LABEL + (bar.full + bar.hollow) * scale + 0.5, middle, bar.figure)
    if explained:
        _draw_bar_key(drawing, meaning, height + 0.6 * ROW)
    return drawing


def _draw_bar(drawing: Drawing, bar: Bar, top: float, scale: float) -> None:
    if bar.full:
        drawing.rectangle("bar", LABEL, top, bar.full * scale, BAR, alignment=bar.alignment)
    if bar.hollow:
        drawing.rectangle("bar hollow", LABEL + bar.full * scale, top, bar.hollow * scale, BAR, alignment=bar.alignment)


def _draw_bar_key(drawing: Drawing, meaning: tuple[str, str], middle: float) -> None:
    for (css, words), x in zip(
        (("bar key-bar", meaning[0]), ("bar hollow key-bar", meaning[1])), (0.1, WIDTH / 2), strict=True
    ):
        drawing.rectangle(css, x, middle - 0.5, 1.6, 1)
        drawing.text("label key", x + 2.2, middle, words)


QUIET_ZONE = 4
"""Modules of white around the code, without which a camera does not find it."""


def qr_code(link: str) -> SafeString:
    """Return the code as SVG: always dark on light, as cameras need it."""
    code = segno.make_qr(link, error="m")
    drawn = code.svg_inline(border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, svgclass="qr-code")
    return SafeString(drawn)


SAVE_ROW = 3.8
LEFT = 9.0
RIGHT = 28.0
DOT = 0.42
BIGGEST_DOT = 0.8
_EXTRAS = ("creatures", "extras")


def level_chart(analysis: Analysis) -> SafeString:
    """Return the points of each level as bars."""
    bars = [_points_bar(level_name(level), share) for level, share in analysis.by_level]
    return _points_chart("levels", "Points by level", analysis, bars)


def alignment_chart(analysis: Analysis) -> SafeString:
    """Return the points of each alignment as bars in its hue, with its sign."""
    bars = [
        _points_bar(alignment_name(code), share, BY_CODE[code].sign if code else "", code or "")
        for code, share in analysis.by_alignment
    ]
    return _points_chart("alignments", "Points by alignment", analysis, bars)


def _points_bar(label: str, share: Share, sign: str = "", alignment: str = "") -> Bar:
    return Bar(label, share.base_points, share.extras_points, str(share.points), sign, alignment)


def _points_chart(key: str, title: str, analysis: Analysis, bars: list[Bar]) -> SafeString:
    most = max((bar.full + bar.hollow for bar in bars), default=0)
    return draw_bars(key, title, bars, most=most, meaning=_EXTRAS).markup()


def damage_chart(analysis: Analysis) -> SafeString:
    """Return how many members deal each type of damage as bars; a full bar means all of them."""
    bars = [Bar(row.type.capitalize(), row.members, row.only_persistent, str(row.dealers)) for row in analysis.damage]
    return draw_bars(
        "damage",
        "Members that deal each type of damage",
        bars,
        most=analysis.bodies,
        meaning=("at once", "only persistent"),
    ).markup()


def objective_chart(analysis: Analysis) -> SafeString:
    """Return the chance of claiming each standard objective in one try as bars; a full bar is certain."""
    bars = [
        Bar(
            objective.objective.name,
            float(objective.trained_chance),
            float(objective.chance - objective.trained_chance),
            percent(objective.chance),
        )
        for objective in analysis.objectives
    ]
    return draw_bars(
        "objectives",
        "Chance to claim each objective",
        bars,
        most=1,
        meaning=("with a trained skill", "untrained"),
        marks=(0.25, 0.5, 0.75, 1),
    ).markup()


@dataclass(frozen=True, slots=True)
class _Scale:
    """The position of a value in the drawing."""

    low: int
    left: float
    step: float

    def at(self, value: float) -> float:
        return self.left + (value - self.low) * self.step


def save_chart(analysis: Analysis) -> SafeString:
    """Return each save as a line from the lowest to the highest, with a dot for the members at each value."""
    saves = analysis.saves
    about = " ".join(f"{stat_name(save.stat)}: {spread_words(save)}." for save in saves)
    height = len(saves) * SAVE_ROW
    drawing = chart("saves", height + ROW, "The saves of all members", about)
    values = [value for save in saves for value in save.values]
    low, high = min(values, default=0), max(values, default=0)
    scale = _Scale(low, LEFT, (RIGHT - LEFT) / max(high - low, 1))
    for row, save in enumerate(saves):
        middle = (row + 0.5) * SAVE_ROW
        drawing.text("label", 0, middle, stat_name(save.stat))
        if save.values:
            _draw_spread(drawing, save, middle, scale)
        else:
            drawing.text("label", LEFT, middle, spread_words(save))
    _draw_key(drawing, height + 0.6 * ROW)
    return drawing.markup()


def _draw_spread(drawing: Drawing, save: Spread, y: float, scale: _Scale) -> None:
    low, high, middle = save.values[0], save.values[-1], save.median or 0
    drawing.line("range", scale.at(low), y, scale.at(high), y)
    for value, members in Counter(save.values).items():
        drawing.circle("dot", scale.at(value), y, min(DOT * sqrt(members), BIGGEST_DOT))
    drawing.line("median", scale.at(middle), y - 0.9, scale.at(middle), y + 0.9)
    drawing.text("value centred", scale.at(middle), y - 1.5, bonus(middle))
    for value in {low, high} - {middle}:
        drawing.text("figure", scale.at(value), y + 1.5, bonus(value))


def _draw_key(drawing: Drawing, y: float) -> None:
    drawing.circle("dot", 0.8, y, DOT)
    drawing.text("label key", 2.2, y, "a member’s save")
    drawing.line("median", WIDTH / 2 + 0.8, y - 0.6, WIDTH / 2 + 0.8, y + 0.6)
    drawing.text("label key", WIDTH / 2 + 2.2, y, "the median")

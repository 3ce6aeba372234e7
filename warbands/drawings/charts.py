"""The five charts of an analysis."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt

from django.utils.safestring import SafeString

from rules.alignment import BY_CODE
from rules.analysis import Analysis, Share, Spread
from rules.analysis.wording import alignment_name, bonus, level_name, percent, spread_words
from rules.tables.stats import stat_name
from warbands.drawings.bars import ROW, WIDTH, Bar, chart, draw_bars
from warbands.drawings.svg import Drawing

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
    """Return how many members deal each type of damage as bars; a whole bar is everybody."""
    bars = [Bar(row.type.capitalize(), row.members, row.only_persistent, str(row.dealers)) for row in analysis.damage]
    return draw_bars(
        "damage",
        "Members that deal each type of damage",
        bars,
        most=analysis.bodies,
        meaning=("at once", "only persistent"),
    ).markup()


def objective_chart(analysis: Analysis) -> SafeString:
    """Return the chance of claiming each standard objective in one try as bars; a whole bar is certain."""
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
    """Where on the drawing a value lies."""

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
    drawing.text("label key", WIDTH / 2 + 2.2, y, "the middle value")

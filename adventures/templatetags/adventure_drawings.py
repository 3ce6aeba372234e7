"""Drawings of the kinds of adventures that have one of their own."""

from __future__ import annotations

from dataclasses import dataclass

from django import template

from rules.subsystems.kinds.chase.drawing import ChaseStop, chase_drawing
from rules.subsystems.kinds.reputation.drawing import ReputationLine, reputation_chart
from rules.subsystems.state import AdventureState
from rules.text import with_minus

register = template.Library()


@register.simple_tag
def chase_line(state: AdventureState) -> list[list[ChaseStop]]:
    """Return the stops of a chase, column by column."""
    drawing = chase_drawing(state)
    return [[one for one in drawing.stops if one.column == column] for column in range(drawing.columns)]


@dataclass(frozen=True, slots=True)
class DrawnReputation:
    """An organization's line: the corners of its path, its points now, and all of them in words."""

    line: ReputationLine
    path: str
    now: str
    words: str


@register.simple_tag
def reputation_lines(state: AdventureState) -> list[DrawnReputation]:
    """Return the points of each organization over the scenarios, from 0 to 100 across and -50 to 50 down."""
    chart = reputation_chart(state)
    last = max(len(chart.scenarios) - 1, 1)
    found = []
    for one in chart.lines:
        corners = [f"{100 * place / last:.1f},{-points}" for place, points in enumerate(one.points)]
        path = " ".join(corners if len(corners) > 1 else [*corners, f"100,{-one.points[-1]}"])
        after = zip(chart.scenarios, one.points, strict=True)
        words = [f"{points} after scenario {number}" if number else f"{points} at first" for number, points in after]
        found.append(DrawnReputation(one, path, with_minus(str(one.points[-1])), with_minus(", ".join(words))))
    return found

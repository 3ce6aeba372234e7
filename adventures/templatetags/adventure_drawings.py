"""Drawings of the kinds of adventures that have one of their own."""

from dataclasses import dataclass

from django import template

from adventures.drawings.plains import vehicles_plain
from adventures.drawings.standings import drawn_infiltration, drawn_leadership, drawn_people, drawn_places
from rules.adventures.kinds.chase.kind import ChaseStop, chase_drawing
from rules.adventures.kinds.chase.play import ChaseInPlay
from rules.adventures.kinds.reputation.facts import ReputationInPlay
from rules.adventures.kinds.reputation.kind import ReputationLine, reputation_chart
from rules.text import counted, with_minus

MOST_SCENARIOS = 60
"""The newest scenarios, over which reputation is drawn."""

register = template.Library()


@dataclass(frozen=True, slots=True)
class ChaseColumn:
    """A step of the track of a chase: the obstacles side by side there, and whether all of the party is past it."""

    stops: tuple[ChaseStop, ...]
    is_passed: bool


@register.simple_tag
def chase_line(state: ChaseInPlay) -> tuple[ChaseColumn, ...]:
    """Return the track of a chase, column by column."""
    drawing = chase_drawing(state)
    last = min((stop.column for stop in drawing.stops if stop.party), default=0)
    return tuple(
        ChaseColumn(tuple(stop for stop in drawing.stops if stop.column == column), column < last)
        for column in range(drawing.columns)
    )


@dataclass(frozen=True, slots=True)
class DrawnReputation:
    """An organization's line: the corners of its path, its present points, and all of them in words.

    ``borders`` are where standings change, ``place`` is the organization's place between -50 and 50.
    """

    line: ReputationLine
    path: str
    now: str
    words: str
    place: int
    borders: tuple[int, ...]

    @property
    def has_history(self) -> bool:
        """Whether its points have ever changed."""
        return len(set(self.line.points)) > 1


@register.simple_tag
def reputation_lines(state: ReputationInPlay) -> list[DrawnReputation]:
    """Return the points of each organization over the scenarios, from 0 to 100 across and -50 to 50 down."""
    chart = reputation_chart(state)
    scenarios = chart.scenarios[-MOST_SCENARIOS:]
    last = max(len(scenarios) - 1, 1)
    parts = []
    for line in chart.lines:
        newest = line.points[-MOST_SCENARIOS:]
        corners = [f"{100 * place / last:.1f},{-points}" for place, points in enumerate(newest)]
        path = " ".join(corners if len(corners) > 1 else [*corners, f"100,{-line.points[-1]}"])
        after = zip(scenarios, newest, strict=True)
        words = [
            f"{points} after {counted(number, 'scenario')}" if number else f"{points} at first"
            for number, points in after
        ]
        now, place = with_minus(str(line.points[-1])), line.points[-1]
        borders = tuple(band.low for band in chart.bands if band.low > chart.low)
        parts.append(DrawnReputation(line, path, now, with_minus(", ".join(words)), place, borders))
    return parts


register.simple_tag(drawn_people)
register.simple_tag(drawn_places)
register.simple_tag(drawn_infiltration)
register.simple_tag(drawn_leadership)
register.simple_tag(vehicles_plain)

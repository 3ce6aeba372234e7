"""The points of warbands over time: what each one costs after each round, or after each scenario without rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.campaigns.standings import StandingLine

MAX_PLACES = 100
"""The most rounds or scenarios of a chart, the last ones: as many rounds as a campaign can have."""


class PointsLine(NamedTuple):
    """A name, and its points: pairs of a round or a played number and the points after it."""

    name: str
    values: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PointsChart:
    """The points of each warband after each round (or scenario), in the order of the standings; empty before any."""

    lines: tuple[PointsLine, ...] = ()
    unit: Literal["round", "scenario"] = "scenario"
    title: str = "Points after each scenario"

    @property
    def places(self) -> range:
        """The rounds, or the played numbers."""
        places = [place for _, values in self.lines for place, _ in values]
        return range(min(places, default=1), max(places, default=0) + 1)

    @property
    def rows(self) -> Iterator[tuple[str, list[str], int]]:
        """Each warband with its points at each place, "" where it has none, and the change from first to last."""
        places = self.places
        for name, values in self.lines:
            figures = {place: f"{points:,}" for place, points in values}
            yield name, [figures.get(place, "") for place in places], values[-1][1] - values[0][1]


def points_over_time(
    standings: Sequence[StandingLine],
    points: Mapping[int, Sequence[tuple[int, int]]],
    rounds: Mapping[int, int | None],
) -> PointsChart:
    """Return the chart of all warbands of the standings (ruling 390).

    ``points`` has for each warband what it cost after each of its scenarios, by played numbers in their order, and
    ``rounds`` the round of each played number, None for a scenario outside rounds.
    """
    played = sorted({number for values in points.values() for number, _ in values})
    if not played:
        return PointsChart()
    places = _places({number: rounds.get(number) for number in played})
    last = max(places.values())
    shown = range(max(min(places.values()), last - MAX_PLACES + 1), last + 1)
    lines = tuple(
        PointsLine(
            line.name, tuple(_values(line, points.get(line.number, ()), places, shown)) or ((last, line.points),)
        )
        for line in standings
    )
    unit: Literal["round", "scenario"] = "round" if any(rounds.values()) else "scenario"
    return PointsChart(lines, unit, f"Points after each {unit}")


def _places(rounds: Mapping[int, int | None]) -> dict[int, int]:
    """Return the place of each played number: its round; outside rounds, that of the games before it."""
    latest = min(filter(None, rounds.values()), default=0)
    if not latest:
        return {number: number for number in rounds}
    places = {}
    for number, round_number in rounds.items():
        places[number] = round_number or latest
        latest = max(latest, places[number])
    return places


def _values(
    line: StandingLine, points: Sequence[tuple[int, int]], places: Mapping[int, int], shown: range
) -> Iterator[tuple[int, int]]:
    """Yield the points after each place from the first scenario on, until today or until the warband left."""
    states = {places[played]: (played, cost) for played, cost in points}
    end = max(states, default=0) if line.has_left else shown[-1]
    state: tuple[int, int] | None = None
    for place in range(min([*states, shown[-1]]), end + 1):
        # A game of an earlier round can be played late: the state after the latest game stands.
        state = max(filter(None, (state, states.get(place))), default=None)
        if state is not None and place in shown:
            yield place, state[1]

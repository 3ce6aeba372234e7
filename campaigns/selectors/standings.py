"""Standings, records and the points of warbands over time, from what is stored with their rows."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.models import Campaign, CareerPoint
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.moments import Moment
from campaigns.selectors.overviews import standing_lines, warband_overviews
from rules.campaigns.standings import RecordHolders, Rivalries, StandingLine, campaign_records, rivalries

LAST = 40
"""Scenarios of the chart of points, the last ones."""


@dataclass(frozen=True, slots=True)
class PointsSeries:
    """The points of one warband after each of its scenarios: pairs of the scenario's played number and the points."""

    name: str
    values: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CampaignStandings:
    """How the warbands of a campaign stand, who holds its records, who are rivals, and their points over time."""

    lines: list[StandingLine]
    records: list[RecordHolders]
    rivalries: Rivalries
    series: list[PointsSeries]
    first: int = 1
    last: int = 0


def campaign_standings(view: CampaignView, moment: Moment | None = None) -> CampaignStandings:
    """Return how a campaign stands, or stood at a moment.

    Two queries, however many scenarios were played; at a moment, one and those of ``warband_views``.
    """
    warbands = warband_overviews(view.campaign, moment)
    last = moment.played if moment else view.campaign.next_played - 1
    first = max(1, last - LAST + 1)
    if moment is not None and moment.as_recorded:
        values = {warband.row.number: warband.then.points_since(first) for warband in warbands if warband.then}
    else:
        values = _points(view.campaign, first, last)
    ordered = standing_lines(warbands)
    series = [PointsSeries(line.name, tuple(values[line.number])) for line in ordered if values.get(line.number)]
    everyone = {warband.row.number: warband.record for warband in warbands}
    return CampaignStandings(
        ordered, campaign_records(list(everyone.values())), rivalries(everyone), series, first, last
    )


def _points(campaign: Campaign, first: int, last: int) -> dict[int, list[tuple[int, int]]]:
    """Return the points of each warband after each of these scenarios, as corrected since."""
    points = CareerPoint.objects.filter(warband__campaign=campaign, played__gte=first, played__lte=last)
    values: dict[int, list[tuple[int, int]]] = {}
    for warband, played, cost in points.order_by("played").values_list("warband__number", "played", "points"):
        values.setdefault(warband, []).append((played, cost))
    return values

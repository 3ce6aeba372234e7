"""Standings, records and the points of warbands over time, from what is stored with their rows."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.models import CareerPoint
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.overviews import standing_lines, warband_overviews
from rules.campaigns.standings import RecordHolders, StandingLine, records

LAST = 40
"""Scenarios of the chart of points, the last ones."""


@dataclass(frozen=True, slots=True)
class PointsSeries:
    """The points of one warband after each of its scenarios: pairs of the scenario's played number and the points."""

    name: str
    values: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CampaignStandings:
    """How the warbands of a campaign stand, who holds its records, and their points over time."""

    lines: list[StandingLine]
    records: list[RecordHolders]
    series: list[PointsSeries]
    first: int = 1
    last: int = 0


def campaign_standings(view: CampaignView) -> CampaignStandings:
    """Return how a campaign stands. Two queries, however many scenarios were played."""
    campaign = view.campaign
    warbands = warband_overviews(campaign)
    last = campaign.next_played - 1
    first = max(1, last - LAST + 1)
    points = CareerPoint.objects.filter(warband__campaign=campaign, played__gte=first).order_by("played")
    values: dict[int, list[tuple[int, int]]] = {}
    for warband, played, cost in points.values_list("warband__number", "played", "points"):
        values.setdefault(warband, []).append((played, cost))
    ordered = standing_lines(warbands)
    series = [PointsSeries(line.name, tuple(values[line.number])) for line in ordered if line.number in values]
    return CampaignStandings(ordered, records([one.record for one in warbands]), series, first, last)

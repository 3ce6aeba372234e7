"""The scenarios of a campaign as its list shows them: rows of values, as a page of models is slow to make."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet

from campaigns.models import Campaign, CampaignScenario, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase, SideOutcome, scenario_title
from campaigns.models.warbands import warband_title
from common.list_queries import row_count
from common.prepared import Parameter, parameters, places_for, prepared


class ListedSide(NamedTuple):
    """A warband of a scenario: what it is called, and how the scenario ended for it, "" for one that is not fielded."""

    warband: str
    result: str


class ListedScenario(NamedTuple):
    """A scenario; ``status`` is how far it has come, in words, ``day`` the date of its plan."""

    number: int
    played: int | None
    title: str
    status: str
    day: date | None
    sides: tuple[ListedSide, ...]


def count_scenarios(campaign: Campaign) -> int:
    """Return how many scenarios a campaign has. One query."""
    return _count().first(campaign=campaign.pk) or 0


def listed_scenarios(campaign: Campaign, shown: range) -> list[ListedScenario]:
    """Return the scenarios at these places, counted from 0, the last one first. Two queries, or one."""
    scenarios = _scenarios(shown.start, shown.stop).rows(campaign=campaign.pk)
    sides = _sides_of([pk for pk, *_ in scenarios])
    return [
        ListedScenario(
            number, played, scenario_title(title, played, number), ScenarioPhase(status).label, day, tuple(sides[pk])
        )
        for pk, number, played, title, status, day in scenarios
    ]


def _sides_of(scenarios: list[int]) -> defaultdict[int, list[ListedSide]]:
    found: defaultdict[int, list[ListedSide]] = defaultdict(list)
    if not scenarios:
        return found
    for scenario, number, name, is_fielded, outcome, points in _sides(places_for(scenarios)).rows(scenarios=scenarios):
        result = f"{SideOutcome(outcome).label}, {points} VP" if outcome else "fielded" if is_fielded else ""
        found[scenario].append(ListedSide(warband_title(name, number), result))
    return found


@prepared
def _count() -> QuerySet[CampaignScenario, int]:
    return row_count(CampaignScenario.objects.filter(campaign=Parameter("campaign")))


@prepared
def _scenarios(start: int, stop: int) -> QuerySet[CampaignScenario, tuple[int, int, int | None, str, str, date | None]]:
    found = CampaignScenario.objects.filter(campaign=Parameter("campaign")).order_by("-number")
    return found.values_list("pk", "number", "played", "title", "status", "date")[start:stop]


@prepared
def _sides(count: int) -> QuerySet[ScenarioSide, tuple[int, int, str, bool, str, int]]:
    found = ScenarioSide.objects.filter(scenario__pk__in=parameters("scenarios", count)).order_by("pk")
    return found.values_list("scenario", "warband__number", "warband__name", "is_fielded", "outcome", "victory_points")

"""The scenarios of a campaign as its list shows them: rows of values, as a page of models is slow to make."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from campaigns.models import Campaign, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase, SideOutcome, scenario_title
from campaigns.models.warbands import warband_title


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
    return campaign.scenarios.count()


def listed_scenarios(campaign: Campaign, shown: range) -> list[ListedScenario]:
    """Return the scenarios at these places, counted from 0, the last one first. Two queries, or one."""
    columns = ("pk", "number", "played", "title", "status", "date")
    scenarios = campaign.scenarios.order_by("-number").values_list(*columns)[shown.start : shown.stop]
    sides = _sides_of([pk for pk, *_ in scenarios])
    return [
        ListedScenario(
            number, played, scenario_title(title, played, number), ScenarioPhase(status).label, day, tuple(sides[pk])
        )
        for pk, number, played, title, status, day in scenarios
    ]


def _sides_of(scenarios: list[int]) -> defaultdict[int, list[ListedSide]]:
    found: defaultdict[int, list[ListedSide]] = defaultdict(list)
    columns = ("scenario", "warband__number", "warband__name", "is_fielded", "outcome", "victory_points")
    sides = ScenarioSide.objects.filter(scenario__in=scenarios).order_by("pk").values_list(*columns)
    for scenario, number, name, is_fielded, outcome, points in sides:
        result = f"{SideOutcome(outcome).label}, {points} VP" if outcome else "fielded" if is_fielded else ""
        found[scenario].append(ListedSide(warband_title(name, number), result))
    return found

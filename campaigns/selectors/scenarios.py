"""Scenarios as their entries tell them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Prefetch, QuerySet

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.state.scenarios import ScenarioState, fold_scenario


def scenario_events(campaign: Campaign, numbers: Iterable[int]) -> dict[int, list[NumberedEvent]]:
    """Return all events about some scenarios, voids and corrections included, by the scenario. One query."""
    found: defaultdict[int, list[NumberedEvent]] = defaultdict(list)
    for entry in campaign.entries.filter(scenario__in=list(numbers)).order_by("number"):
        assert entry.scenario is not None
        found[entry.scenario].append(numbered_event(entry))
    return found


def scenario_states(campaign: Campaign, numbers: Iterable[int]) -> dict[int, ScenarioState]:
    """Return some scenarios by their ids, however long the rest of the journal is. One query."""
    return {number: fold_scenario(number, found) for number, found in scenario_events(campaign, numbers).items()}


def scenario_state(campaign: Campaign, number: int) -> ScenarioState | None:
    """Return one scenario, None where there is none of that id. One query."""
    return scenario_states(campaign, [number]).get(number)


def scenarios_of(campaign: Campaign, *, status: str = "") -> QuerySet[CampaignScenario]:
    """Return the scenarios of a campaign with their sides, the last one first. Two queries a page."""
    sides = ScenarioSide.objects.select_related("warband")
    found = campaign.scenarios.prefetch_related(Prefetch("sides", sides)).order_by("-number")
    return found.filter(status=status) if status else found


def scenario_row(campaign: Campaign, number: int) -> CampaignScenario | None:
    """Return one scenario with its sides. Two queries."""
    return scenarios_of(campaign).filter(number=number).first()


def open_side(warband: CampaignWarband) -> ScenarioSide | None:
    """Return the side with which a warband is fielded in an open scenario, with the scenario, None if it is not."""
    sides = warband.sides.filter(is_fielded=True, scenario__status=ScenarioPhase.OPEN)
    return sides.select_related("scenario").first()

"""The rows of a scenario and its sides, as lists and standings show them."""

from __future__ import annotations

from datetime import date

from campaigns.models import Campaign, CampaignScenario, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenarios import scenario_state
from campaigns.services.careers import careers_refresh
from rules.campaigns.results import side_results
from rules.campaigns.state.scenarios import ScenarioState


def scenario_refresh(campaign: Campaign, number: int, *, with_drafts: bool = True) -> None:
    """Write a scenario's rows anew, and the careers of its warbands if it counts now or did before.

    Without ``with_drafts`` the drafts of the warbands stay as they are.
    """
    state = scenario_state(campaign, number)
    assert state is not None
    row = CampaignScenario.objects.filter(campaign=campaign, number=number).first()
    before = row.status if row else ""
    fielded_before = set(row.sides.filter(is_fielded=True).values_list("warband__number", flat=True)) if row else set()
    row = row or CampaignScenario(campaign=campaign, number=number)
    row.played, row.status = state.played, state.status
    row.title, row.victory, row.deployment = state.plan.title, state.plan.victory, state.plan.deployment
    row.date = date.fromisoformat(state.plan.date) if state.plan.date else None
    row.save()
    _write_sides(campaign, row, state)
    if ScenarioPhase.COMMITTED in (before, state.status):
        careers_refresh(campaign, fielded_before | state.fielded.keys(), state.played or 0, with_drafts=with_drafts)


def _write_sides(campaign: Campaign, row: CampaignScenario, state: ScenarioState) -> None:
    numbers = list(dict.fromkeys((*state.plan.warbands, *state.fielded)))
    warbands = {one.number: one for one in campaign.warbands.filter(number__in=numbers)}
    results = side_results(state.report, tuple(state.fielded)) if state.counts else {}
    row.sides.exclude(warband__number__in=numbers).delete()
    sides = []
    for number in numbers:
        fielded = state.fielded.get(number)
        sides.append(
            ScenarioSide(
                scenario=row,
                warband=warbands[number],
                is_fielded=fielded is not None,
                members=len(fielded.members) if fielded else 0,
                points=fielded.points if fielded else 0,
                victory_points=state.victory_points(number),
                outcome=results.get(number, ""),
            )
        )
    ScenarioSide.objects.bulk_create(
        sides,
        update_conflicts=True,
        unique_fields=["scenario", "warband"],
        update_fields=["is_fielded", "members", "points", "victory_points", "outcome"],
    )

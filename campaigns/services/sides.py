"""The rows of a scenario and its sides, as lists and standings show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from operator import attrgetter

from campaigns.models import Campaign, CampaignScenario, CampaignWarband, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenarios import scenario_state
from campaigns.services.careers import careers_refresh
from rules.campaigns.results import side_results
from rules.campaigns.state.scenarios import ScenarioState

SCENARIO_COLUMNS = ("played", "status", "title", "victory", "deployment", "date")
SIDE_COLUMNS = ("is_fielded", "members", "points", "victory_points", "outcome")


def scenario_refresh(campaign: Campaign, number: int) -> None:
    """Bring a scenario's rows up to date, and the careers of its warbands if it counts now or did before.

    Most entries, such as dice, change none of the rows: only those that differ are written.
    """
    state = scenario_state(campaign, number)
    assert state is not None
    row = campaign.scenarios.filter(number=number).first()
    before = row.status if row else ""
    sides = row.sides.order_by().values_list("warband__number", *SIDE_COLUMNS) if row else ()
    stored = {side[0]: side[1:] for side in sides}
    fielded_before = {number for number, (is_fielded, *_) in stored.items() if is_fielded}
    row = row or CampaignScenario(campaign=campaign)
    columns = attrgetter(*SCENARIO_COLUMNS)
    was = columns(row) if row.pk else None
    if columns(_filled(row, state)) != was:
        row.save()
    numbers = _taking_part(state)
    warbands = {row.number: row for row in campaign.warbands.filter(number__in=numbers).order_by()}
    if gone := stored.keys() - warbands.keys():
        row.sides.filter(warband__number__in=gone).delete()
    columns = attrgetter(*SIDE_COLUMNS)
    ScenarioSide.objects.bulk_create(
        [side for side in _sides(row, state, warbands) if columns(side) != stored.get(side.warband.number)],
        update_conflicts=True,
        unique_fields=["scenario", "warband"],
        update_fields=SIDE_COLUMNS,
    )
    if ScenarioPhase.COMMITTED in (before, state.status):
        careers_refresh(campaign, fielded_before | state.fielded.keys(), state.played or 0)


def scenarios_store(campaign: Campaign, states: Iterable[ScenarioState]) -> None:
    """Store the rows of scenarios that are not stored yet; the careers of their warbands are left as they are."""
    states = list(states)
    rows = CampaignScenario.objects.bulk_create(
        [_filled(CampaignScenario(campaign=campaign), state) for state in states], batch_size=500
    )
    warbands = {warband.number: warband for warband in campaign.warbands.all()}
    sides = [side for row, state in zip(rows, states, strict=True) for side in _sides(row, state, warbands)]
    ScenarioSide.objects.bulk_create(sides, batch_size=500)


def _filled(row: CampaignScenario, state: ScenarioState) -> CampaignScenario:
    """Return a row with what a scenario says."""
    row.number, row.played, row.status = state.number, state.played, state.status
    row.title, row.victory, row.deployment = state.plan.title, state.plan.victory, state.plan.deployment
    row.date = date.fromisoformat(state.plan.date) if state.plan.date else None
    return row


def _taking_part(state: ScenarioState) -> list[int]:
    return list(dict.fromkeys((*state.plan.warbands, *state.fielded)))


def _sides(row: CampaignScenario, state: ScenarioState, warbands: Mapping[int, CampaignWarband]) -> list[ScenarioSide]:
    results = side_results(state.report, tuple(state.fielded)) if state.counts else {}
    sides = []
    for number in _taking_part(state):
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
    return sides

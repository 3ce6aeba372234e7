"""The aftermath of a scenario: what it does to each warband, and which dice are still due."""

from __future__ import annotations

from collections.abc import Collection

from campaigns.models import Campaign
from campaigns.selectors.careers import careers_inputs
from rules.campaigns.aftermath import WarbandAftermath, warband_aftermath
from rules.campaigns.state.scenarios import ScenarioState


def aftermath_sides(
    campaign: Campaign, scenario: ScenarioState, warbands: Collection[int] | None = None
) -> dict[int, WarbandAftermath]:
    """Return what a scenario does to each warband that is fielded in it (or to some), as if it were committed now.

    Of a scenario that is committed this is what it did. One query and those of ``careers_inputs``.
    """
    numbers = [number for number in scenario.fielded if warbands is None or number in warbands]
    played = scenario.played or campaign.next_played
    rows = list(campaign.warbands.filter(number__in=numbers))
    sides = {}
    for number, found in careers_inputs(rows, played, scenario, before=played).items():
        before = found.history().now
        sides[number] = warband_aftermath(before, number, scenario, found.rulebook)
    return sides

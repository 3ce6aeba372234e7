"""The dice of the scenarios of warbands: which ones a member gets next, and which ones stand twice."""

from collections.abc import Collection

from campaigns.entries import numbered_event
from campaigns.models import Campaign
from campaigns.selectors.scenarios import scenario_states
from rules.campaigns.dice_journal import ScenarioDice
from rules.campaigns.events.scenarios import DiceRolled, WarbandFielded


def scenario_dice(campaign: Campaign, warbands: Collection[int]) -> ScenarioDice:
    """Return the dice of all scenarios in which one of some warbands was ever fielded.

    One query, and those of ``scenario_states``.
    """
    fielded = campaign.entries.filter(kind=WarbandFielded.kind, warband__in=warbands).order_by().values("scenario")
    dice = ScenarioDice()
    for entry in campaign.entries.filter(kind=DiceRolled.kind, scenario__in=fielded).order_by("number"):
        event = numbered_event(entry).event
        assert isinstance(event, DiceRolled)
        dice.add(entry.number, event.scenario, event.rolls)
    for state in scenario_states(campaign, fielded).values():
        dice.settle(state)
    return dice

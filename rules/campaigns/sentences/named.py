"""Which warbands, scenarios and adventures an entry names, so that a page looks up these names and no others."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.adventures import (
    AdventureFinished,
    AdventureRecorded,
    AdventureRemoved,
    AdventureSeeded,
)
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import DiceRolled, ScenarioPlanned, ScenarioReported


def warbands_named(event: CampaignEvent) -> Iterator[int]:
    """Yield the numbers of the warbands that the sentence of an event names, or whose members it names."""
    match event:
        case EntryCorrected():
            yield from warbands_named(event.replacement)
        case ScenarioPlanned():
            yield from event.plan.warbands
        case DiceRolled():
            yield from (roll.warband for roll in event.rolls)
        case ScenarioReported():
            yield from (score.warband for score in event.report.scores)
            for elimination in event.report.eliminated:
                yield elimination.warband
                if elimination.by_warband is not None:
                    yield elimination.by_warband
        case _:
            if (number := getattr(event, "warband", None)) is not None:
                yield number


def scenarios_named(event: CampaignEvent) -> Iterator[int]:
    """Yield the ids of the scenarios that the sentence of an event names."""
    inner = event.replacement if isinstance(event, EntryCorrected) else event
    if (number := getattr(inner, "scenario", None)) is not None:
        yield number


def adventures_named(event: CampaignEvent) -> Iterator[int]:
    """Yield the numbers of the adventures whose names the sentence of an event needs and the event does not have."""
    match event:
        case AdventureFinished() | AdventureRecorded() | AdventureRemoved() | AdventureSeeded():
            yield event.adventure

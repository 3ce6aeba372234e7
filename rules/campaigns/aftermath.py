"""The aftermath of a scenario for one warband: what was before, what becomes of it, which dice are due."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from rules.campaigns.careers import scenario_events
from rules.campaigns.state.scenarios import COMMITTED, RollPlace, ScenarioState
from rules.campaigns.state.warbands import WarbandRecord, careers_before, record_after_scenario
from rules.careers import CareerProblem
from rules.careers.events import AdvanceRoll, CareerEvent, InjuryRoll
from rules.careers.rolls import dice_due, dice_not_due
from rules.careers.state import RollDue
from rules.legality.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class WarbandAftermath:
    """What a scenario does to a warband: its record before and after, the rolls that are due and not there yet.

    ``undue`` are the places of rolls on file that are no longer due, to be shown struck out. ``rulebook`` has the cards
    and items of both records.
    """

    warband: int
    before: WarbandRecord
    after: WarbandRecord
    due: tuple[RollDue, ...]
    undue: frozenset[RollPlace]
    problems: tuple[CareerProblem, ...]
    rulebook: Rulebook


def warband_aftermath(
    before: WarbandRecord, warband: int, scenario: ScenarioState, rulebook: Rulebook
) -> WarbandAftermath:
    """Return what a scenario does to a warband, as if it were committed now; ``before`` is the record before it."""
    counted = replace(scenario, status=COMMITTED)
    careers = careers_before(before, counted, rulebook)
    events = scenario_events(counted, warband, careers)
    after, problems = record_after_scenario(before, warband, counted, rulebook)
    undue = {_place(event, warband) for event in dice_not_due(careers, events, rulebook)}
    left_out = {
        place for place in scenario.rolls if place[0] == warband and not _is_asked(place, counted, careers.by_id)
    }
    return WarbandAftermath(
        warband, before, after, dice_due(careers, events, rulebook), frozenset(undue | left_out), problems, rulebook
    )


def _place(event: CareerEvent, warband: int) -> RollPlace:
    member = event.member_id or ""
    if isinstance(event, AdvanceRoll):
        # Only a roll again can be undue while the advance itself counts.
        return (warband, member, "advance", 1 + len(event.rerolls))
    return (warband, member, "injury" if isinstance(event, InjuryRoll) else "elimination", 1)


def _is_asked(place: RollPlace, scenario: ScenarioState, members: Container[str]) -> bool:
    """Return True if a roll belongs to a member who took part, and was eliminated where it is about that."""
    warband, member, purpose, _ = place
    fielded = scenario.fielded.get(warband)
    if fielded is None or member not in fielded.members or member not in members:
        return False
    return purpose == "advance" or member in scenario.eliminated(warband)

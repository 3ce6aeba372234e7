"""Which dice a scenario asks for, and which of those on file it no longer asks for."""

from __future__ import annotations

from collections.abc import Iterable

from rules.careers.events import AdvanceRoll, AftermathEvent, CareerEvent, EliminationRoll, InjuryRoll, PlayedScenario
from rules.careers.scenarios import check_scenario, rolls_due, sort_rolls
from rules.careers.state import CareerProblem, RollDue, WarbandState
from rules.errors import RulesError
from rules.legality.rulebook import Rulebook

_NO_LONGER_DUE = frozenset(
    {
        "event.unknown_scenario",
        "event.unknown_member",
        "event.not_fielded",
        "injury.not_due",
        "advance.not_due",
        "advance.reroll_not_due",
    }
)


def dice_due(state: WarbandState, events: Iterable[CareerEvent], rulebook: Rulebook) -> tuple[RollDue, ...]:
    """Return the rolls that a scenario still asks for, member by member; ``state`` is that before the scenario.

    ``events`` are the scenario and what belongs to it so far. An injury is due once its elimination roll says so, and
    3d6 again where a feat is rolled and none is left to choose. A scenario that cannot count asks for nothing.
    """
    events = tuple(events)
    scenario = next((event for event in events if isinstance(event, PlayedScenario)), None)
    if scenario is None:
        raise RulesError("Dice are due after a scenario, and there is none.")
    members = state.by_id
    if check_scenario(scenario, members) is not None:
        return ()
    belonging = [event for event in events if isinstance(event, AftermathEvent)]
    return rolls_due(scenario, sort_rolls(scenario, belonging, members), state, rulebook)


def events_not_due(
    events: Iterable[CareerEvent], problems: Iterable[CareerProblem]
) -> tuple[EliminationRoll | InjuryRoll | AdvanceRoll, ...]:
    """Return the rolls among events of a scenario that are no longer due, by what was wrong with the events."""
    undue = {problem.event for problem in problems if problem.code in _NO_LONGER_DUE}
    return tuple(
        event for event in events if event.id in undue and isinstance(event, EliminationRoll | InjuryRoll | AdvanceRoll)
    )

"""Careers of events in any order, folded scenario by scenario through ``play``."""

from collections.abc import Iterable

from rules.careers import CareerProblem, FoldedCareers, WarbandState, play
from rules.careers.events import (
    AdvanceRoll,
    AftermathEvent,
    CareerChange,
    CareerEvent,
    EliminationRoll,
    InjuryRoll,
    PlayedScenario,
)
from rules.careers.scenarios import events_not_due
from rules.legality.resolved import Rulebook


def batches(events: tuple[CareerEvent, ...]) -> tuple[tuple[CareerEvent, ...], ...]:
    """Return events in the order in which they count: changes, a scenario with what belongs to it, changes, and so on.

    Scenarios go by their number; what belongs to a scenario that is not there comes last, by itself.
    """
    scenarios = sorted(
        (event for event in events if isinstance(event, PlayedScenario)), key=lambda scenario: scenario.number
    )
    belonging: dict[str, list[CareerEvent]] = {scenario.scenario: [] for scenario in scenarios}
    astray: list[CareerEvent] = []
    changes: list[CareerChange] = []
    for event in events:
        if isinstance(event, AftermathEvent):
            belonging.get(event.scenario, astray).append(event)
        elif isinstance(event, CareerChange):
            changes.append(event)
    changes.sort(key=lambda change: change.after)
    ordered: list[tuple[CareerEvent, ...]] = []
    for scenario in scenarios:
        before = [change for change in changes if change.after < scenario.number]
        changes = changes[len(before) :]
        # The second scenario of an id gets nothing: what belongs to the id belongs to the first.
        ordered += [tuple(before), (scenario, *belonging.pop(scenario.scenario, ()))]
    ordered += [tuple(changes), tuple(astray)]
    return tuple(batch for batch in ordered if batch)


def fold(state: WarbandState, events: Iterable[CareerEvent], rulebook: Rulebook) -> FoldedCareers:
    """Return what becomes of the careers of a state through events, which count by scenario and not by their order."""
    after: list[WarbandState] = []
    problems: list[CareerProblem] = []
    for batch in batches(tuple(events)):
        played = state.scenarios
        state, new_problems = play(state, batch, rulebook)
        problems += new_problems
        if state.scenarios > played:
            after.append(state)
    return FoldedCareers(tuple(after), state, tuple(problems))


def dice_not_due(
    state: WarbandState, events: Iterable[CareerEvent], rulebook: Rulebook
) -> tuple[EliminationRoll | InjuryRoll | AdvanceRoll, ...]:
    """Return the rolls on file that a scenario no longer asks for, to be shown struck out.

    An advance is among them when a reroll of it is not due, although its first roll counts.
    """
    events = tuple(events)
    return events_not_due(events, play(state, events, rulebook).problems)

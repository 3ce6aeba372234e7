"""The fold: careers worked out from their events, a scenario at a time.

``play`` takes the state before a scenario (or some changes) to the state after it. ``fold`` is the loop over all
events; a site that keeps the state after each scenario goes on from there. What would be, if one more thing happened,
is the fold of the events and one more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.careers.changes import apply
from rules.careers.events import AftermathEvent, CareerChange, CareerEvent, PlayedScenario
from rules.careers.scenarios import play_scenario, unknown_scenario
from rules.careers.state import Aftermath, CareerProblem, WarbandState
from rules.errors import RulesError
from rules.legality.rulebook import Rulebook


class FoldedCareers(NamedTuple):
    """What the fold of events gives: the state after the dice of each scenario, the state now, and all problems."""

    after: tuple[WarbandState, ...]
    state: WarbandState
    problems: tuple[CareerProblem, ...]


def play(state: WarbandState, events: Iterable[CareerEvent], rulebook: Rulebook) -> Aftermath:
    """Return the state after one scenario with what belongs to it, then after the changes among the events.

    Raises ``RulesError`` for the events of two scenarios, which are two steps.
    """
    events = tuple(events)
    scenarios = [event for event in events if isinstance(event, PlayedScenario)]
    belonging = [event for event in events if isinstance(event, AftermathEvent)]
    if len(scenarios) > 1:
        raise RulesError("Play the events of one scenario at a time.")
    if scenarios:
        state, problems = play_scenario(state, scenarios[0], belonging, rulebook)
    else:
        problems = tuple(map(unknown_scenario, belonging))
    for event in events:
        if isinstance(event, CareerChange):
            state, found = apply(state, event, rulebook)
            problems += found
    return Aftermath(state, problems)

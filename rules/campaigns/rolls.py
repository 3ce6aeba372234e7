"""The rolls of a scenario on file: which of them count, and which are no longer due and shown struck out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rules.campaigns.scenarios import RollRecord
from rules.campaigns.state.scenarios import RollPlace, ScenarioState
from rules.careers.events import AdvanceRoll, CareerEvent, EliminationRoll, InjuryRoll
from rules.careers.rolls import events_not_due
from rules.careers.state import CareerProblem


def undue_places(
    scenario: ScenarioState,
    warband: int,
    members: Container[str],
    events: Iterable[CareerEvent],
    problems: Iterable[CareerProblem],
) -> frozenset[RollPlace]:
    """Return the places of a warband's rolls that a scenario no longer asks for.

    ``members`` are those that could be fielded in it; ``events`` are what it does to the warband, and ``problems``
    what was wrong with them.
    """
    problems = tuple(problems)
    codes = {problem.event: problem.code for problem in problems}
    undue = {place for event in events_not_due(events, problems) for place in _places(event, warband, codes[event.id])}
    own = (place for place in scenario.rolls if place[0] == warband)
    return frozenset(undue | {place for place in own if not _is_asked(place, scenario, members)})


def counted_rolls(scenario: ScenarioState, warband: int, undue: Container[RollPlace]) -> Iterator[RollRecord]:
    """Yield the rolls of a warband that count, in the order of their places."""
    for place, roll in sorted(scenario.rolls.items()):
        if place[0] == warband and place not in undue:
            yield roll.roll


def _places(event: EliminationRoll | InjuryRoll | AdvanceRoll, warband: int, code: str) -> Iterator[RollPlace]:
    if not isinstance(event, AdvanceRoll):
        yield (warband, event.member, "injury" if isinstance(event, InjuryRoll) else "elimination", 1)
        return
    last = 1 + len(event.rerolls)
    # Of an advance that counts, only the last roll again can be undue.
    for number in range(last if code == "advance.reroll_not_due" else 1, last + 1):
        yield (warband, event.member, "advance", number)


def _is_asked(place: RollPlace, scenario: ScenarioState, members: Container[str]) -> bool:
    """Return True if a roll belongs to a member who took part, and was eliminated where it is about that."""
    warband, member, purpose, _ = place
    fielded = scenario.fielded.get(warband)
    if fielded is None or member not in fielded.members or member not in members:
        return False
    return purpose == "advance" or member in scenario.eliminated(warband)

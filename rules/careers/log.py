"""Events in the order in which somebody wrote them down: what comes too early or too late has no effect.

A site orders events by their scenario (``rules.careers.events.batches``). A career document is a log: its dice follow
their scenario, before the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules.careers.events import AftermathEvent, CareerEvent, PlayedScenario
from rules.careers.fold import FoldedCareers, play
from rules.careers.scenarios import check_belonging, check_scenario, repeated_roll, unknown_scenario
from rules.careers.state import CareerProblem, CareerState, WarbandState
from rules.legality.rulebook import Rulebook


@dataclass
class _Chapter:
    """A scenario of the log with its dice, those that came after the next scenario apart."""

    scenario: PlayedScenario
    dice: list[AftermathEvent] = field(default_factory=list)
    late: list[AftermathEvent] = field(default_factory=list)


def fold_log(state: WarbandState, events: Sequence[CareerEvent], rulebook: Rulebook) -> FoldedCareers:
    """Return what becomes of careers through a log of scenarios and dice; problems go by the place of their event.

    Each event has an id of its own.
    """
    members = state.by_id
    chapters, problems = _chapters(events, state)
    after: list[WarbandState] = []
    for chapter in chapters:
        state, found = play(state, (chapter.scenario, *chapter.dice), rulebook)
        after.append(state)
        problems += found
        problems += _late(chapter, {problem.event for problem in found if _has_no_effect(problem)}, members)
    places = {event.id: place for place, event in enumerate(events)}
    return FoldedCareers(tuple(after), state, tuple(sorted(problems, key=lambda problem: places[problem.event])))


def _chapters(events: Iterable[CareerEvent], state: WarbandState) -> tuple[list[_Chapter], list[CareerProblem]]:
    chapters: dict[str, _Chapter] = {}
    problems: list[CareerProblem] = []
    current: _Chapter | None = None
    for event in events:
        if isinstance(event, PlayedScenario):
            if fault := check_scenario(event, state.by_id):
                problems.append(fault)
            elif event.scenario in chapters:
                message = f"A scenario with the id “{event.scenario}” was played before."
                problems.append(CareerProblem("event.repeated", event.id, None, message))
            else:
                current = chapters[event.scenario] = _Chapter(event)
        elif isinstance(event, AftermathEvent):
            chapter = chapters.get(event.scenario)
            if chapter is None:
                problems.append(unknown_scenario(event))
            else:
                (chapter.dice if chapter is current else chapter.late).append(event)
    return list(chapters.values()), problems


def _has_no_effect(problem: CareerProblem) -> bool:
    return problem.code.startswith("event.") or problem.code == "injury.not_due"


def _late(chapter: _Chapter, without_effect: set[str], members: dict[str, CareerState]) -> Iterable[CareerProblem]:
    rolled = {(type(event), event.member) for event in chapter.dice if event.id not in without_effect}
    for event in chapter.late:
        if fault := check_belonging(event, chapter.scenario, members):
            yield fault
        elif (type(event), event.member) in rolled:
            yield repeated_roll(event, members[event.member].name)
        else:
            message = f"This roll for scenario “{event.scenario}” comes after the next scenario."
            yield CareerProblem("event.late", event.id, event.member, message)

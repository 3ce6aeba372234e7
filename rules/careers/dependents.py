"""What hangs on an event: the preview of a void.

Everything follows from folding the events with it and without it, so that the preview cannot differ from what the void
then does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from rules.careers.answer import career_document
from rules.careers.events import (
    AdvanceRoll,
    AftermathEvent,
    CareerEvent,
    FeatChoice,
    MemberJoined,
    PlayedScenario,
)
from rules.careers.fold import FoldedCareers, fold
from rules.careers.state import CareerProblem, CareerState, RollDue, WarbandState
from rules.errors import RulesError
from rules.legality.rulebook import Rulebook


class MemberDifference(NamedTuple):
    """What a member would be without an event: each thing that differs with what it is and what it would be.

    The names are those of a member in the answer to a career document; a stat and a feature's damage stand by
    themselves (``stats.will``, ``damage.spear``). ``after`` is None for a member that would not be there.
    """

    member: str
    name: str
    differences: tuple[tuple[str, object, object], ...]


class Dependents(NamedTuple):
    """What hangs on an event.

    ``events`` go with it; ``problems`` are those that other events would have; ``due`` the rolls that scenarios would
    ask for, by the scenario; ``members`` what would differ at the end.
    """

    events: tuple[CareerEvent, ...]
    problems: tuple[CareerProblem, ...]
    due: tuple[tuple[str, RollDue], ...]
    members: tuple[MemberDifference, ...]


def without(events: Iterable[CareerEvent], event_id: str) -> tuple[tuple[CareerEvent, ...], tuple[CareerEvent, ...]]:
    """Return the events that stay when one is voided, and those that go with it.

    A scenario takes its dice along, an advance the feat that was chosen for it later. A recruit is taken out of the
    scenarios that fielded it, and everything that is about it goes. Raises ``RulesError`` where no event has the id.
    """
    events = tuple(events)
    voided = next((event for event in events if event.id == event_id), None)
    if voided is None:
        raise RulesError(f"There is no event {event_id!r}.")
    others = [event for event in events if event is not voided]
    gone = tuple(event for event in others if _goes_with(event, voided))
    kept = tuple(_unmanned(event, voided) for event in others if event not in gone)
    return kept, gone


def _goes_with(event: CareerEvent, voided: CareerEvent) -> bool:
    if isinstance(voided, PlayedScenario):
        return isinstance(event, AftermathEvent) and event.scenario == voided.scenario
    if isinstance(voided, MemberJoined):
        return event.member_id == voided.member_id
    return (
        isinstance(voided, AdvanceRoll)
        and isinstance(event, FeatChoice)
        and (event.scenario, event.member) == (voided.scenario, voided.member)
    )


def _unmanned(event: CareerEvent, voided: CareerEvent) -> CareerEvent:
    """Return a scenario without the member whose recruiting is voided; any other event as it is."""
    if not (isinstance(voided, MemberJoined) and isinstance(event, PlayedScenario)):
        return event
    member = voided.member_id
    return replace(
        event,
        fielded=tuple(one for one in event.fielded if one != member),
        eliminated=tuple(one for one in event.eliminated if one != member),
    )


def depends_on(start: WarbandState, events: Iterable[CareerEvent], event_id: str, rulebook: Rulebook) -> Dependents:
    """Return what hangs on an event, by what would become of the careers of a state without it."""
    events = tuple(events)
    kept, gone = without(events, event_id)
    today, then = fold(start, events, rulebook), fold(start, kept, rulebook)
    known = {(problem.code, problem.event, problem.member) for problem in today.problems}
    missing = set(_missing(today))
    return Dependents(
        events=gone,
        problems=tuple(one for one in then.problems if (one.code, one.event, one.member) not in known),
        due=tuple(one for one in _missing(then) if one not in missing),
        members=tuple(_differences(today.state, then.state, rulebook)),
    )


def _missing(folded: FoldedCareers) -> Iterator[tuple[str, RollDue]]:
    for state in folded.after:
        if state.last is not None:
            yield from ((state.last.scenario, due) for due in state.last.missing)


def _differences(today: WarbandState, then: WarbandState, rulebook: Rulebook) -> Iterator[MemberDifference]:
    others = {career.id: career for career in then.members}
    for career in today.members:
        other = others.get(career.id)
        if other == career:
            continue
        now, instead = _flat(career, rulebook), {} if other is None else _flat(other, rulebook)
        found = tuple(
            (name, now.get(name), instead.get(name))
            for name in dict.fromkeys((*now, *instead))
            if now.get(name) != instead.get(name)
        )
        yield MemberDifference(career.id, career.name, found)


def _flat(career: CareerState, rulebook: Rulebook) -> dict[str, object]:
    found: dict[str, object] = {
        "name": career.name,
        "is_dismissed": career.is_dismissed,
        "has_ended": career.has_ended,
    }
    for name, value in career_document(career, rulebook).items():
        if isinstance(value, dict):
            found |= {f"{name}.{key}": one for key, one in value.items()}
        else:
            found[name] = value
    return found

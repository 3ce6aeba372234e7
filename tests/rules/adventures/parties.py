"""Participants and small adventures that the tests of adventures share."""

import json
from typing import Any

from rules.adventures.events.checks import CheckRolled
from rules.adventures.events.event import AdventureEvent
from rules.adventures.fold import begin_adventure, play_adventure_event
from rules.adventures.participants import AdventureParticipant, MemberSkills, TypedModifier
from rules.adventures.state import ORGANIZER, Adventure, AdventureState
from rules.adventures.views import adventure_view, adventure_view_document
from rules.combat.log import LogEntry, StepRedone, StepUndone
from tests.rules.folds import fold_adventure

PLAYER = "player-1"

MEMBER = AdventureParticipant(
    "w1.m1",
    "Boar",
    3,
    MemberSkills(fortitude=9, reflex=6, will=5, trained=("Athletics", "Diplomacy"), assured=("Athletics",)),
)
NAMED = AdventureParticipant(
    "n1",
    "Old Flint",
    4,
    typed=tuple(TypedModifier(name, by) for name, by in (("Diplomacy", 10), ("Academia Lore", 12), ("Perception", 8))),
)
PARTY = (MEMBER, NAMED)


def adventure_of(kind: Any, facts: Any, **more: Any) -> Adventure:
    """An adventure of a kind with two participants."""
    return Adventure(kind, facts, **{"name": "A test", "participants": PARTY, **more})


def rolled(action: str, participant: str, target: str, skill: str, face: int, **more: Any) -> CheckRolled:
    """A check whose die was entered."""
    return CheckRolled(action, participant, target, skill, face, **more)


def played(adventure: Adventure, *events: AdventureEvent, side: str | None = ORGANIZER) -> AdventureState:
    """The state after events of one side."""
    state = begin_adventure(adventure)
    for event in events:
        state = play_adventure_event(state, event, side)
    return state


def play_more(state: AdventureState, *events: AdventureEvent, side: str | None = ORGANIZER) -> AdventureState:
    """The state after more events of one side."""
    for event in events:
        state = play_adventure_event(state, event, side)
    return state


def log_of(*events: Any, side: str = ORGANIZER) -> tuple[LogEntry, ...]:
    """A log in which every event is a step of its own."""
    return tuple(LogEntry(number, number, side, event) for number, event in enumerate(events, 1))


def undone_and_redone(adventure: Adventure, entries: tuple[LogEntry, ...]) -> None:
    """Check that undoing every step, last first, gives every earlier state, and redoing gives each back."""
    states = [fold_adventure(adventure, entries[:length]) for length in range(len(entries) + 1)]
    log, number = list(entries), len(entries)
    for length in range(len(entries) - 1, -1, -1):
        number += 1
        log.append(LogEntry(number, number, ORGANIZER, StepUndone(entries[length].step)))
        assert fold_adventure(adventure, log) == states[length]
    for length in range(1, len(entries) + 1):
        number += 1
        log.append(LogEntry(number, number, ORGANIZER, StepRedone(entries[length - 1].step)))
        assert fold_adventure(adventure, log) == states[length]


def texts(state: AdventureState) -> list[str]:
    """What the last event brought, in words."""
    return [note.text for note in state.notes]


def seen(adventure: Adventure, *events: Any) -> str:
    """Return what players see of an adventure after the events, as the text of its document."""
    view = adventure_view(adventure, log_of(*events), for_players=True)
    return json.dumps(adventure_view_document(view), ensure_ascii=False)

"""What the buttons of an adventure's page send, as events."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict

from adventures.forms.events import event_of_form
from adventures.forms.kinds import kind_forms
from adventures.forms.participants import events_of_joining, joining_members, named_character
from adventures.selectors.seats import AdventureSeat, AdventureVisitor, adventure_seat
from adventures.services.adventures import NOT_FOUND, AdventureNotFound
from adventures.services.recording import (
    EventsOf,
    adventure_event_record,
    adventure_redo,
    adventure_undo,
    check_record,
    step_record,
)
from common.typed import typed_number, typed_text
from rules.adventures.events import AdventureEvent
from rules.adventures.events.checks import check_rolled
from rules.adventures.events.dice import DiceEvent
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import CheckAttempt
from rules.text import natural_number


def run_adventure_command(visitor: AdventureVisitor, key: str, data: QueryDict) -> None:
    """Do what a form asks for. Raises ``Refusal``."""
    seat = adventure_seat(visitor, key)
    if seat is None or not seat.side:
        raise AdventureNotFound(NOT_FOUND)
    seen, todo = _seen(data), data.get("do", "")
    if todo == "undo":
        adventure_undo(visitor=visitor, key=key, seen=seen)
    elif todo == "redo":
        adventure_redo(visitor=visitor, key=key, seen=seen)
    elif todo == "check":
        _check(visitor, key, data, seen)
    elif todo in ("join", "named"):
        step_record(visitor=visitor, key=key, events=_joining(visitor, seat, todo, data), seen=seen)
    else:
        _event(visitor, seat, todo, data, seen)


def _joining(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict) -> EventsOf:
    if todo == "named":
        found = _named(data)
        return lambda state: events_of_joining(state, found)
    warband = data.get("warband", "")
    return lambda state: events_of_joining(state, joining_members(visitor.owner, seat, warband, state))


def _event(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict, seen: int | None) -> None:
    forms = kind_forms(seat.row.kind)
    make = forms.command(visitor, seat, todo, data)
    if make is None:
        event = event_of_form(todo, data)
        if isinstance(event, DiceEvent):
            adventure_event_record(visitor=visitor, key=seat.row.key, event=event, seen=seen)
            return
        make = _maker(event)
    step_record(visitor=visitor, key=seat.row.key, events=forms.completed(seat.row, make), seen=seen, is_from_site=True)


def _maker(event: AdventureEvent) -> EventsOf:
    return lambda state: (event,)


def _seen(data: QueryDict) -> int | None:
    return natural_number(data.get("seen", ""), 8)


def _check(visitor: AdventureVisitor, key: str, data: QueryDict, seen: int | None) -> None:
    attempt = CheckAttempt(
        action=typed_text(data.get("action", "")),
        participant=typed_text(data.get("who", "")),
        target=typed_text(data.get("target", "")),
        skill=typed_text(data.get("skill", ""), 80),
        choices=tuple(map(typed_text, data.getlist("choices"))),
        applies=tuple(map(typed_text, data.getlist("applies"))),
    )
    face = typed_text(data.get("face", ""))
    if not face:
        check_record(visitor=visitor, key=key, attempt=attempt, seen=seen)
        return
    event = check_rolled(attempt, typed_number(face))
    step_record(visitor=visitor, key=key, events=lambda state: (event,), seen=seen)


def _named(data: QueryDict) -> Sequence[AdventureParticipant]:
    """Return the character that a form describes; its id is given once the state is known."""
    is_rival = "rival" in data
    return (
        named_character(
            data.get("name", ""), data.get("level", "").strip(), data.get("modifiers", ""), is_rival=is_rival
        ),
    )

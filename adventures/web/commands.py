"""What the buttons of an adventure's page send, as events."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict

from adventures.forms.events import event_of_form
from adventures.forms.participants import named_character
from adventures.forms.typed import typed_number, typed_text
from adventures.selectors.parties import campaign_party, campaign_warbands, own_party
from adventures.selectors.seats import AdventureSeat, AdventureVisitor, adventure_seat
from adventures.services.adventures import NOT_FOUND, AdventureNotFound
from adventures.services.recording import adventure_redo, adventure_undo, check_record, step_record
from common.refusal import Refusal
from rules.subsystems.events import AdventureEvent
from rules.subsystems.events.checks import CheckRolled
from rules.subsystems.events.running import AdventurerJoined
from rules.subsystems.participants import AdventureParticipant
from rules.subsystems.state import AdventureState, CheckAttempt

NO_ONE = "Everyone in this warband who can take part already does."


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
        find = _joining if todo == "join" else _named
        found = find(visitor, seat, data)
        step_record(visitor=visitor, key=key, events=lambda state: _joined(state, found), seen=seen)
    else:
        event = event_of_form(todo, data)
        step_record(visitor=visitor, key=key, events=lambda state: (event,), seen=seen)


def _seen(data: QueryDict) -> int | None:
    seen = data.get("seen", "")
    return int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else None


def _check(visitor: AdventureVisitor, key: str, data: QueryDict, seen: int | None) -> None:
    attempt = CheckAttempt(
        action=typed_text(data.get("action", "")),
        participant=typed_text(data.get("who", "")),
        target=typed_text(data.get("target", "")),
        skill=typed_text(data.get("skill", ""))[:80],
        choices=tuple(map(typed_text, data.getlist("choices"))),
        applies=tuple(map(typed_text, data.getlist("applies"))),
    )
    face = typed_text(data.get("face", ""))
    if not face:
        check_record(visitor=visitor, key=key, attempt=attempt, seen=seen)
        return
    event = CheckRolled(
        attempt.action,
        attempt.participant,
        attempt.target,
        attempt.skill,
        typed_number(face),
        choices=attempt.choices,
        applies=attempt.applies,
    )
    step_record(visitor=visitor, key=key, events=lambda state: (event,), seen=seen)


def _joining(visitor: AdventureVisitor, seat: AdventureSeat, data: QueryDict) -> Sequence[AdventureParticipant]:
    """Return the members of the warband that a form names."""
    wanted = data.get("warband", "").replace("\0", "")[:60]
    if seat.campaign is not None:
        row = next((one for one in campaign_warbands(seat.campaign) if f"w{one.number}" == wanted), None)
        return campaign_party(row) if row else ()
    return own_party(visitor.owner, wanted)


def _named(visitor: AdventureVisitor, seat: AdventureSeat, data: QueryDict) -> Sequence[AdventureParticipant]:
    """Return the character that a form describes; its id is given once the state is known."""
    is_rival = "rival" in data
    return (
        named_character(
            data.get("name", ""), data.get("level", "").strip(), data.get("modifiers", ""), taken=(), is_rival=is_rival
        ),
    )


def _joined(state: AdventureState, found: Sequence[AdventureParticipant]) -> Sequence[AdventureEvent]:
    """Return the events by which participants join; members that take part already are left out."""
    taken = {one.id for one in state.participants}
    joining = []
    for one in found:
        if one.skills is None:
            joining.append(_renamed(one, taken))
        elif one.id not in taken:
            joining.append(one)
    if not joining:
        raise Refusal(NO_ONE, code="command.invalid")
    return [AdventurerJoined(one) for one in joining]


def _renamed(one: AdventureParticipant, taken: set[str]) -> AdventureParticipant:
    number = next(place for place in range(1, len(taken) + 2) if f"n{place}" not in taken)
    return AdventureParticipant(f"n{number}", one.name, one.level, typed=one.typed, is_rival=one.is_rival)

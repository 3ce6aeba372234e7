"""How the form of a command is read into an event: a field for each part, by what the part's type says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from battles.services.recording import Command
from battles.web.sent_forms import NOT_UNDERSTOOD, SentForm, roll_place, typed_faces
from battles.web.sent_targets import aimed_targets
from common.refusal import Refusal
from rules.combat.answers import Rolled
from rules.combat.asks import RollAsk
from rules.combat.log import FightEvent, LogEvent
from rules.combat.resolution import ResolvingState, pending
from rules.documents.records import declared_parts
from rules.documents.shapes import Shape
from rules.errors import ChangeRefused

FormReader = Callable[[SentForm], Command]
"""Reads a form; raises ``Refusal`` for what is not understood."""


def plain(event: LogEvent) -> Command:
    """Return the command that makes an event, whatever the state."""
    return lambda state: event


def each(events: Iterable[FightEvent]) -> Command:
    """Return the command that makes several events as one step."""
    followed = tuple(events)
    if not followed:
        raise Refusal(NOT_UNDERSTOOD, code="command.invalid")
    return lambda state: followed


def event_form(event: type[FightEvent], **named: str) -> FormReader:
    """Return the reader of a form with a field for each part of an event, under its name or as ``named`` says."""
    parts = {name: part.shape for name, part in declared_parts(event).items() if name not in dict(event.filled_in)}

    def _read(sent: SentForm) -> Command:
        return plain(event(**{name: _typed(sent, named.get(name, name), shape) for name, shape in parts.items()}))

    return _read


def _typed(sent: SentForm, name: str, shape: Shape) -> Any:
    match shape.schema["type"]:
        case "integer":
            return sent.number(name)
        case "boolean":
            return sent.text(name) == "1"
        case "array":
            are_targets = shape.schema["items"]["type"] == "object"
            return aimed_targets(sent.data) if are_targets else sent.texts(name)
        case [*_]:  # a text or null
            return sent.text(name) or None
    return sent.text(name)


def faces_form(sent: SentForm) -> Command:
    """Read the faces of dice that players read off their own, for the roll that the page showed."""
    place, event = sent.text("place"), Rolled(typed_faces(sent), True)

    def _command(state: ResolvingState) -> FightEvent:
        ask = pending(state)
        if place and (not isinstance(ask, RollAsk) or roll_place(ask) != place):
            raise ChangeRefused(f"This roll was made already. Look again at where the {state.noun} stands.")
        return event

    return _command

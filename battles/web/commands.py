"""What the buttons of every fight's page send: events of its family, and what the log itself is asked for."""

from __future__ import annotations

from collections.abc import Callable

from django.http import QueryDict

from battles.selectors.battles import BattleVisitor
from battles.services.filled_events import spot_dig
from battles.services.recording import (
    OpenLog,
    dice_record,
    sent_record,
    step_redo,
    step_undo,
    undo_answer,
    undo_ask,
)
from battles.web.family_pages import pages_of
from battles.web.sent_forms import SentForm


def run_command(visitor: BattleVisitor, key: str, data: QueryDict) -> OpenLog:
    """Do what a form asks for; raise ``Refusal`` where it cannot be done."""
    sent = SentForm(data)
    if sent.do in _LOG:
        return _LOG[sent.do](visitor, key, sent)
    return sent_record(
        visitor=visitor,
        key=key,
        read=lambda family: pages_of(family).event_of(family, sent),
        client_key=sent.client_key,
    )


def _undo(visitor: BattleVisitor, key: str, sent: SentForm) -> OpenLog:
    return step_undo(visitor=visitor, key=key, seen=sent.seen)


def _redo(visitor: BattleVisitor, key: str, sent: SentForm) -> OpenLog:
    return step_redo(visitor=visitor, key=key, seen=sent.seen)


def _back(visitor: BattleVisitor, key: str, sent: SentForm) -> OpenLog:
    return undo_ask(visitor=visitor, key=key, step=sent.number("step"), seen=sent.seen)


def _agree(visitor: BattleVisitor, key: str, sent: SentForm) -> OpenLog:
    return undo_answer(visitor=visitor, key=key, agrees=sent.text("agrees") == "1")


def _roll(visitor: BattleVisitor, key: str, sent: SentForm) -> OpenLog:
    return dice_record(visitor=visitor, key=key, seen=sent.seen, client_key=sent.client_key)


def _dig(visitor: BattleVisitor, key: str, sent: SentForm) -> OpenLog:
    creature, spot = sent.text("creature"), sent.text("spot")
    return spot_dig(visitor=visitor, key=key, creature=creature, spot=spot, seen=sent.seen, client_key=sent.client_key)


_LOG: dict[str, Callable[[BattleVisitor, str, SentForm], OpenLog]] = {
    "undo": _undo,
    "redo": _redo,
    "back": _back,
    "answer": _agree,
    "roll": _roll,
    "dig": _dig,
}

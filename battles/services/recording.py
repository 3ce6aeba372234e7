"""Writing to the log of a battle: the one way to add entries, and who may add which.

A command adds an entry, then those of the server's dice that it asks for. Of two people who act at once one wins; the
other is told what happened (``BattleMovedOn``). A request that is sent twice counts once, by its ``client_key``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from battles.models import Battle, BattleEntry
from battles.models.battles import BattleDice, BattleStatus
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.folding import (
    FoldedBattle,
    extended,
    folded_battle,
    keep_folded,
    next_hash,
    past_of,
)
from battles.selectors.log_lines import note_sentence
from battles.services.announcing import announce_progress
from battles.services.battles import CLOSED, battle_locked, save_change
from battles.services.permissions import refuse_event
from battles.services.sealing import game_secret_shown, game_secrets_seal
from common.refusal import Refusal
from rules.battle.documents import MAX_ENTRIES
from rules.battle.events import BattleEvent, battle_event_document, battle_event_from_document
from rules.battle.events.answers import Rolled, pending
from rules.battle.events.turns import Begun
from rules.battle.solo.reacting import game_answer
from rules.battle.state import BattleState
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.fights.asks import RevealAsk, RollAsk
from rules.fights.log import OTHERS_ACTED, LogEntry, LogEvent, StepRedone, StepUndone, UndoAnswered, UndoAsked

MAX_ROLLS = 200
"""Rolls of the server that one command may bring about."""

Command = Callable[[BattleState], BattleEvent]
"""Makes an event from the state as it stands when it is recorded."""


class BattleMovedOn(Refusal):
    """Somebody acted meanwhile: ``problems`` are the lines of the log since the page was drawn."""

    code = "battle.changed"


@dataclass(frozen=True, slots=True)
class OpenLog:
    """A battle whose row is locked as the person who writes sees it, with its log as far as it goes."""

    view: BattleView
    folded: FoldedBattle

    @property
    def battle(self) -> Battle:
        """The battle."""
        return self.view.battle


@transaction.atomic
def event_record(
    *,
    visitor: BattleVisitor,
    key: str,
    command: Command,
    side: str | None = None,
    seen: int | None = None,
    client_key: str = "",
) -> OpenLog:
    """Record what a side does, with the server's dice that follow, and return the log after it.

    ``seen`` is the number of the last entry that the player's page showed; None for what may follow anything, such as
    HP by tap. Raises ``Refusal``.
    """
    log = _opened(visitor, key)
    if client_key and log.battle.entries.filter(client_key=client_key).exists():
        return log
    _refuse_late(log, seen)
    try:
        event = command(log.folded.state)
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    _refuse_unreadable(event)
    side = refuse_event(log.view, log.folded, event, side)
    if isinstance(event, Begun) and not log.battle.head and game_secrets_seal(log.battle, log.folded.setup):
        log = OpenLog(log.view, folded_battle(log.battle))
    return _written(log, [(side, event)], client_key, goes_on=True)


@transaction.atomic
def dice_record(*, visitor: BattleVisitor, key: str, seen: int | None = None, client_key: str = "") -> OpenLog:
    """Let the server roll what the battle asks for now; raise ``Refusal`` where it asks for nothing."""
    log = _opened(visitor, key)
    if client_key and log.battle.entries.filter(client_key=client_key).exists():
        return log
    _refuse_late(log, seen)
    ask = pending(log.folded.state)
    if not isinstance(ask, RollAsk):
        raise Refusal("No roll is asked for any more.", code="roll.state")
    event = _rolled(log.battle, ask)
    side = refuse_event(log.view, log.folded, event, None)
    return _written(log, [(side, event)], client_key, goes_on=True)


@transaction.atomic
def step_undo(*, visitor: BattleVisitor, key: str, seen: int | None = None) -> OpenLog:
    """Take the last step back, where it is the visitor's own; raise ``Refusal`` where it is not."""
    log = _opened(visitor, key)
    _refuse_late(log, seen)
    done = log.folded.log.done
    if not done:
        raise Refusal("There is nothing to undo.", code="undo.state")
    if done[-1].side is not None and done[-1].side not in log.view.held:
        raise Refusal(OTHERS_ACTED, code="undo.locked")
    return _written(log, [(done[-1].side, StepUndone(done[-1].number))])


@transaction.atomic
def step_redo(*, visitor: BattleVisitor, key: str, seen: int | None = None) -> OpenLog:
    """Do the step again that was taken back last."""
    log = _opened(visitor, key)
    _refuse_late(log, seen)
    undone = log.folded.log.undone
    if not undone:
        raise Refusal("There is nothing to redo: something new has been done since.", code="undo.state")
    if undone[-1].side is not None and undone[-1].side not in log.view.held:
        raise Refusal("That was a step of another side.", code="undo.forbidden")
    return _written(log, [(undone[-1].side, StepRedone(undone[-1].number))])


@transaction.atomic
def undo_ask(*, visitor: BattleVisitor, key: str, step: int, seen: int | None = None) -> OpenLog:
    """Ask all sides to go back before a step; on one phone they agree at once."""
    log = _opened(visitor, key)
    _refuse_late(log, seen)
    first, *others = log.view.held
    agreed = [(side, UndoAnswered(step, True)) for side in others]
    return _written(log, [(first, UndoAsked(step)), *agreed])


@transaction.atomic
def undo_answer(*, visitor: BattleVisitor, key: str, agrees: bool, seen: int | None = None) -> OpenLog:
    """Agree to go back, or not, for each of the visitor's sides that is asked."""
    log = _opened(visitor, key)
    _refuse_late(log, seen)
    asked = log.folded.log.asked
    waits = [side for side in log.folded.log.undo_waits_for(log.folded.setup.people) if side in log.view.held]
    if asked is None or not waits:
        raise Refusal("No one asks to go back any more.", code="undo.state")
    return _written(log, [(side, UndoAnswered(asked.step, agrees)) for side in (waits if agrees else waits[:1])])


def _opened(visitor: BattleVisitor, key: str) -> OpenLog:
    view = battle_locked(visitor, key)
    if not view.plays:
        raise Refusal("You play no side of this battle.", code="battle.forbidden")
    if view.battle.status == BattleStatus.CLOSED:
        raise Refusal(CLOSED, code="battle.locked")
    if view.battle.head >= MAX_ENTRIES - MAX_ROLLS - 1:
        raise Refusal(
            f"This battle has {view.battle.head:,} entries, the most that one can have. Close it.", code="battle.full"
        )
    return OpenLog(view, folded_battle(view.battle))


def _refuse_late(log: OpenLog, seen: int | None) -> None:
    if seen is None or seen == log.battle.head:
        return
    lines = [
        note_sentence(log.folded.state, note) for line in log.folded.lines if line.number > seen for note in line.notes
    ]
    raise BattleMovedOn("Something happened meanwhile, so nothing was done. Look again.", lines)


def _refuse_unreadable(event: BattleEvent) -> None:
    """Refuse an event that could not be read from the log again, such as one with words that are too long."""
    try:
        battle_event_from_document(battle_event_document(event))
    except DocumentError as fault:
        raise Refusal(fault.message, code="command.invalid") from fault


def _rolled(battle: Battle, ask: RollAsk) -> Rolled:
    roller = SeededRoller(bytes(battle.seed))
    return Rolled(roller.roll(ask.dice, ask.sides, reason=ask.reason, place=ask.place).faces, False)


def _written(
    log: OpenLog, events: list[tuple[str | None, LogEvent]], client_key: str = "", *, goes_on: bool = False
) -> OpenLog:
    """Store entries, with dice and answers of the game where it ``goes_on``, and return the log after them."""
    battle, folded = log.battle, log.folded
    entries: list[LogEntry] = []
    for entry in _entries(log, events):
        folded = _after(battle, folded, entry)
        entries.append(entry)
    step = entries[-1].step
    for _ in range(MAX_ROLLS if goes_on else 0):
        event = _following(battle, folded)
        if event is None:
            break
        entry = LogEntry(folded.number + 1, step, None, event)
        folded = _after(battle, folded, entry)
        entries.append(entry)
    store_entries(battle, entries, client_key)
    battle.status = battle_status(folded)
    save_change(battle, "head", "head_hash", "status")
    keep_folded(battle.head_hash, folded)
    announce_progress(battle, log.folded, folded)
    return replace(log, folded=folded)


def _following(battle: Battle, folded: FoldedBattle) -> BattleEvent | None:
    """Return what follows by itself: a roll of the server, a reaction or a secret of the game's side."""
    ask = pending(folded.state)
    if isinstance(ask, RollAsk):
        return _rolled(battle, ask) if battle.dice == BattleDice.SERVER else None
    if isinstance(ask, RevealAsk):
        return game_secret_shown(battle, folded.setup, ask)
    return game_answer(folded.state)


def store_entries(battle: Battle, entries: list[LogEntry], client_key: str = "") -> None:
    """Add entries to a battle's log, and bring its head up to date; its row is saved by the caller."""
    rows, now = [], timezone.now()
    for entry in entries:
        side, event = entry.side or "", battle_event_document(entry.event)
        battle.head, battle.head_hash = entry.number, next_hash(battle, battle.head_hash, entry.step, side, event)
        key = client_key if entry is entries[0] else ""
        rows.append(
            BattleEntry(
                battle=battle,
                number=entry.number,
                step=entry.step,
                side=side,
                event=event,
                hash=battle.head_hash,
                client_key=key,
                at=now,
            )
        )
    BattleEntry.objects.bulk_create(rows)


def _entries(log: OpenLog, events: list[tuple[str | None, LogEvent]]) -> Iterator[LogEntry]:
    for number, (side, event) in enumerate(events, start=log.battle.head + 1):
        yield LogEntry(number, number, side, event)


def _after(battle: Battle, folded: FoldedBattle, entry: LogEntry) -> FoldedBattle:
    try:
        return extended(folded, [entry], past_of(battle))
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    except RulesError as fault:
        raise Refusal(str(fault), code="command.invalid") from fault


def battle_status(folded: FoldedBattle) -> str:
    """Return how far a battle has come by its log."""
    if not folded.log.done:
        return BattleStatus.SETTING_UP
    return BattleStatus.OVER if folded.state.phase == "over" else BattleStatus.PLAYING

"""What happens at a table: one step a request, dice by the site where none are entered, undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from accounts.models import Owner
from common.refusal import Refusal
from gambling.models import GamblingTable
from gambling.selectors.folding import TABLE_LOGS
from gambling.selectors.tables import OpenTable
from gambling.services.tables import refuse_closed_table, table_locked
from played_logs.services.recording import (
    entries_store,
    last_step,
    played_on,
    refuse_full,
    refuse_late,
    undone_step,
)
from rules.combat.log import LogEntry, LogEvent, StepRedone, StepUndone
from rules.combat.log_documents import log_event_document
from rules.dice import SeededRoller
from rules.errors import ChangeRefused, DocumentError
from rules.gambling.play.events import (
    CheatTried,
    PlayerSeated,
    RoundPlayed,
    check_bets,
    table_event_from_document,
)
from rules.gambling.play.fold import KEEPER, roll_cheat, roll_round
from rules.gambling.play.sentences import player_names
from rules.text import plain_texts

EventOf = Callable[[OpenTable], LogEvent]
"""Makes the event of a step from the table as it stands when it is recorded."""


def table_record(*, owner: Owner, key: str, event: LogEvent, seen: int | None = None) -> GamblingTable:
    """Record an event with all of its dice. ``seen`` is the last entry that the page showed. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: event, seen)


def player_seat(*, owner: Owner, key: str, name: str, seen: int | None = None) -> GamblingTable:
    """Let somebody sit down: a player who left comes back, anyone else is new. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: _seated(table, name.strip()), seen)


def _seated(table: OpenTable, name: str) -> PlayerSeated:
    for player in table.state.players:
        if player.name.casefold() == name.casefold():
            return PlayerSeated(player.id, player.name)
    # Somebody whose seat was undone keeps their id: rounds and receipts in the log still name them.
    return PlayerSeated(f"p{len(player_names(table.entries)) + 1}", name)


def round_play(*, owner: Owner, key: str, event: RoundPlayed, seen: int | None = None) -> GamblingTable:
    """Play a round: with the dice that were entered, or where there are none with the site's. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: _with_round_dice(table, event), seen)


def _with_round_dice(table: OpenTable, event: RoundPlayed) -> RoundPlayed:
    if event.house_faces or any(bet.faces for bet in event.bets):
        return replace(event, origin="entered")
    check_bets(table.state, event.bets)
    return roll_round(table.game, event.bets, table.row.head + 1, SeededRoller(bytes(table.row.seed)))


def cheat_try(*, owner: Owner, key: str, event: CheatTried, is_rolled: bool, seen: int | None = None) -> GamblingTable:
    """Record a try to cheat; with ``is_rolled`` the site rolls both d20 in place of the event’s. Raises ``Refusal``."""

    def _with_dice(table: OpenTable) -> CheatTried:
        if not is_rolled:
            return replace(event, origin="entered")
        return roll_cheat(event, table.row.head + 1, SeededRoller(bytes(table.row.seed)))

    return _recorded(owner, key, _with_dice, seen)


def table_undo(*, owner: Owner, key: str, seen: int | None = None) -> GamblingTable:
    """Take the last step back."""
    return _recorded(owner, key, lambda table: StepUndone(last_step(table.folded).number), seen)


def table_redo(*, owner: Owner, key: str, seen: int | None = None) -> GamblingTable:
    """Do the step again that was taken back last."""
    return _recorded(owner, key, lambda table: StepRedone(undone_step(table.folded).number), seen)


@transaction.atomic
def _recorded(owner: Owner, key: str, make: EventOf, seen: int | None) -> GamblingTable:
    row = table_locked(owner, key)
    refuse_closed_table(row)
    refuse_late(TABLE_LOGS, row, seen)
    refuse_full(TABLE_LOGS, row)
    table = OpenTable(row, runs=True)
    try:
        event = table_event_from_document(plain_texts(log_event_document(make(table))))
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    except DocumentError as fault:
        raise Refusal(f"Muster cannot read this: {fault.message}", code="command.invalid") from fault
    entries = [LogEntry(row.head + 1, row.head + 1, KEEPER, event)]
    entries_store(TABLE_LOGS, row, played_on(table.folded, entries, TABLE_LOGS.past_of(row)), entries)
    return row

"""What happens at a table: one step a request, dice by the site where none are entered, undo and redo.

Of two devices that act at once one wins; the other is told that something happened (``TableMovedOn``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from common.refusal import Refusal
from common.saving import save_new_version
from gambling.models import GamblingEntry, GamblingTable
from gambling.selectors.folding import keep_folded_table
from gambling.selectors.tables import OpenTable
from gambling.services.tables import refuse_closed_table, table_locked
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

MOST_ENTRIES = 500
"""Entries of one table: a process that has not played them yet plays all of them at once."""
MOVED_ON = "Something happened meanwhile, so nothing was done. Look again."

EventOf = Callable[[OpenTable], LogEvent]
"""Makes the event of a step from the table as it stands when it is recorded."""


class TableMovedOn(Refusal):
    """Another device acted meanwhile."""

    code = "table.changed"


def table_record(*, owner: Owner, key: str, event: LogEvent, seen: int | None = None) -> GamblingTable:
    """Record an event with all of its dice. ``seen`` is the last entry that the page showed. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: event, seen)


def player_seat(*, owner: Owner, key: str, name: str, seen: int | None = None) -> GamblingTable:
    """Let somebody sit down: a player who left comes back, anyone else is new. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: _seated(table, name.strip()), seen)


def _seated(table: OpenTable, name: str) -> PlayerSeated:
    for one in table.state.players:
        if one.name.casefold() == name.casefold():
            return PlayerSeated(one.id, one.name)
    # Somebody whose seat was undone keeps their id: rounds and receipts in the log still name them.
    return PlayerSeated(f"p{len(player_names(table.entries)) + 1}", name)


def round_play(*, owner: Owner, key: str, event: RoundPlayed, seen: int | None = None) -> GamblingTable:
    """Play a round: with the dice that were entered, or where there are none with the site's. Raises ``Refusal``."""
    return _recorded(owner, key, lambda table: _with_round_dice(table, event), seen)


def _with_round_dice(table: OpenTable, event: RoundPlayed) -> RoundPlayed:
    if event.house_faces or any(one.faces for one in event.bets):
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
    return _recorded(owner, key, _last_step, seen)


def _last_step(table: OpenTable) -> StepUndone:
    if not table.log.done:
        raise Refusal("There is nothing to undo.", code="undo.state")
    return StepUndone(table.log.done[-1].number)


def table_redo(*, owner: Owner, key: str, seen: int | None = None) -> GamblingTable:
    """Do the step again that was taken back last."""
    return _recorded(owner, key, _next_step, seen)


def _next_step(table: OpenTable) -> StepRedone:
    if not table.log.undone:
        raise Refusal("There is nothing to redo: something new has been done since.", code="undo.state")
    return StepRedone(table.log.undone[-1].number)


@transaction.atomic
def _recorded(owner: Owner, key: str, make: EventOf, seen: int | None) -> GamblingTable:
    row = table_locked(owner, key)
    refuse_closed_table(row)
    if seen is not None and seen != row.head:
        raise TableMovedOn(MOVED_ON)
    if row.head >= MOST_ENTRIES:
        raise Refusal(
            f"This table has {row.head} entries, the most that one can have. Close it, and open another.",
            code="table.full",
        )
    table = OpenTable(row, runs=True)
    try:
        document = plain_texts(log_event_document(make(table)))
        entry = LogEntry(row.head + 1, row.head + 1, KEEPER, table_event_from_document(document))
        folded = table.folded.followed_by([entry])
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="command.invalid") from refused
    except DocumentError as fault:
        raise Refusal(f"Muster cannot read this: {fault.message}", code="command.invalid") from fault
    keep_folded_table(
        GamblingEntry.objects.create(
            table=row, number=entry.number, step=entry.step, event=document, at=timezone.now()
        ),
        folded,
    )
    row.head = entry.number
    save_new_version(row, "head")
    return row

"""The state of a table, folded from its log, and its log as one of the kinds of ``played_logs``."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from common.caches import BoundedCache
from gambling.models import GamblingEntry, GamblingTable
from played_logs.selectors.folding import FoldedLog
from played_logs.selectors.logs import LogKind
from rules.campaigns.journal import seed_commitment
from rules.combat.log import LogEntry, LogEvent, log_event_document
from rules.gambling.game import TableGame, game_from_document
from rules.gambling.play.fold import KEEPER, play_table_event
from rules.gambling.play.state import RoundPlayed, TableState, table_event_from_document

MOST_ENTRIES = 500
"""Entries of one table: a process that has not played them yet plays all of them at once."""


class FoldedTable(FoldedLog[TableState]):
    """A table folded up to an entry of its log, with the whole log."""

    most_lines = MOST_ENTRIES
    keeps_states = False
    people = arbiters = (KEEPER,)
    is_over = False

    def __init__(self, game: TableGame) -> None:
        self.game = game
        super().__init__()

    def __sizeof__(self) -> int:
        # Weighed by what grows: a bet has its faces and what it brought, an entry its step and its texts.
        bets = sum(len(entry.event.bets) for entry in self.lines if isinstance(entry.event, RoundPlayed))
        return 8_000 + 500 * len(self.lines) + 350 * bets

    @property
    def state(self) -> TableState:
        """The table after all entries that count."""
        return self.point

    def begin(self) -> TableState:
        """Return the table before its first entry."""
        return TableState(self.game)

    def play(self, point: TableState, entry: LogEntry) -> TableState:
        """Return the table after an entry; raise ``ChangeRefused`` for what may not be done now."""
        return play_table_event(point, entry)


_kept: BoundedCache[FoldedTable] = BoundedCache(8 * 2**20, parts=3)


class TableLogs(LogKind[FoldedTable]):
    """Logs of tables. An entry's time tells it from any other with its number: one may have been rolled back."""

    word = "table"
    row_model = GamblingTable
    entry_model = GamblingEntry
    parent = "table"
    most_entries = MOST_ENTRIES
    when_full = "Close it, and open another."
    recent = 12
    kept = _kept

    def begun(self, row: GamblingTable) -> FoldedTable:
        """Return a table before its first entry. No query."""
        return FoldedTable(game_from_document(row.game))

    def side_of(self, entry: GamblingEntry) -> str:
        """Return who keeps the table."""
        return KEEPER

    def event_from(self, row: GamblingTable, document: Any) -> LogEvent:
        """Return an event of a table from its document."""
        return table_event_from_document(document)

    def event_document(self, row: GamblingTable, event: LogEvent) -> dict[str, Any]:
        """Return the document of an event of a table."""
        return log_event_document(event)

    def key_of(self, entry: GamblingEntry) -> Hashable:
        """Return what stands for an entry and everything before it."""
        return entry.table_id, entry.number, entry.at

    def fault_of(self, row: GamblingTable) -> str:
        """Return why a table cannot be folded up to its head, "" where it can. One query."""
        if seed_commitment(bytes(row.seed)) != row.commitment:
            return "Its seed is not the one that was promised."
        return super().fault_of(row)


TABLE_LOGS = TableLogs()

"""The state of a table, folded from its log.

A process keeps what it folded last by the last entry, whose time tells it from any other with its number: a page or a
round goes on from there, and so does what another process has recorded since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from common.caches import BoundedCache
from gambling.models import GamblingEntry, GamblingTable
from rules.combat.log import LogEntry, LogState
from rules.gambling.documents import game_from_document
from rules.gambling.game import TableGame
from rules.gambling.play.events import RoundPlayed, table_event_from_document
from rules.gambling.play.fold import KEEPER, fold_table, play_table_event, table_log, table_log_after
from rules.gambling.play.state import TableState

RECENT = 12
"""Newest entries among which a state is looked for to go on from."""


class FoldedTable:
    """A table folded up to an entry of its log; a value that is never changed."""

    __slots__ = ("bets", "entries", "game", "log", "state")

    def __init__(
        self, game: TableGame, entries: tuple[LogEntry, ...], log: LogState, state: TableState, bets: int
    ) -> None:
        self.game, self.entries, self.log, self.state, self.bets = game, entries, log, state, bets

    def __sizeof__(self) -> int:
        # Weighed by what grows: a bet has its faces and what it brought, an entry its step and its texts.
        return 8_000 + 500 * len(self.entries) + 350 * self.bets

    def followed_by(self, entries: Sequence[LogEntry]) -> FoldedTable:
        """Return the table with entries more; raise ``ChangeRefused`` for one that cannot follow."""
        log, state = self.log, self.state
        for entry in entries:
            log = table_log_after(log, entry)
            if entry.is_about_log:
                return folded_from(self.game, (*self.entries, *entries))
            state = play_table_event(state, entry)
        return FoldedTable(self.game, (*self.entries, *entries), log, state, self.bets + _bets(entries))


def folded_from(game: TableGame, entries: tuple[LogEntry, ...]) -> FoldedTable:
    """Return a table folded from its first entry; raise ``ChangeRefused`` for an entry that cannot be played."""
    return FoldedTable(game, entries, table_log(entries), fold_table(game, entries), _bets(entries))


def _bets(entries: Sequence[LogEntry]) -> int:
    return sum(len(one.event.bets) for one in entries if isinstance(one.event, RoundPlayed))


_folded: BoundedCache[FoldedTable] = BoundedCache(8 * 2**20, parts=3)


def folded_table(row: GamblingTable) -> FoldedTable:
    """Return a table folded up to its head. One query, two where this process has not folded its newest entries."""
    recent = list(GamblingEntry.objects.filter(table=row, number__lte=row.head).order_by("-number")[:RECENT])
    for place, one in enumerate(recent):
        known = _folded.get(_key_of(one))
        if known is not None:
            found = known.followed_by([read_table_entry(entry) for entry in reversed(recent[:place])])
            break
    else:
        is_whole = len(recent) < RECENT
        found = _folded_rows(row, recent[::-1]) if is_whole else refolded_table(row)
    if recent:
        keep_folded_table(recent[0], found)
    return found


def refolded_table(row: GamblingTable) -> FoldedTable:
    """Return a table folded from its stored entries, past the cache. One query."""
    return _folded_rows(row, GamblingEntry.objects.filter(table=row, number__lte=row.head).order_by("number"))


def _folded_rows(row: GamblingTable, entries: Iterable[GamblingEntry]) -> FoldedTable:
    return folded_from(game_from_document(row.game), tuple(read_table_entry(one) for one in entries))


def keep_folded_table(last: GamblingEntry, found: FoldedTable) -> None:
    """Keep a table that is folded up to an entry."""
    _folded.set(_key_of(last), found)


def _key_of(entry: GamblingEntry) -> tuple[object, ...]:
    return entry.table_id, entry.number, entry.at


def read_table_entry(row: GamblingEntry) -> LogEntry:
    """Return an entry of a log as the rules know it."""
    return LogEntry(row.number, row.step, KEEPER, table_event_from_document(row.event))

"""Tables folded from their logs, as one person sees them, and lookups and archives of table games."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from accounts.models import Owner, User
from accounts.selectors.rooms import ArchivedFile, archived_json
from common.caches import BoundedCache
from gambling.models import GamblingEntry, GamblingTable, OwnTableGame
from played_logs.selectors.folding import FoldedLog
from played_logs.selectors.logs import LogKind
from rules.campaigns.journal import seed_commitment
from rules.combat.log import LogEntry, LogEvent, LogState
from rules.errors import RulesError
from rules.gambling.game import TableGame, game_from_document
from rules.gambling.library import ready_games
from rules.gambling.play.fold import (
    KEEPER,
    TableReceipt,
    TableSentence,
    coins_words,
    play_table_event,
    player_names,
    table_receipts,
    table_sentences,
)
from rules.gambling.play.state import RoundPlayed, TablePlayer, TableState, table_event_from_document

MOST_ENTRIES = 500
"""The most entries of one table: a process that has not played them yet plays all of them at once."""


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
        return TableState(self.game)

    def play(self, point: TableState, entry: LogEntry) -> TableState:
        """Return the table after an entry; raise ``ChangeRefused`` for an event that is not possible now."""
        return play_table_event(point, entry)


_kept: BoundedCache[FoldedTable] = BoundedCache(8 * 2**20, parts=3)


class TableLogs(LogKind[FoldedTable]):
    """Logs of tables. If an entry was rolled back, another may have its number: their times distinguish
    them.
    """

    word = "table"
    row_model = GamblingTable
    entry_model = GamblingEntry
    parent = "table"
    most_entries = MOST_ENTRIES
    when_full = "Close it, and open another."
    recent = 12
    kept = _kept

    def begun(self, row: GamblingTable) -> FoldedTable:
        return FoldedTable(game_from_document(row.game))

    def side_of(self, entry: GamblingEntry) -> str:
        return KEEPER

    def event_from(self, row: GamblingTable, document: Any) -> LogEvent:
        return table_event_from_document(document)

    def key_of(self, entry: GamblingEntry) -> Hashable:
        return entry.table_id, entry.number, entry.at

    def fault_of(self, row: GamblingTable) -> str:
        """Return why a table cannot be folded up to its head, "" if it can. One query."""
        if seed_commitment(bytes(row.seed)) != row.commitment:
            return "Its seed does not match the published hash."
        return super().fault_of(row)


TABLE_LOGS = TableLogs()


READY, OWN = "ready", "own"
"""The game of a new table: ``ready:four-crows``, or ``own:`` and the key of a game."""


def own_games(owner: Owner) -> QuerySet[OwnTableGame]:
    """Return an owner's stored games. One query."""
    return OwnTableGame.objects.filter(owner.q)


def own_game(owner: Owner, key: str) -> OwnTableGame | None:
    """Return an owner's stored game, None if there is none. One query."""
    return own_games(owner).filter(key=key).first()


def shared_game(token: str) -> OwnTableGame | None:
    """Return the shared game of a link, None if there is none. One query."""
    return OwnTableGame.objects.filter(share_token=token).first() if token else None


def stored_game(row: OwnTableGame) -> TableGame:
    """Return the game of a row. No query."""
    return game_from_document(row.document)


def game_of_source(owner: Owner, value: str) -> TableGame | None:
    """Return the game that a form names, None for one that is not there. At most one query."""
    what, _, key = value.partition(":")
    if what == READY:
        return ready_games().get(key)
    row = own_game(owner, key) if what == OWN else None
    return stored_game(row) if row else None


GAMES, TABLES = "games", "tables"


@dataclass(frozen=True)
class OpenTable:
    """A table as somebody sees it: ``runs`` is True if they run it, otherwise they watch.

    Its log is loaded at its first use.
    """

    row: GamblingTable
    runs: bool

    @cached_property
    def folded(self) -> FoldedTable:
        """The table folded up to its head. One query, at times two."""
        return TABLE_LOGS.folded(self.row)

    @property
    def game(self) -> TableGame:
        """The game as it was when the table was opened."""
        return self.folded.game

    @property
    def entries(self) -> Sequence[LogEntry]:
        """The whole log."""
        return self.folded.lines

    @property
    def state(self) -> TableState:
        """The table after all entries that count."""
        return self.folded.state

    @property
    def log(self) -> LogState:
        """Which steps count, and which can be done again."""
        return self.folded.log

    @property
    def may_play(self) -> bool:
        """Whether the viewer can add something to the log."""
        return self.runs and self.row.is_open

    @property
    def may_undo(self) -> bool:
        """Whether the last step can be undone: Muster rolled no dice in it."""
        return bool(self.log.done) and not self.log.done[-1].rolls

    def sentences(self, newest: int | None = None) -> tuple[TableSentence, ...]:
        """Return the log in words, newest first: all of it, or a number of entries."""
        sentences = table_sentences(self.game, self.entries, newest)[::-1]
        return tuple(replace(line, reversed_for=self._reversals.get(line.entry, "")) for line in sentences)

    @property
    def receipts(self) -> tuple[TableReceipt, ...]:
        """The receipts of the site's dice, the newest first; computed again once the table is closed."""
        return self.receipts_of(len(self.entries))

    def receipts_of(self, newest: int) -> tuple[TableReceipt, ...]:
        """Return the receipts of a number of entries, newest first."""
        entries = self.entries[-newest:] if newest else ()
        receipts = tuple(table_receipts(self.game, entries, self.row.commitment, self.row.shown_seed))[::-1]
        return tuple(replace(receipt, reversed_for=self._reversals.get(receipt.entry, "")) for receipt in receipts)

    @cached_property
    def _reversals(self) -> Mapping[int, str]:
        """Why rounds bring nothing, by the numbers of their entries."""
        return {played.entry: played.reversed_for for played in self.state.rounds if played.reversed_for}

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return player_names(self.entries)

    def name_of(self, whose: str) -> str:
        """Return a receipt's name for a person: a player's name, or the role that rolls."""
        return self._names.get(whose, f"the {whose}")

    @property
    def accounts(self) -> tuple[tuple[TablePlayer, str], ...]:
        """Every player with their gains or losses, in words."""
        state, balances = self.state, self.state.balances
        return tuple((player, coins_words(self.game, balances[player.id])) for player in state.players)

    @property
    def house_account(self) -> str:
        """The gains or losses of the house, in words."""
        return coins_words(self.game, self.state.house_balance)

    @property
    def seed_words(self) -> str:
        """The seed in hexadecimal digits once the table is closed, "" before."""
        seed = self.row.shown_seed
        return seed.hex() if seed is not None else ""


def tables_of(owner: Owner) -> QuerySet[GamblingTable]:
    """Return the tables that an owner runs, the newest first. One query."""
    return GamblingTable.objects.filter(owner.q).defer("game", "seed")


def own_table(owner: Owner, key: str) -> OpenTable | None:
    """Return a table for its owner, None if there is none. One query; its log takes another."""
    row = GamblingTable.objects.filter(owner.q, key=key).first()
    return OpenTable(row, runs=True) if row else None


def watched_table(token: str) -> OpenTable | None:
    """Return a table for somebody with its watchers' link, None if there is none. One query, as above."""
    row = GamblingTable.objects.filter(watch_token=token).first() if token else None
    return OpenTable(row, runs=False) if row else None


def gambling_that_fails() -> Iterator[tuple[str, str]]:
    """Yield the key of each stored game and table that cannot be opened, with the reason. One query for each table."""
    for game in OwnTableGame.objects.order_by("pk").iterator():
        try:
            stored_game(game)
        except RulesError as fault:
            yield game.key, str(fault)
    yield from TABLE_LOGS.failing()


def archived_gambling(user: User) -> Iterator[ArchivedFile]:
    """Yield each game of an account as a file that Muster imports, and each table with its log."""
    for game in OwnTableGame.objects.filter(owner=user).order_by("pk").iterator():
        yield f"gambling/games/{game.key}.muster-table-game.json", archived_json(game.document)
    for row in GamblingTable.objects.filter(owner=user).order_by("pk").iterator():
        yield f"gambling/tables/{row.key}.json", archived_json(_table(row))


def _table(row: GamblingTable) -> dict[str, object]:
    seed = row.shown_seed
    return {
        "name": row.name,
        "status": row.status,
        "game": row.game,
        "commitment": row.commitment,
        "seed": seed.hex() if seed is not None else None,
        "log": list(row.entries.order_by("number").values("number", "step", "event", "at")),
    }

"""The kind of a log, and reading stored ones.

A process caches its latest fold by the seal of the last entry, so that an action continues from there and reads only
later entries.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from django.db.models import Model, QuerySet

from common.caches import BoundedCache
from common.refusal import Refusal
from played_logs.selectors.folding import FoldedLog, PastEntries
from rules.combat.log import LogEntry, LogEvent, log_event_document
from rules.errors import ChangeRefused, RulesError

RECENT = 40
"""The entries in which a state is searched from which to continue."""


FoldT = TypeVar("FoldT", bound=FoldedLog[Any])


class LogKind(ABC, Generic[FoldT]):
    """The parts of one kind of logs: their rows, their events, and the seal of an entry.

    ``word`` is its name in sentences, and the start of its codes: a ``battle`` is ``battle.full``. ``parent`` is the
    column of an entry with its row. ``statuses`` are those of a row without a step, of a played one, and of a finished
    one; empty if the log does not decide it.
    """

    word: ClassVar[str]
    row_model: ClassVar[type[Model]]
    entry_model: ClassVar[type[Model]]
    parent: ClassVar[str]
    most_entries: ClassVar[int]
    when_full: ClassVar[str] = "Close it."
    statuses: ClassVar[tuple[str, ...]] = ()
    seal_column: ClassVar[str] = ""
    """The column of an entry with the seal of everything up to it, "" if entries have none."""
    head_column: ClassVar[str] = ""
    """The column of a row with the seal of its last entry."""
    recent: ClassVar[int] = RECENT
    kept: BoundedCache[FoldT]

    @abstractmethod
    def begun(self, row: Any) -> FoldT:
        """Return a log before its first entry. No query."""

    @abstractmethod
    def event_from(self, row: Any, document: Any) -> LogEvent:
        """Return an event of a log from its document."""

    def event_document(self, row: Any, event: Any) -> dict[str, Any]:
        """Return the document of an event of a log."""
        return log_event_document(event)

    def first_seal(self, row: Any) -> str:
        """Return the seal before the first entry."""
        return ""

    def next_seal(self, row: Any, before: str, entry: Any) -> str:
        """Return the seal of an entry: a row with all but its seal."""
        raise NotImplementedError

    def key_of(self, entry: Any) -> Hashable:
        """Return the seal of an entry and all entries before it."""
        return getattr(entry, self.seal_column)

    def side_of(self, entry: Any) -> str | None:
        """Return the side of a stored entry, None for the game."""
        return entry.side or None

    def stored(self, row: Any) -> QuerySet[Any]:
        """Return the stored entries of a log, the first one first."""
        return self.entry_model._default_manager.filter(**{self.parent: row}).order_by("number")

    def read(self, row: Any, entry: Any) -> LogEntry:
        """Return a stored entry as a value."""
        return LogEntry(entry.number, entry.step, self.side_of(entry), self.event_from(row, entry.event))

    def entries_of(self, row: Any, *, after: int = 0, last_step: int | None = None) -> list[LogEntry]:
        """Return the entries of a log after a number, up to those of a step or to its head.

        One query, none if there are none.
        """
        if row.head <= after:
            return []
        stored = self.stored(row).filter(number__gt=after, number__lte=row.head)
        if last_step is not None:
            stored = stored.filter(step__lte=last_step)
        return [self.read(row, entry) for entry in stored]

    def past_of(self, row: Any) -> PastEntries:
        """Return the filter for the stored entries of a log."""
        return lambda number, step: self.entries_of(row, after=number, last_step=step)

    def folded(self, row: Any) -> FoldT:
        """Return a log folded up to its head.

        No query if this process has cached it, otherwise one for the newest entries and, if no state of them is cached,
        one for all.
        """
        key: Hashable = getattr(row, self.head_column) if self.head_column else None
        known = self.kept.get(key)
        if known is None:
            known, key = self._from_recent(row, key)
            if key:
                self.kept.set(key, known)
        return known

    def _from_recent(self, row: Any, key: Hashable) -> tuple[FoldT, Hashable]:
        """Return a log folded on from the newest entry with a cached state, and its cache key."""
        recent = list(self.stored(row).filter(number__lte=row.head).order_by("-number")[: self.recent])
        key = self.key_of(recent[0]) if recent else key
        for place, entry in enumerate(recent):
            known = self.kept.get(self.key_of(entry))
            if known is not None:
                newer = [self.read(row, entry) for entry in reversed(recent[:place])]
                return known.followed_by(newer, self.past_of(row), stored=row.head), key
        if len(recent) < self.recent:
            return self.begun(row).followed_by(
                [self.read(row, row_of) for row_of in reversed(recent)], stored=row.head
            ), key
        return self.refolded(row), key

    def refolded(self, row: Any, *, lines: int | None = None) -> FoldT:
        """Return a log folded from its first entry, without the cache. One query."""
        return self.begun(row).followed_by(self.entries_of(row), lines=lines, stored=row.head)

    def status_of(self, folded: FoldT) -> str:
        """Return the status of a row by its log."""
        unplayed, played, over = self.statuses
        if not folded.log.done:
            return unplayed
        return over if folded.is_over else played

    def fault_of(self, row: Any) -> str:
        """Return why a log cannot be folded up to its head as it was written, "" if it can. One query."""
        stored = list(self.stored(row))
        if [entry.number for entry in stored] != list(range(1, row.head + 1)):
            return f"Its log does not have all {row.head} entries."
        if self.seal_column:
            seal = self.first_seal(row)
            for entry in stored:
                seal = self.next_seal(row, seal, entry)
                if getattr(entry, self.seal_column) != seal:
                    return f"Entry {entry.number} of its log has changed since it was written."
            if getattr(row, self.head_column) != seal:
                return "Its state does not match the last entry of its log."
        try:
            self.begun(row).followed_by([self.read(row, entry) for entry in stored], stored=row.head)
        except (RulesError, ChangeRefused, Refusal) as fault:
            return str(fault)
        return ""

    def failing(self) -> Iterator[tuple[str, str]]:
        """Yield the key of each row whose log fails, with the reason. One query for each."""
        rows: QuerySet[Any] = self.row_model._default_manager.order_by("pk")
        for row in rows.iterator():
            if reason := self.fault_of(row):
                yield row.key, reason

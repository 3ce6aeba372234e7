"""The state of an adventure, folded from its log.

A process keeps what it folded last by the seal of the last entry, which is made of everything before: the state, and
what is seen of the newest entries. An action goes on from there, and so does what another process has recorded since.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from django.db.models import QuerySet

from adventures.models import AdventureEntry, AdventureRow
from common.caches import BoundedCache
from common.prepared import Parameter, prepared
from rules.adventures.adventure import Adventure
from rules.adventures.documents import adventure_from_document
from rules.adventures.events import adventure_event_from_document
from rules.adventures.fold import (
    ARBITERS,
    adventure_states,
    begin_adventure,
    live_adventure_entries,
    play_adventure_event,
)
from rules.adventures.state import AdventureState
from rules.adventures.views import AdventureView, NewestEntries, adventure_view, newest_view
from rules.combat.log import LogEntry, LogState, log_state
from rules.combat.log import after as log_after

NEWEST = 24
"""Entries that each kind of viewer sees last and that are kept."""
RECENT = 40
"""Entries among which a state is looked for to go on from."""


class FoldedAdventure:
    """An adventure with its whole log; a value that is never changed.

    ``past`` finds the log where it is not at hand: of what is kept only the newest entries are.
    """

    def __init__(
        self,
        adventure: Adventure,
        entries: Sequence[LogEntry] = (),
        size: int = 0,
        *,
        past: Callable[[], Iterable[LogEntry]] | None = None,
    ) -> None:
        self.adventure, self.size = adventure, size
        self._past = past or (lambda: entries)

    def __sizeof__(self) -> int:
        # Weighed by the document of the beginning, by what two kinds of viewers see of the newest entries, and by the
        # steps, which are those of the adventure an entry before.
        return 8 * self.size + 6_000 * NEWEST + 16 * len(self.log.done)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The whole log. One query where only its newest entries are kept."""
        return tuple(self._past())

    @cached_property
    def _end(self) -> tuple[LogState, AdventureState, NewestEntries]:
        entries = self.entries
        log = log_state(entries, ARBITERS, arbiters=ARBITERS)
        done = {step.number for step in log.done}
        live = (entry for entry in entries if entry.step in done and not entry.is_about_log)
        state, newest = begin_adventure(self.adventure), NewestEntries(NEWEST)
        for entry, after in adventure_states(self.adventure, live):
            state, newest = after, newest.followed_by(entry, after)
        return log, state, newest

    @property
    def state(self) -> AdventureState:
        """The state at the end of the log."""
        return self._end[1]

    @property
    def log(self) -> LogState:
        """Which steps count."""
        return self._end[0]

    def keep(self, log: LogState, state: AdventureState, newest: NewestEntries) -> None:
        """Keep what is known already, so that it is not folded again."""
        self.__dict__["_end"] = log, state, newest

    @property
    def organizer_view(self) -> AdventureView:
        """The adventure with everything in it."""
        return adventure_view(self.adventure, self.entries, for_players=False)

    @property
    def player_view(self) -> AdventureView:
        """The adventure as players see it."""
        return adventure_view(self.adventure, self.entries, for_players=True)

    @cached_property
    def newest_organizer_view(self) -> AdventureView:
        """The adventure with everything in it, and its ``NEWEST`` entries."""
        return newest_view(*self._end[1:], for_players=False)

    @cached_property
    def newest_player_view(self) -> AdventureView:
        """The adventure as players see it, with the ``NEWEST`` entries that they see."""
        return newest_view(*self._end[1:], for_players=True)

    def view(self, *, for_players: bool) -> AdventureView:
        """Return the adventure with its whole log, as one side sees it. It is folded for this."""
        return self.player_view if for_players else self.organizer_view

    def newest(self, *, for_players: bool) -> AdventureView:
        """Return the adventure with its ``NEWEST`` entries, as one side sees it. No query."""
        return self.newest_player_view if for_players else self.newest_organizer_view

    def followed_by(self, entries: Sequence[LogEntry]) -> FoldedAdventure:
        """Return the adventure with entries more; raise ``ChangeRefused`` or ``RulesError`` for what cannot follow.

        What was folded of the log so far is not folded again, unless something is undone or redone.
        """
        log, state, newest = self._end
        found = FoldedAdventure(self.adventure, size=self.size, past=lambda: (*self.entries, *entries))
        for entry in entries:
            log = log_after(log, entry, ARBITERS, ARBITERS)
            if entry.is_about_log:
                assert found.state is not None  # folds it all, or raises
                return found
            state = play_adventure_event(state, entry.event, entry.side)
            newest = newest.followed_by(entry, state)
        found.keep(log, state, newest)
        return found

    def through_round(self, number: int) -> FoldedAdventure:
        """Return the adventure as it was when a round ended."""
        entries, kept = self.entries, 0
        for entry, after in adventure_states(self.adventure, live_adventure_entries(entries)):
            if after.round > number:
                break
            kept = entry.number
        return FoldedAdventure(self.adventure, [one for one in entries if one.number <= kept], self.size)

    def with_past(self, past: Callable[[], Iterable[LogEntry]]) -> FoldedAdventure:
        """Return the same without the log: ``past`` finds it."""
        found = FoldedAdventure(self.adventure, size=self.size, past=past)
        found.keep(*self._end)
        return found


_folded: BoundedCache[FoldedAdventure] = BoundedCache(40 * 2**20, parts=10)


def adventure_beginning(row: AdventureRow) -> Adventure:
    """Return how a stored adventure begins."""
    return adventure_of_setup(row.setup)


def adventure_of_setup(setup: Mapping[str, Any]) -> Adventure:
    """Return the adventure of a document without a log."""
    return adventure_from_document(setup).adventure


def folded_adventure(row: AdventureRow) -> FoldedAdventure:
    """Return an adventure with its log. No query where this process has it, else one or two for its entries."""
    known = _folded.get(row.seal)
    if known is not None:
        return known
    found = _from_recent(row) or FoldedAdventure(adventure_beginning(row), adventure_entries(row), _size(row))
    return keep_adventure(row, found)


def _from_recent(row: AdventureRow) -> FoldedAdventure | None:
    """Return an adventure folded on from one of its last entries, None where no state of them is kept. One query."""
    rows = list(_recent().rows(adventure=row.pk, head=row.head)) if row.head else []
    for place, one in enumerate(rows):
        known = _folded.get(one.seal)
        if known is not None:
            return known.followed_by([read_adventure_entry(entry) for entry in reversed(rows[:place])])
    return None


def keep_adventure(row: AdventureRow, folded: FoldedAdventure) -> FoldedAdventure:
    """Keep an adventure by the seal of its last entry, and return what is kept: without the log, which is stored."""
    folded.size = folded.size or _size(row)
    found = folded.with_past(partial(_stored_entries, row.pk, row.head))
    _folded.set(row.seal, found)
    return found


def _size(row: AdventureRow) -> int:
    return len(json.dumps(row.setup))


def adventure_entries(row: AdventureRow) -> list[LogEntry]:
    """Return the whole log. One query."""
    return _stored_entries(row.pk, row.head)


def _stored_entries(pk: int, head: int) -> list[LogEntry]:
    return [read_adventure_entry(one) for one in _entries().rows(adventure=pk, head=head)]


def read_adventure_entry(entry: AdventureEntry) -> LogEntry:
    """Return an entry as the rules know it."""
    return LogEntry(entry.number, entry.step, entry.side, adventure_event_from_document(entry.event))


@prepared
def _entries() -> QuerySet[AdventureEntry]:
    entries = AdventureEntry.objects.filter(adventure=Parameter("adventure"), number__lte=Parameter("head"))
    return entries.order_by("number")


@prepared
def _recent() -> QuerySet[AdventureEntry]:
    entries = AdventureEntry.objects.filter(adventure=Parameter("adventure"), number__lte=Parameter("head"))
    return entries.order_by("-number")[:RECENT]

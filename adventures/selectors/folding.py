"""The state of an adventure, folded from its log.

A process keeps what it folded last by the seal of the last entry, which is made of everything before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from adventures.models import AdventureEntry, AdventureRow
from common.caches import BoundedCache
from common.prepared import Parameter, prepared
from rules.battle.frame.log import LogEntry, LogState, log_state
from rules.battle.frame.log import after as log_after
from rules.subsystems.adventure import Adventure
from rules.subsystems.documents import adventure_from_document
from rules.subsystems.events import adventure_event_from_document
from rules.subsystems.fold import ARBITERS, fold_adventure, play_adventure_event
from rules.subsystems.state import AdventureState
from rules.subsystems.views import AdventureView, adventure_view


class FoldedAdventure:
    """An adventure with its whole log; a value that is never changed."""

    def __init__(self, adventure: Adventure, entries: Sequence[LogEntry], size: int = 0) -> None:
        self.adventure, self.entries, self.size = adventure, tuple(entries), size

    def __sizeof__(self) -> int:
        # Weighed by the document of the beginning, and by what is seen of each entry, by two kinds of viewers.
        return 8 * self.size + 6_000 * (len(self.entries) + 1)

    @cached_property
    def state(self) -> AdventureState:
        """The state at the end of the log."""
        return fold_adventure(self.adventure, self.entries)

    @cached_property
    def log(self) -> LogState:
        """Which steps count."""
        return log_state(self.entries, ARBITERS, arbiters=ARBITERS)

    @cached_property
    def organizer_view(self) -> AdventureView:
        """The adventure with everything in it."""
        return adventure_view(self.adventure, self.entries, for_players=False)

    @cached_property
    def player_view(self) -> AdventureView:
        """The adventure as players see it."""
        return adventure_view(self.adventure, self.entries, for_players=True)

    def keep(self, log: LogState, state: AdventureState) -> None:
        """Keep what is known already, so that it is not folded again."""
        self.__dict__.update(log=log, state=state)

    def followed_by(self, entries: Sequence[LogEntry]) -> FoldedAdventure:
        """Return the adventure with entries more; raise ``ChangeRefused`` or ``RulesError`` for what cannot follow.

        What was folded of the log so far is not folded again, unless something is undone or redone.
        """
        log, state = self.log, self.state
        found = FoldedAdventure(self.adventure, (*self.entries, *entries), self.size)
        views: dict[str, AdventureView] = {
            name: self.__dict__[name] for name in ("organizer_view", "player_view") if name in self.__dict__
        }
        for entry in entries:
            log = log_after(log, entry, ARBITERS, ARBITERS)
            if entry.is_about_log:
                found.keep(log, found.state)
                return found
            state = play_adventure_event(state, entry.event, entry.side)
            views = {name: view.followed_by(entry, state) for name, view in views.items()}
        found.keep(log, state)
        found.__dict__.update(views)
        return found

    def view(self, *, for_players: bool) -> AdventureView:
        """Return the adventure as one side sees it."""
        return self.player_view if for_players else self.organizer_view

    def through_round(self, number: int) -> FoldedAdventure:
        """Return the adventure as it was when a round ended."""
        state, kept = fold_adventure(self.adventure, self.entries, through_round=number), 0
        for one in self.organizer_view.entries:
            if one.round > number:
                break
            kept = one.number
        found = FoldedAdventure(self.adventure, [one for one in self.entries if one.number <= kept])
        found.keep(found.log, state)
        return found


_folded: BoundedCache[FoldedAdventure] = BoundedCache(32 * 2**20)


def adventure_beginning(row: AdventureRow) -> Adventure:
    """Return how a stored adventure begins."""
    return adventure_of_setup(row.setup)


def adventure_of_setup(setup: Mapping[str, Any]) -> Adventure:
    """Return the adventure of a document without a log."""
    return adventure_from_document(setup).adventure


def folded_adventure(row: AdventureRow) -> FoldedAdventure:
    """Return an adventure with its log. No query where this process has it, else one."""
    known = _folded.get(row.seal)
    if known is not None:
        return known
    found = FoldedAdventure(adventure_beginning(row), adventure_entries(row), len(json.dumps(row.setup)))
    keep_adventure(row.seal, found)
    return found


def keep_adventure(seal: str, folded: FoldedAdventure) -> None:
    """Keep an adventure by the seal of its last entry."""
    _folded.set(seal, folded)


def adventure_entries(row: AdventureRow) -> list[LogEntry]:
    """Return the whole log. One query."""
    return [read_adventure_entry(one) for one in _entries().rows(adventure=row.pk)]


def read_adventure_entry(entry: AdventureEntry) -> LogEntry:
    """Return an entry as the rules know it."""
    return LogEntry(entry.number, entry.step, entry.side, adventure_event_from_document(entry.event))


@prepared
def _entries() -> QuerySet[AdventureEntry]:
    return AdventureEntry.objects.filter(adventure=Parameter("adventure")).order_by("number")

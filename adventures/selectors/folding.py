"""The state of an adventure, folded from its log, the log as a kind of ``played_logs``, and who may undo or redo."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from adventures.models import AdventureEntry, AdventureRow
from adventures.models.adventures import AdventureStatus
from adventures.selectors.seats import AdventureSeat
from common.caches import BoundedCache
from played_logs.selectors.folding import FoldedLog
from played_logs.selectors.logs import LogKind
from rules.adventures.documents import MAX_ENTRIES, adventure_from_document, setup_of_adventure
from rules.adventures.events import adventure_event_from_document
from rules.adventures.fold import (
    ARBITERS,
    adventure_states,
    begin_adventure,
    live_adventure_entries,
    play_adventure_event,
)
from rules.adventures.receipts import beginning_seal, entry_seal
from rules.adventures.state import Adventure, AdventureState
from rules.adventures.views import AdventureView, NewestEntries, adventure_view, newest_view
from rules.combat.log import LogEntry

MAX_EVENTS = 60
"""Events of one step: a warband that joins has one for each member."""
NEWEST = 24
"""The cached number of newest entries for each kind of viewer."""


@dataclass(frozen=True)
class AdventurePoint:
    """The present form of an adventure: its state, and the visible part of the newest entries."""

    state: AdventureState
    newest: NewestEntries

    @cached_property
    def organizer_view(self) -> AdventureView:
        """The adventure with everything in it, and its ``NEWEST`` entries."""
        return newest_view(self.state, self.newest, for_players=False)

    @cached_property
    def player_view(self) -> AdventureView:
        """The adventure as players see it, with the ``NEWEST`` entries that they see."""
        return newest_view(self.state, self.newest, for_players=True)


class FoldedAdventure(FoldedLog[AdventurePoint]):
    """An adventure folded up to an entry of its log, with only the newest entries."""

    # Each state would hold its own newest entries: an undo reads the log again.
    keeps_states = False
    people = arbiters = ARBITERS

    def __init__(self, adventure: Adventure) -> None:
        self.adventure, self.size = adventure, len(json.dumps(setup_of_adventure(adventure)))
        super().__init__()

    def __sizeof__(self) -> int:
        # Weighed by the document of the beginning, by what two kinds of viewers see of the newest entries, and by the
        # steps, which are those of the adventure an entry before.
        return 8 * self.size + 6_000 * NEWEST + 16 * len(self.log.done)

    @property
    def state(self) -> AdventureState:
        """The state at the end of the log."""
        return self.point.state

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    def begin(self) -> AdventurePoint:
        return AdventurePoint(begin_adventure(self.adventure), NewestEntries(NEWEST))

    def play(self, point: AdventurePoint, entry: LogEntry) -> AdventurePoint:
        """Return the adventure after an entry; raise ``ChangeRefused`` or ``RulesError`` for an impossible entry."""
        state = play_adventure_event(point.state, entry.event, entry.side)
        return AdventurePoint(state, point.newest.followed_by(entry, state))

    def newest(self, *, for_players: bool) -> AdventureView:
        """Return the adventure with its ``NEWEST`` entries, as one side sees it. No query."""
        return self.point.player_view if for_players else self.point.organizer_view


_kept: BoundedCache[FoldedAdventure] = BoundedCache(40 * 2**20, parts=10)


class AdventureLogs(LogKind[FoldedAdventure]):
    """Logs of adventures: each entry has a seal of the beginning and of all entries up to it."""

    word = "adventure"
    row_model = AdventureRow
    entry_model = AdventureEntry
    parent = "adventure"
    most_entries = MAX_ENTRIES - MAX_EVENTS
    statuses = (AdventureStatus.PREPARING, AdventureStatus.RUNNING, AdventureStatus.OVER)
    seal_column = head_column = "seal"
    kept = _kept

    def begun(self, row: AdventureRow) -> FoldedAdventure:
        """Return an adventure before its first entry. No query."""
        return FoldedAdventure(adventure_of_setup(row.setup))

    def side_of(self, entry: AdventureEntry) -> str:
        return entry.side

    def event_from(self, row: AdventureRow, document: Any) -> Any:
        return adventure_event_from_document(document)

    def first_seal(self, row: AdventureRow) -> str:
        return beginning_seal(bytes(row.seal_key), row.setup)

    def next_seal(self, row: AdventureRow, before: str, entry: AdventureEntry) -> str:
        return entry_seal(bytes(row.seal_key), before, entry.number, entry.step, entry.side, entry.event)


ADVENTURE_LOGS = AdventureLogs()


def adventure_of_setup(setup: Mapping[str, Any]) -> Adventure:
    """Return the adventure of a document without a log."""
    return adventure_from_document(setup).adventure


def whole_adventure_view(row: AdventureRow, *, for_players: bool) -> AdventureView:
    """Return an adventure with its whole log, as one side sees it. Folds it. One query."""
    return adventure_view(ADVENTURE_LOGS.folded(row).adventure, ADVENTURE_LOGS.entries_of(row), for_players=for_players)


def adventure_at_round(row: AdventureRow, number: int) -> FoldedAdventure:
    """Return an adventure as it was when a round ended. It is folded for this. One query."""
    entries, last = ADVENTURE_LOGS.entries_of(row), 0
    begun = ADVENTURE_LOGS.begun(row)
    for entry, after in adventure_states(begun.adventure, live_adventure_entries(entries)):
        if after.round > number:
            break
        last = entry.number
    return begun.followed_by(entries[:last])


def may_undo(seat: AdventureSeat, folded: FoldedAdventure) -> bool:
    """Return True if the viewer may undo the last step: the own one unless it showed something, the organizer any."""
    done = folded.log.done
    if not (seat.is_open and seat.side and done):
        return False
    return seat.organizes or (done[-1].side == seat.side and not last_step_reveals(folded))


def last_step_reveals(folded: FoldedAdventure) -> bool:
    """Return True if the last step that counts has revealed something to players, who then cannot undo it."""
    # Of a step of several entries, the first and the last one tell.
    return folded.log.done[-1].reveals or folded.state.reveals


def may_redo(seat: AdventureSeat, folded: FoldedAdventure) -> bool:
    """Return True if the viewer may redo the step that was undone last: the own one, the organizer any."""
    undone = folded.log.undone
    return bool(seat.is_open and seat.side and undone) and (seat.organizes or undone[-1].side == seat.side)

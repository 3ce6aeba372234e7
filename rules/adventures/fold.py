"""The fold: an adventure worked out from its beginning and the events that count."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules.adventures.events.event import AdventureEvent
from rules.adventures.state import ORGANIZER, Adventure, AdventureState, AdventureStateT
from rules.combat.log import LogEntry, LogState, live_entries, log_state
from rules.combat.log import after as log_after
from rules.errors import ChangeRefused

ARBITERS = (ORGANIZER,)
"""The sides that can undo anyone's step and answer players who ask to go further back."""


def begin_adventure(adventure: Adventure) -> AdventureState:
    """Return the state before the first event."""
    return adventure.kind.state(
        adventure=adventure,
        facts=adventure.facts,
        own=adventure.kind.begin(adventure.facts),
        scale=adventure.scale,
        level_set=adventure.level,
        participants=adventure.participants,
    )


def play_adventure_event(state: AdventureStateT, event: AdventureEvent, side: str | None) -> AdventureStateT:
    """Return the state after an event that a side caused. Raises ``ChangeRefused`` if it is not allowed now."""
    if type(event) not in state.adventure.kind.possible_events:
        raise ChangeRefused("This kind of adventure has no such event.")
    if event.by_organizer and side != ORGANIZER:
        raise ChangeRefused("Only the organizer can do this.")
    if state.is_over and not event.after_end:
        raise ChangeRefused("The adventure is over. Undo the end to continue.")
    after: AdventureStateT = event.play(replace(state, notes=(), check=None, dice=(), reveals=False), side)
    after = after if after.is_over else state.adventure.kind.settled(after)
    new_keys = after.shown - state.shown
    return replace(after, reveals=True) if new_keys and not new_keys.isdisjoint(state.hidden) else after


def live_adventure_entries(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries of a log that count; raise ``ChangeRefused`` for an undo or redo that is not possible."""
    return live_entries(entries, ARBITERS, arbiters=ARBITERS)


def undone_entries(entries: Sequence[LogEntry]) -> frozenset[int]:
    """Return the numbers of the entries that do not count: those of undone steps."""
    done = {step.number for step in log_state(entries, ARBITERS, arbiters=ARBITERS).done}
    return frozenset(entry.number for entry in entries if entry.step not in done and not entry.is_about_log)


def adventure_states(adventure: Adventure, live: Iterable[LogEntry]) -> Iterator[tuple[LogEntry, AdventureState]]:
    """Yield each entry that counts with the state after it."""
    state = begin_adventure(adventure)
    for entry in live:
        state = play_adventure_event(state, entry.event, entry.side)
        yield entry, state


def written_states(adventure: Adventure, entries: Iterable[LogEntry]) -> Iterator[tuple[LogEntry, AdventureState]]:
    """Yield each entry about the adventure with the state right after it was written, including undone ones."""
    log, finished = LogState(), dict[int, AdventureState]()
    beginning = begin_adventure(adventure)
    for entry in entries:
        following = log_after(log, entry, ARBITERS, ARBITERS)
        if not entry.is_about_log:
            before = finished[log.done[-1].number] if log.done else beginning
            # A step that is redone leads to the same state again.
            finished[entry.step] = play_adventure_event(before, entry.event, entry.side)
            yield entry, finished[entry.step]
        log = following

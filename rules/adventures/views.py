"""What a viewer may see of an adventure: everything for the organizer; for players nothing that is still hidden.

Pages, exports and the API show players what ``adventure_view`` returns, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.adventures.adventure import Adventure
from rules.adventures.checks import action_of
from rules.adventures.events.event import adventure_event_document
from rules.adventures.fold import adventure_states, begin_adventure, live_adventure_entries
from rules.adventures.state import AdventureNote, AdventureState, CheckAdjustment, CheckResult, RecordedDice
from rules.combat.log import LogEntry


@dataclass(frozen=True, slots=True)
class SeenEntry:
    """An entry that counts, as a viewer sees it: its event as a document, the notes, its check and its other dice."""

    number: int
    step: int
    side: str | None
    round: int
    event: Mapping[str, Any]
    notes: tuple[AdventureNote, ...]
    check: CheckResult | None
    dice: tuple[RecordedDice, ...] = ()


@dataclass(frozen=True)
class AdventureView:
    """An adventure as a viewer sees it: how it began, where it stands, and what happened."""

    adventure: Adventure
    state: AdventureState
    entries: tuple[SeenEntry, ...]
    for_players: bool


@dataclass(frozen=True, slots=True)
class NewestEntries:
    """What the organizer and what players see of the newest entries, at most ``most`` of each.

    What players saw of an entry does not change when more is found out, so earlier entries stay as they are.
    """

    most: int
    organizer: tuple[SeenEntry, ...] = ()
    players: tuple[SeenEntry, ...] = ()

    def followed_by(self, entry: LogEntry, after: AdventureState) -> NewestEntries:
        """Return the entries with one more; ``after`` is the state after it, with everything in it."""
        own, seen = seen_entry(entry, after, for_players=False), seen_entry(entry, after, for_players=True)
        organizer = (*self.organizer, own) if own else self.organizer
        players = (*self.players, seen) if seen else self.players
        return NewestEntries(self.most, organizer[-self.most :], players[-self.most :])


def newest_view(state: AdventureState, newest: NewestEntries, *, for_players: bool) -> AdventureView:
    """Return what the organizer or the players see of a state, with the newest entries alone."""
    entries = newest.players if for_players else newest.organizer
    if for_players:
        state = player_state(state)
    return AdventureView(state.adventure, state, entries, for_players)


def adventure_view(adventure: Adventure, entries: Sequence[LogEntry], *, for_players: bool) -> AdventureView:
    """Return what the organizer or the players see of an adventure."""
    state = begin_adventure(adventure)
    seen: list[SeenEntry] = []
    for entry, after in adventure_states(adventure, live_adventure_entries(entries)):
        one = seen_entry(entry, after, for_players=for_players)
        if one is not None:
            seen.append(one)
        state = after
    if for_players:
        state = player_state(state)
    return AdventureView(state.adventure, state, tuple(seen), for_players)


def player_state(state: AdventureState) -> AdventureState:
    """Return a state without what players may not know; it is for showing, no event is played on it."""
    kind = state.adventure.kind
    facts, own = kind.player_facts(state), kind.player_own(state)
    bonuses = (
        CheckAdjustment(adjustment.participant, adjustment.reason, adjustment.bonus)
        for adjustment in state.adjustments
        if adjustment.bonus
    )
    participants = tuple(participant.known_to_players for participant in state.participants)
    shown = replace(
        state,
        facts=facts,
        participants=participants,
        own=own,
        adjustments=tuple(bonuses),
        notes=_player_notes(state),
        check=player_check(state, state.check),
        dice=_player_dice(state),
    )
    # The adventure is made without its checks: the facts of players need not fit together.
    adventure = object.__new__(Adventure)
    adventure.__dict__.update(
        state.adventure.__dict__,
        facts=facts,
        notes="",
        participants=tuple(participant.known_to_players for participant in state.adventure.participants),
    )
    return replace(shown, adventure=adventure)


def player_check(state: AdventureState, check: CheckResult | None) -> CheckResult | None:
    """Return the receipt of a check that players may see: none of a secret one, no DC that they do not know."""
    if check is None or check.is_secret:
        return None
    action, attempt, hidden = action_of(state, check.attempt.action), check.attempt, state.hidden
    is_rival = state.participant(attempt.participant).is_rival
    return replace(
        check,
        dc=None if is_rival or check.is_dc_changed or not action.is_dc_known(state, attempt) else check.dc,
        modifier=check.modifier if action.is_modifier_known(state, attempt) and not is_rival else None,
        attempt=replace(
            attempt,
            target="" if attempt.target in hidden else attempt.target,
            applies=tuple(key for key in attempt.applies if key not in hidden),
        ),
    )


def _player_notes(state: AdventureState) -> tuple[AdventureNote, ...]:
    return tuple(note for note in state.notes if not note.is_hidden)


def _player_dice(state: AdventureState) -> tuple[RecordedDice, ...]:
    return tuple(die for die in state.dice if not die.is_secret)


def seen_entry(entry: LogEntry, after: AdventureState, *, for_players: bool) -> SeenEntry | None:
    """Return an entry as a viewer sees it, None where players see nothing; ``after`` has everything in it."""
    if not for_players:
        event = adventure_event_document(entry.event)
        return SeenEntry(entry.number, entry.step, entry.side, after.round, event, after.notes, after.check, after.dice)
    shown, notes = entry.event.player_document(after), _player_notes(after)
    if shown is None and not notes:
        return None
    check = player_check(after, after.check)
    return SeenEntry(entry.number, entry.step, entry.side, after.round, shown or {}, notes, check, _player_dice(after))

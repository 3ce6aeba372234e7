"""The state of a battle, folded from its log.

A process keeps the states that it saw last by the hashes of their last entries, which are made of everything before,
so that an action goes on from there and reads only the entries that came since.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from battles.models import Battle, BattleEntry
from common.caches import BoundedCache
from rules.battle.documents import setup_from
from rules.battle.events import battle_event_from_document
from rules.battle.fold import begin_battle, play_event
from rules.battle.frame.log import LogEntry, LogState, StepRedone, StepUndone, UndoAnswered, UndoAsked, after
from rules.battle.sides import BattleSetup
from rules.battle.state import BattleState, Note
from rules.documents import Fields
from rules.errors import ChangeRefused

STATES = 24
"""Steps whose states are kept for undo; what lies further back is folded again."""
RECENT = 40
"""Entries among which a state is looked for to go on from."""
LINES = 80
"""Entries of the log whose lines are kept."""


class LogTooOld(Exception):
    """A state is needed that is not kept any more: everything is to be folded again."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log in words: its number and step, the side, and what it brought about."""

    number: int
    step: int
    side: str | None
    kind: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class RoundState:
    """The last state of a round: its number, the step that led to it, and the state."""

    round: int
    step: int
    state: BattleState


class FoldedBattle:
    """A battle folded up to an entry of its log; a value that is never changed.

    ``states`` are those after the newest steps that count, by the number of the step. ``lines`` are the newest lines.
    """

    __slots__ = ("lines", "log", "number", "rounds", "setup", "state", "states")

    def __init__(
        self,
        setup: BattleSetup,
        number: int,
        log: LogState,
        state: BattleState,
        *,
        states: tuple[tuple[int, BattleState], ...] = (),
        rounds: tuple[RoundState, ...] = (),
        lines: tuple[LogLine, ...] = (),
    ) -> None:
        self.setup, self.number, self.log, self.state = setup, number, log, state
        self.states, self.rounds, self.lines = states, rounds, lines

    def __sizeof__(self) -> int:
        # Weighed by what grows: states share their parts, and cards are as large as their documents.
        creatures = len(self.setup.fielded)
        kept = len(self.states) + len(self.rounds) + 1
        return 4_000 * creatures + kept * (600 + 40 * creatures) + 300 * len(self.lines) + 100 * len(self.log.done)

    @property
    def live_steps(self) -> frozenset[int]:
        """The numbers of the steps that count."""
        return frozenset(step.number for step in self.log.done)


_folded: BoundedCache[FoldedBattle] = BoundedCache(96 * 2**20)


def folded_battle(battle: Battle) -> FoldedBattle:
    """Return a battle folded up to its head. No query where this process has it, else one or two for its entries."""
    if not battle.head:
        return unplayed(setup_of(battle))  # the set-up may still change
    known = _folded.get(battle.head_hash)
    if known is not None:
        return known
    found = _from_recent(battle) or refolded(setup_of(battle), entries_of(battle), stored=battle.head)
    _folded.set(battle.head_hash, found)
    return found


def _from_recent(battle: Battle) -> FoldedBattle | None:
    """Return a battle folded on from one of its last entries, None where no state of them is kept. One query."""
    rows = list(BattleEntry.objects.filter(battle=battle, number__lte=battle.head).order_by("-number")[:RECENT])
    for place, row in enumerate(rows):
        known = _folded.get(row.hash)
        if known is not None:
            try:
                return _trimmed(_extended(known, map(read_entry, reversed(rows[:place])), stored=battle.head))
            except LogTooOld:
                return None
    return None


def whole_log(battle: Battle) -> FoldedBattle:
    """Return a battle folded from its first entry, with every line. One query."""
    return refolded(setup_of(battle), entries_of(battle), lines=battle.head + 1, stored=battle.head)


def keep_folded(head_hash: str, found: FoldedBattle) -> None:
    """Keep a battle that was folded up to the entry with a hash."""
    _folded.set(head_hash, found)


def next_hash(battle: Battle, previous: str, step: int, side: str, event: dict[str, Any]) -> str:
    """Return the hash of the next entry of a log: of the one before, or of the set-up, and of what it says."""
    before = previous or _hashed(battle.key, battle.setup)
    return _hashed(before, [step, side, event])


def _hashed(before: str, document: Any) -> str:
    return sha256(f"{before}{json.dumps(document, sort_keys=True, ensure_ascii=False)}".encode()).hexdigest()


def setup_of(battle: Battle) -> BattleSetup:
    """Return what a battle begins with. No query."""
    return setup_from(Fields(battle.setup, "setup"))


def entries_of(battle: Battle, *, after: int = 0) -> list[LogEntry]:
    """Return the entries of a log after a number, up to the battle's head. One query, none where there are none."""
    if battle.head <= after:
        return []
    rows = BattleEntry.objects.filter(battle=battle, number__gt=after, number__lte=battle.head).order_by("number")
    return [read_entry(row) for row in rows]


def read_entry(row: BattleEntry) -> LogEntry:
    """Return a stored entry as a value."""
    return LogEntry(row.number, row.step, row.side or None, battle_event_from_document(row.event))


def unplayed(setup: BattleSetup) -> FoldedBattle:
    """Return a battle before its first entry."""
    return FoldedBattle(setup, 0, LogState(), begin_battle(setup))


def refolded(setup: BattleSetup, entries: list[LogEntry], *, lines: int = LINES, stored: int = 0) -> FoldedBattle:
    """Return a battle folded from its first entry; every state is at hand on the way.

    An entry that cannot be played raises ``ChangeRefused``. Those up to the number ``stored`` were taken once: one that
    newer rules would not take does nothing, and its line says so, so that every stored battle opens.
    """
    return _trimmed(_extended(unplayed(setup), entries, stored=stored), lines=lines)


def extended(folded: FoldedBattle, entries: Iterable[LogEntry]) -> FoldedBattle:
    """Return a battle with more entries. Raises ``ChangeRefused`` for one that cannot be played, ``LogTooOld`` too."""
    return _trimmed(_extended(folded, entries))


def _extended(folded: FoldedBattle, entries: Iterable[LogEntry], *, stored: int = 0) -> FoldedBattle:
    log, state, number = folded.log, folded.state, folded.number
    states, lines = list(folded.states), list(folded.lines)
    rounds = list(folded.rounds)
    undone: dict[int, BattleState] = {}
    people = folded.setup.people
    for entry in entries:
        before, log = log, after(log, entry, people)
        number = entry.number
        if entry.is_about_log:
            states, state = _moved(folded.setup, before, log, states, undone, state)
            rounds = [one for one in rounds if any(step.number == one.step for step in log.done)]
            lines.append(LogLine(number, entry.step, entry.side, entry.event.kind, (_log_note(folded.setup, entry),)))
            continue
        state = _played(state, entry, stored=stored)
        lines.append(LogLine(number, entry.step, entry.side, entry.event.kind, state.notes))
        if states and states[-1][0] == entry.step:
            states.pop()
        states.append((entry.step, state))
        if rounds and rounds[-1].round == state.round:
            rounds.pop()
        rounds.append(RoundState(state.round, entry.step, state))
    return FoldedBattle(
        folded.setup, number, log, state, states=tuple(states), rounds=tuple(rounds), lines=tuple(lines)
    )


def _moved(
    setup: BattleSetup,
    before: LogState,
    log: LogState,
    states: list[tuple[int, BattleState]],
    undone: dict[int, BattleState],
    state: BattleState,
) -> tuple[list[tuple[int, BattleState]], BattleState]:
    """Return the states that are kept, and the one that counts, after steps were taken back or done again."""
    if len(log.done) > len(before.done):
        step = log.done[-1].number
        if step not in undone:
            raise LogTooOld
        return [*states, (step, undone[step])], undone[step]
    if log.done == before.done:
        return states, state
    live = {step.number for step in log.done}
    undone |= {step: found for step, found in states if step not in live}
    kept = [(step, found) for step, found in states if step in live]
    if not log.done:
        return [], begin_battle(setup)
    if not kept:
        raise LogTooOld
    return kept, kept[-1][1]


def _played(state: BattleState, entry: LogEntry, *, stored: int) -> BattleState:
    try:
        return play_event(state, entry.event, entry.side)
    except ChangeRefused as refused:
        if entry.number > stored:
            raise
        return replace(state, notes=(Note(None, f"The rules do not take this step any more: {refused.message}"),))


def _trimmed(folded: FoldedBattle, *, lines: int = LINES) -> FoldedBattle:
    return FoldedBattle(
        folded.setup,
        folded.number,
        folded.log,
        folded.state,
        states=folded.states[-STATES:],
        rounds=folded.rounds,
        lines=folded.lines[-lines:],
    )


def _log_note(setup: BattleSetup, entry: LogEntry) -> Note:
    who = setup.side(entry.side).name if entry.side else "Muster"
    match entry.event:
        case StepUndone():
            words = "undoes a step."
        case StepRedone():
            words = "redoes a step."
        case UndoAsked():
            words = "asks to go back."
        case UndoAnswered(agrees=True):
            words = "agrees to go back."
        case _:
            words = "does not agree to go back."
    return Note(None, f"{who} {words}")

"""The state of a fight of any family, folded from its log.

A process keeps the states that it saw last by the hashes of their last entries, which are made of everything before,
so that an action goes on from there and reads only the entries that came since.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice, takewhile
from typing import Any, Generic, TypeVar, cast

from battles.models import Battle, BattleEntry
from common.caches import BoundedCache
from common.refusal import Refusal
from rules.combat.family import FightFamily, PlannedFight, PlayedFight
from rules.combat.log import LogEntry, LogState, StepRedone, StepUndone, UndoAnswered, UndoAsked, after
from rules.combat.notes import Note
from rules.documents import Fields
from rules.errors import ChangeRefused
from rules.families import UnknownFamily, family_of
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState

STATES = 24
"""Newest steps whose states are all kept; of older ones fewer and fewer are, from which later ones are folded again."""
RECENT = 40
"""Entries among which a state is looked for to go on from."""
LINES = 80
"""Entries of the log whose lines are kept."""

OTHER_RULES = "This belongs to another game than the one that is fought here."

SetupT = TypeVar("SetupT", bound=PlannedFight)
StateT = TypeVar("StateT", bound=PlayedFight)

PastEntries = Callable[[int, int], Iterable[LogEntry]]
"""Returns entries of a log for going back to a state that is not kept: those after a number, up to those of a step."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log in words: its number and step, the side, and what it brought about."""

    number: int
    step: int
    side: str | None
    kind: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class RoundState(Generic[StateT]):
    """The last state of a round: its number, the step that led to it, and the state."""

    round: int
    step: int
    state: StateT


@dataclass(frozen=True, slots=True)
class KeptState(Generic[StateT]):
    """The state after a step: the place of the step among those that count, its number, and the state."""

    place: int
    step: int
    state: StateT


class FoldedFight(Generic[SetupT, StateT]):
    """A fight folded up to an entry of its log; a value that is never changed.

    ``kept`` are states after steps that count, the newest of them last, and ``undone`` those after steps that were
    taken back and can be done again. ``lines`` are the newest lines.
    """

    __slots__ = ("family", "kept", "lines", "log", "number", "rounds", "setup", "state", "undone")

    def __init__(
        self,
        family: FightFamily,
        setup: SetupT,
        number: int,
        log: LogState,
        state: StateT,
        *,
        kept: tuple[KeptState[StateT], ...] = (),
        undone: tuple[KeptState[StateT], ...] = (),
        rounds: tuple[RoundState[StateT], ...] = (),
        lines: tuple[LogLine, ...] = (),
    ) -> None:
        self.family = family
        self.setup, self.number, self.log, self.state = setup, number, log, state
        self.kept, self.undone, self.rounds, self.lines = kept, undone, rounds, lines

    def __sizeof__(self) -> int:
        # Weighed by what grows: states share their parts, cards are as large as their documents, and steps are those of
        # the battle an entry before.
        creatures = len(self.setup.by_id)
        kept = len(self.kept) + len(self.undone) + len(self.rounds) + 1
        return 4_000 * creatures + kept * (600 + 40 * creatures) + 300 * len(self.lines) + 16 * len(self.log.done)

    def live_steps(self, *, since: int = 0) -> frozenset[int]:
        """Return the numbers of the steps that count, from a number on."""
        newest = takewhile(lambda step: step.number >= since, reversed(self.log.done))
        return frozenset(step.number for step in newest)

    @property
    def is_over(self) -> bool:
        """Whether the fight has ended."""
        return self.family.is_over(self.state)

    @property
    def arbiters(self) -> tuple[str, ...]:
        """The sides that bring anything about and take back anyone's last step."""
        return self.family.arbiters(self.setup)


AnyFold = FoldedFight[Any, Any]
"""A folded fight of any family."""
FoldedBattle = FoldedFight[BattleSetup, BattleState]
"""A folded battle of Path 2 Victory."""

_folded: BoundedCache[AnyFold] = BoundedCache(80 * 2**20)


def folded_battle(battle: Battle) -> FoldedBattle:
    """Return a battle of Path 2 Victory folded up to its head; raise ``Refusal`` for a fight by other rules."""
    return narrowed(folded_fight(battle))


def battle_played(state: PlayedFight) -> BattleState | None:
    """Return the state of a battle of Path 2 Victory, None for one of a fight by other rules."""
    return state if isinstance(state, BattleState) else None


def narrowed(folded: AnyFold) -> FoldedBattle:
    """Return a folded fight as a battle of Path 2 Victory; raise ``Refusal`` for a fight by other rules."""
    if not isinstance(folded.state, BattleState):
        raise Refusal(OTHER_RULES, code="battle.family")
    return cast(FoldedBattle, folded)


def family_of_battle(battle: Battle) -> FightFamily:
    """Return the rules that a fight is fought by; raise ``Refusal`` where this version does not have them."""
    try:
        return family_of(battle.family)
    except UnknownFamily as fault:
        raise Refusal(str(fault), code="battle.family") from fault


def folded_fight(battle: Battle) -> AnyFold:
    """Return a fight folded up to its head. No query where this process has it, else one or two for its entries."""
    family = family_of_battle(battle)
    if not battle.head:
        return unplayed(family, planned_fight(battle))  # the set-up may still change
    known = _folded.get(battle.head_hash)
    if known is not None:
        return known
    found = _from_recent(battle) or refolded(family, planned_fight(battle), entries_of(battle), stored=battle.head)
    _folded.set(battle.head_hash, found)
    return found


def _from_recent(battle: Battle) -> AnyFold | None:
    """Return a fight folded on from one of its last entries, None where no state of them is kept. One query."""
    rows = list(BattleEntry.objects.filter(battle=battle, number__lte=battle.head).order_by("-number")[:RECENT])
    for place, row in enumerate(rows):
        known = _folded.get(row.hash)
        if known is not None:
            newest = (read_entry(known.family, one) for one in reversed(rows[:place]))
            return extended(known, newest, past_of(battle), stored=battle.head)
    return None


def whole_log(battle: Battle) -> AnyFold:
    """Return a fight folded from its first entry, with every line. One query."""
    family, setup = family_of_battle(battle), planned_fight(battle)
    return refolded(family, setup, entries_of(battle), lines=battle.head + 1, stored=battle.head)


def keep_folded(head_hash: str, found: AnyFold) -> None:
    """Keep a fight that was folded up to the entry with a hash."""
    _folded.set(head_hash, found)


def next_hash(battle: Battle, previous: str, step: int, side: str, event: dict[str, Any]) -> str:
    """Return the hash of the next entry of a log: of the one before, or of the set-up, and of what it says."""
    before = previous or _hashed(battle.key, battle.setup)
    return _hashed(before, [step, side, event])


def _hashed(before: str, document: Any) -> str:
    return sha256(f"{before}{json.dumps(document, sort_keys=True, ensure_ascii=False)}".encode()).hexdigest()


def planned_fight(battle: Battle) -> Any:
    """Return what a fight begins with, a ``PlannedFight`` of its family's type. No query."""
    family = family_of_battle(battle)
    return family.setup_from(Fields(family.as_stored(battle.setup), "setup"))


def setup_of(battle: Battle) -> BattleSetup:
    """Return what a battle of Path 2 Victory begins with; raise ``Refusal`` for a fight by other rules. No query."""
    setup = planned_fight(battle)
    if not isinstance(setup, BattleSetup):
        raise Refusal(OTHER_RULES, code="battle.family")
    return setup


def entries_of(battle: Battle, *, after: int = 0, last_step: int | None = None) -> list[LogEntry]:
    """Return the entries of a log after a number, up to those of a step or to the battle's head.

    One query, none where there are none.
    """
    if battle.head <= after:
        return []
    rows = BattleEntry.objects.filter(battle=battle, number__gt=after, number__lte=battle.head).order_by("number")
    if last_step is not None:
        rows = rows.filter(step__lte=last_step)
    family = family_of_battle(battle)
    return [read_entry(family, row) for row in rows]


def read_entry(family: FightFamily, row: BattleEntry) -> LogEntry:
    """Return a stored entry of a family's log as a value."""
    return LogEntry(row.number, row.step, row.side or None, family.event_from(row.event))


def unplayed(family: FightFamily, setup: Any) -> AnyFold:
    """Return a fight before its first entry."""
    return FoldedFight(family, setup, 0, LogState(), family.begin(setup))


def past_of(battle: Battle) -> PastEntries:
    """Return what finds the stored entries of a battle."""
    return lambda number, step: entries_of(battle, after=number, last_step=step)


def past_among(entries: Sequence[LogEntry]) -> PastEntries:
    """Return what finds entries of a log among all of them."""
    return lambda number, step: takewhile(lambda entry: entry.step <= step, islice(entries, number, None))


def refolded(
    family: FightFamily, setup: Any, entries: Sequence[LogEntry], *, lines: int = LINES, stored: int = 0
) -> AnyFold:
    """Return a fight folded from its first entry.

    An entry that cannot be played raises ``ChangeRefused``. Those up to the number ``stored`` were taken once: one that
    newer rules would not take does nothing, and its line says so, so that every stored battle opens.
    """
    return extended(unplayed(family, setup), entries, past_among(entries), lines=lines, stored=stored)


def extended(
    folded: AnyFold, entries: Iterable[LogEntry], past: PastEntries, *, lines: int = LINES, stored: int = 0
) -> AnyFold:
    """Return a fight with more entries. Raises ``ChangeRefused`` for one that cannot be played.

    ``past`` finds earlier entries where an undo leads to a state that is not kept: it is folded from the nearest one.
    """
    fold = LogFold(folded, past, stored)
    for entry in entries:
        fold.add(entry)
    return fold.folded(lines)


class LogFold:
    """A fight while entry after entry is added."""

    def __init__(self, folded: AnyFold, past: PastEntries, stored: int) -> None:
        self._family, self._arbiters = folded.family, folded.arbiters
        self._setup, self._number, self._log, self._state = folded.setup, folded.number, folded.log, folded.state
        self._kept, self._undone = list(folded.kept), {one.step: one for one in folded.undone}
        self._rounds, self._lines = list(folded.rounds), list(folded.lines)
        self._past, self._stored = past, stored
        self._thinned = len(self._kept)

    def add(self, entry: LogEntry) -> None:
        """Add an entry. Raises ``ChangeRefused`` for one that cannot be played."""
        before, self._log = self._log, after(self._log, entry, self._setup.people, self._arbiters)
        self._number = entry.number
        if entry.is_about_log:
            if self._log.done is not before.done:
                self._move()
            notes: tuple[Note, ...] = (_log_note(self._setup, entry),)
        else:
            self._undone.clear()
            self._state = _played(self._family, self._state, entry, stored=self._stored)
            self._keep(len(self._log.done) - 1, entry.step)
            notes = self._state.notes
        self._lines.append(LogLine(entry.number, entry.step, entry.side, entry.event.kind, notes))

    def folded(self, lines: int) -> AnyFold:
        """Return the fight after the entries, with the newest lines."""
        self._thin()
        return FoldedFight(
            self._family,
            self._setup,
            self._number,
            self._log,
            self._state,
            kept=tuple(self._kept),
            undone=tuple(self._undone.values()),
            rounds=tuple(self._rounds),
            lines=tuple(self._lines[-lines:]),
        )

    def _keep(self, place: int, step: int) -> None:
        """Keep the state that the battle has now, in place of an earlier one of the same step or round."""
        if self._kept and self._kept[-1].step == step:
            self._kept.pop()
        self._kept.append(KeptState(place, step, self._state))
        if self._rounds and self._rounds[-1].round == self._state.round:
            self._rounds.pop()
        self._rounds.append(RoundState(self._state.round, step, self._state))
        if len(self._kept) > self._thinned + STATES:
            self._thin()

    def _move(self) -> None:
        """Go to the state after the last step that counts, once steps were taken back or done again."""
        done = self._log.done
        last = done[-1].number if done else 0
        while self._rounds and self._rounds[-1].step > last:
            self._rounds.pop()
        while self._kept and self._kept[-1].step > last:
            gone = self._kept.pop()
            self._undone[gone.step] = gone
        if not done:
            self._state = self._family.begin(self._setup)
        elif last in self._undone:
            self._state = self._undone.pop(last).state
            self._keep(len(done) - 1, last)
        else:
            self._replay()

    def _replay(self) -> None:
        """Fold from the newest state that is kept to the last step that counts: later entries are not read again."""
        start, last = self._kept[-1] if self._kept else None, self._log.done[-1].number
        self._state = start.state if start else self._family.begin(self._setup)
        first = start.place + 1 if start else 0
        places = {step.number: place for place, step in enumerate(self._log.done[first:], first)}
        for entry in self._past(start.step if start else 0, last) if places else ():
            if entry.step in places and not entry.is_about_log:
                self._state = _played(self._family, self._state, entry, stored=entry.number)
                self._keep(places[entry.step], entry.step)
        if not places:
            self._keep(len(self._log.done) - 1, last)

    def _thin(self) -> None:
        """Keep every state of the newest steps, and of older ones the fewer the older they are.

        So going back by some steps folds fewer steps again than it takes back.
        """
        newest = len(self._log.done) - 1
        self._kept = [one for one in self._kept if not one.place % _spacing(newest - one.place)]
        self._thinned = len(self._kept)


def _spacing(age: int) -> int:
    """Return how many steps lie between two states that are kept, for steps that lie so many steps back."""
    return 1 if age < STATES else 1 << (age // STATES).bit_length()


def _played(family: FightFamily, state: Any, entry: LogEntry, *, stored: int) -> Any:
    try:
        return family.play(state, entry.event, entry.side)
    except ChangeRefused as refused:
        if entry.number > stored:
            raise
        return family.with_notes(state, (Note(None, f"The rules do not take this step any more: {refused.message}"),))


def _log_note(setup: PlannedFight, entry: LogEntry) -> Note:
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

"""A log folded up to an entry: its state, which steps count, and earlier states.

A fold continues from its present state; it stores states of earlier steps, so that an undo replays little of the log.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, ClassVar, Generic, Self, TypeVar

from rules.combat.log import LogEntry, LogState, after
from rules.errors import ChangeRefused

STATES = 24
"""The newest steps whose states are all stored; older steps have fewer and fewer, from which later ones are folded
again.
"""

PointT = TypeVar("PointT")
PastEntries = Callable[[int, int], Iterable[LogEntry]]
"""Returns entries of a log for going back to a state that is not stored: those after a number, up to those of a
step.
"""


@dataclass(frozen=True, slots=True)
class RoundState(Generic[PointT]):
    """The last state of a round: its number, the step that led to it, and the state."""

    round: int
    step: int
    state: PointT


@dataclass(frozen=True, slots=True)
class KeptState(Generic[PointT]):
    """The state after a step: the place of the step among those that count, its number, and the state."""

    place: int
    step: int
    state: PointT


class FoldedLog(ABC, Generic[PointT]):
    """A log folded up to its entry ``number``; an immutable value. ``log`` says which of its steps count.

    ``point`` is its state after the steps that count. ``kept`` are states after such steps, the newest last, and
    ``undone`` those after undone steps that can be redone, by their numbers. ``lines`` are the stored parts of the
    newest entries, at most ``most_lines`` of them.
    """

    most_lines: ClassVar[int] = 0
    keeps_states: ClassVar[bool] = True
    """Whether states stay once entries are added; else an undo folds the log again."""

    def __init__(self) -> None:
        self.number, self.log = 0, LogState()
        self.kept: list[KeptState[PointT]] = []
        self.undone: dict[int, KeptState[PointT]] = {}
        self.rounds: list[RoundState[PointT]] = []
        self.lines: list[Any] = []
        self.point = self.begin()

    @property
    @abstractmethod
    def people(self) -> Sequence[str]:
        """The sides that people play."""

    @property
    @abstractmethod
    def arbiters(self) -> Sequence[str]:
        """The sides that can send anything and undo anyone's last step."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def begin(self) -> PointT:
        """Return the log's state before its first entry."""

    @abstractmethod
    def play(self, point: PointT, entry: LogEntry) -> PointT:
        """Return a log's state after one more entry; raise ``ChangeRefused`` for an impossible entry."""

    def without(self, point: PointT, refused: ChangeRefused) -> PointT:
        """Return a log's state after a stored entry that the rules no longer accept, or raise ``refused``."""
        raise refused

    def round_of(self, point: PointT) -> int:
        """Return the number of the round, 0 for games without rounds."""
        return 0

    def line(self, entry: LogEntry) -> Any:
        """Return the stored part of a new entry."""
        return entry

    def followed_by(
        self,
        entries: Iterable[LogEntry],
        past: PastEntries | None = None,
        *,
        lines: int | None = None,
        stored: int = 0,
    ) -> Self:
        """Return the log with more entries. Raises ``ChangeRefused`` for an impossible one.

        ``past`` finds earlier entries if an undo leads to a state that is not stored; without it, ``entries`` are the
        whole log. Entries up to the number ``stored`` were accepted once (see ``without``).
        """
        if past is None:
            entries = tuple(entries)
            past = past_among(entries)
        folded = copy(self)
        folded.kept, folded.undone = list(self.kept), dict(self.undone)
        folded.rounds, folded.lines = list(self.rounds), list(self.lines)
        for entry in entries:
            folded._add(entry, past, stored)
        most = self.most_lines if lines is None else lines
        del folded.lines[: max(0, len(folded.lines) - most)]
        if self.keeps_states:
            folded._thin()
        else:
            folded.kept, folded.undone, folded.rounds = [], {}, []
        return folded

    def _add(self, entry: LogEntry, past: PastEntries, stored: int) -> None:
        before, self.log = self.log, after(self.log, entry, self.people, self.arbiters)
        self.number = entry.number
        if not entry.is_about_log:
            self.undone.clear()
            self._play(entry, len(self.log.done) - 1, is_stored=entry.number <= stored)
        elif self.log.done is not before.done:
            self._move(past)
        self.lines.append(self.line(entry))

    def _play(self, entry: LogEntry, place: int, *, is_stored: bool) -> None:
        self.point = self.play_stored(self.point, entry) if is_stored else self.play(self.point, entry)
        self._keep(place, entry.step)

    def play_stored(self, point: PointT, entry: LogEntry) -> PointT:
        """Return a log's state after one more entry that was accepted once."""
        try:
            return self.play(point, entry)
        except ChangeRefused as refused:
            return self.without(point, refused)

    def _keep(self, place: int, step: int) -> None:
        """Store the log's present state, in place of an earlier state of the same step or round."""
        if self.kept and self.kept[-1].step == step:
            self.kept.pop()
        self.kept.append(KeptState(place, step, self.point))
        number = self.round_of(self.point)
        if self.rounds and self.rounds[-1].round == number:
            self.rounds.pop()
        self.rounds.append(RoundState(number, step, self.point))
        if not (place + 1) % STATES:
            self._thin()

    def _move(self, past: PastEntries) -> None:
        """Go to the state after the last step that counts, after an undo or redo."""
        done = self.log.done
        last = done[-1].number if done else 0
        while self.rounds and self.rounds[-1].step > last:
            self.rounds.pop()
        while self.kept and self.kept[-1].step > last:
            gone = self.kept.pop()
            self.undone[gone.step] = gone
        if not done:
            self.point = self.begin()
        elif last in self.undone:
            self.point = self.undone.pop(last).state
            self._keep(len(done) - 1, last)
        else:
            self._replay(past)

    def _replay(self, past: PastEntries) -> None:
        """Fold from the newest stored state to the last step that counts, without reading later entries again."""
        start, last = self.kept[-1] if self.kept else None, self.log.done[-1].number
        self.point = start.state if start else self.begin()
        first = start.place + 1 if start else 0
        places = {step.number: place for place, step in enumerate(self.log.done[first:], first)}
        for entry in past(start.step if start else 0, last) if places else ():
            if entry.step in places and not entry.is_about_log:
                self._play(entry, places[entry.step], is_stored=True)
        if not places:
            self._keep(len(self.log.done) - 1, last)

    def _thin(self) -> None:
        """Keep every state of the newest steps, and fewer of older ones.

        So going back by some steps folds fewer steps than it undoes.
        """
        newest = len(self.log.done) - 1
        self.kept = [
            state for state in self.kept if not state.place % (1 << ((newest - state.place) // STATES).bit_length())
        ]


def past_among(entries: Sequence[LogEntry]) -> PastEntries:
    """Return the filter for the entries of a log among all of them."""
    return lambda number, step: takewhile(lambda entry: entry.step <= step, islice(entries, number, None))

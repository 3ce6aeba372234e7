"""The log of a game: events that are only added, which of them count after undo and redo, and working them out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, ClassVar, Self

from rules.documents.kinds import ValueOfKind
from rules.documents.reading import Fields, fail
from rules.documents.records import parts_document, value_of_kind
from rules.errors import ChangeRefused, DocumentError, RulesError

OTHERS_ACTED = "Another side has acted since. Ask to go back, and they can agree."
SHOWN = "This step showed something hidden. Ask to go back, and the others can agree."
ROLLED = "Muster rolled dice in this step. Ask to go back, and the others can agree."


class LogEvent(ValueOfKind):
    """The event of an entry."""

    @property
    def reveals(self) -> bool:
        """Whether it reveals something hidden to players, who cannot forget it. A class may say so for its events."""
        return False

    @property
    def rolls(self) -> bool:
        """Whether it has dice that Muster rolled. A class may say so for its events."""
        return False

    @classmethod
    def defined_in(cls, *modules: ModuleType) -> tuple[type[Self], ...]:
        """Return the events of this class that modules define with a word of their own, in the order of their lists."""
        return tuple(
            value
            for module in modules
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, cls)
            if value.__module__ == module.__name__ and "kind" in vars(value)
        )


class StepUndone(LogEvent, kind="step-undone"):
    """A side undoes the last step that counts, which is its own."""

    step: int


class StepRedone(LogEvent, kind="step-redone"):
    """The step that was undone last counts again."""

    step: int


class UndoAsked(LogEvent, kind="undo-asked"):
    """A side asks to undo a step and everything after it."""

    step: int


class UndoAnswered(LogEvent, kind="undo-answered"):
    """Another side accepts or refuses the request; once all have accepted, the steps are undone."""

    step: int
    agrees: bool


LOG_EVENTS: tuple[type[LogEvent], ...] = (StepUndone, StepRedone, UndoAsked, UndoAnswered)
"""The events that speak of other entries."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log. ``step`` is the number of the first entry of its step, ``side`` None for the game."""

    number: int
    step: int
    side: str | None
    event: Any

    @property
    def is_about_log(self) -> bool:
        """Whether the entry speaks of other entries."""
        return isinstance(self.event, LOG_EVENTS)


@dataclass(frozen=True, slots=True)
class LogStep:
    """A step of the log: the number of its first entry, and its side, None for the game.

    ``reveals`` is True if it revealed something hidden, ``rolls`` if it has dice of Muster.
    """

    number: int
    side: str | None
    reveals: bool = False
    rolls: bool = False


@dataclass(frozen=True, slots=True)
class AskedUndo:
    """An undo that waits for consent: the step to go back to, the side that asked, and the sides that have agreed."""

    step: int
    side: str | None
    agreed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LogState:
    """Which steps count (``done``), which can be redone (``undone``, the next one last), and the open request."""

    done: tuple[LogStep, ...] = ()
    undone: tuple[LogStep, ...] = ()
    asked: AskedUndo | None = None

    def may_undo(self, side: str | None, people: Collection[str], arbiters: Collection[str] = ()) -> bool:
        """Return True if a side may undo the last step without asking the other players."""
        if not self.done:
            return False
        if side in arbiters:
            return True
        # No one forgets what was shown: with others at the table, such a step goes back only with their consent.
        is_shown = self.done[-1].reveals and (len(people) > 1 or bool(arbiters))
        return self.done[-1].side == side and not is_shown

    def undo_waits_for(self, people: Collection[str]) -> tuple[str, ...]:
        """Return the sides that have yet to answer the request."""
        if self.asked is None:
            return ()
        return tuple(side for side in people if side != self.asked.side and side not in self.asked.agreed)


def after(log: LogState, entry: LogEntry, people: Collection[str], arbiters: Collection[str] = ()) -> LogState:
    """Return what counts after an entry is added; ``people`` are the sides that people play.

    Raises ``ChangeRefused`` for an impossible undo or redo.
    """
    match entry.event:
        case StepUndone(step):
            if not log.done or log.done[-1].number != step:
                raise ChangeRefused("Only the last step can be undone. Ask the others to go further back.")
            if log.done[-1].side != entry.side and entry.side not in arbiters:
                raise ChangeRefused(OTHERS_ACTED)
            if not log.may_undo(entry.side, people, arbiters):
                raise ChangeRefused(SHOWN)
            return _back_to(log, step)
        case StepRedone(step):
            if not log.undone or log.undone[-1].number != step:
                raise ChangeRefused("There is nothing to redo, because something new has happened since.")
            return LogState((*log.done, log.undone[-1]), log.undone[:-1])
        case UndoAsked(step):
            if step not in [step.number for step in log.done]:
                raise ChangeRefused("That step no longer exists.")
            return _settled(replace(log, asked=AskedUndo(step, entry.side)), people)
        case UndoAnswered():
            return _answered(log, entry, people)
    event, last = entry.event, log.done[-1] if log.done else None
    reveals, rolls = (event.reveals, event.rolls) if isinstance(event, LogEvent) else (False, False)
    if last is None or last.number != entry.step:
        return LogState((*log.done, LogStep(entry.step, entry.side, reveals, rolls)))
    longer = replace(last, reveals=last.reveals or reveals, rolls=last.rolls or rolls)
    return log if longer == last else replace(log, done=(*log.done[:-1], longer))


def _answered(log: LogState, entry: LogEntry, people: Collection[str]) -> LogState:
    event: UndoAnswered = entry.event
    if log.asked is None or log.asked.step != event.step:
        raise ChangeRefused("No one is asking to go back any more.")
    if not event.agrees:
        return replace(log, asked=None)
    agreed = log.asked.agreed | ({entry.side} if entry.side else set())
    return _settled(replace(log, asked=replace(log.asked, agreed=agreed)), people)


def _settled(log: LogState, people: Collection[str]) -> LogState:
    if log.asked is None or log.undo_waits_for(people):
        return log
    return _back_to(log, log.asked.step)


def _back_to(log: LogState, step: int) -> LogState:
    place = [step.number for step in log.done].index(step)
    return LogState(log.done[:place], (*log.undone, *reversed(log.done[place:])))


def log_state(entries: Iterable[LogEntry], people: Collection[str], arbiters: Collection[str] = ()) -> LogState:
    """Return what counts after these entries, from the first one on."""
    state = LogState()
    for entry in entries:
        state = after(state, entry, people, arbiters)
    return state


def live_entries(
    entries: Sequence[LogEntry], people: Collection[str], arbiters: Collection[str] = ()
) -> list[LogEntry]:
    """Return the entries that count, in their order; those about other entries are left out."""
    if not any(entry.is_about_log for entry in entries):
        return list(entries)
    done = {step.number for step in log_state(entries, people, arbiters).done}
    return [entry for entry in entries if entry.step in done and not entry.is_about_log]


KIND = "kind"
"""The field that names the kind of event."""


def log_event_document(event: LogEvent) -> dict[str, Any]:
    """Return an event as a document."""
    return {KIND: event.kind, **parts_document(event)}


def log_event_from(document: object, by_kind: Mapping[str, type[LogEvent]], path: str = "") -> LogEvent:
    """Read an event of one of some kinds; raise ``DocumentError`` with the path of the first thing that is wrong."""
    return value_of_kind(Fields(document, path), KIND, by_kind)


@dataclass(frozen=True)
class LogReplay:
    """States by the number of their entry, 0 for the beginning, and the entry that could not be played, if any."""

    states: tuple[tuple[int, Any], ...]
    fault: DocumentError | None = None

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.states[-1][1]

    @property
    def problems(self) -> list[dict[str, str]]:
        """The entry that could not be played, if any, as documents."""
        fault = self.fault
        return [{"code": fault.code, "path": fault.path, "message": fault.message}] if fault else []


def log_states(
    state: Any, live: Callable[[], Sequence[LogEntry]], play: Callable[[Any, LogEntry], Any], code: str
) -> Iterator[tuple[LogEntry, Any]]:
    """Yield each entry that counts with the state after it; raise ``DocumentError`` for one that cannot be played.

    ``state`` is that of the beginning, and ``code`` that of the error.
    """
    try:
        entries = live()
    except ChangeRefused as refused:
        fail(code, "log", refused.message)
    for entry in entries:
        try:
            state = play(state, entry)
        except (ChangeRefused, RulesError) as fault:
            fail(code, f"log[{entry.number - 1}]", str(fault))
        yield entry, state


def log_replay(state: Any, states: Iterable[tuple[LogEntry, Any]]) -> LogReplay:
    """Return the states of a log from that of its beginning on."""
    numbered_states = [(0, state)]
    try:
        for entry, after in states:
            numbered_states.append((entry.number, after))
    except DocumentError as fault:
        return LogReplay(tuple(numbered_states), fault)
    return LogReplay(tuple(numbered_states))


class FightEvent(LogEvent):
    """Something that happened. Only the game master can send one that is ``by_master``.

    ``begins`` marks the event with which a fight begins, ``passes`` one by which a side declines offers. ``is_sent`` is
    True if people and programs send it; others are automatic, or have their own addresses. ``filled_in`` are parts of a
    sent event that only the site sets, each with its value.
    """

    by_master: ClassVar[bool] = False
    begins: ClassVar[bool] = False
    passes: ClassVar[bool] = False
    is_sent: ClassVar[bool] = True
    filled_in: ClassVar[tuple[tuple[str, Any], ...]] = ()

    @abstractmethod
    def play(self, state: Any, side: str | None) -> Any:
        """Return the state after the event, caused by a side (None: the game), before anything is resolved.

        Raises ``ChangeRefused`` with a sentence if it is not allowed now.
        """

    def doer(self, state: Any) -> str | None:
        """Return the side that may send it, None for every side; a game master always may."""
        return state.setup.master if self.by_master else None

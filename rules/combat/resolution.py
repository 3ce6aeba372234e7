"""What the states of all families share: who fights, tasks that are being resolved, rolls that were counted, notes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, TypeVar

from rules.combat.asks import Ask
from rules.dice import Place


@dataclass(frozen=True, slots=True)
class Note:
    """A line of what happened: who it is about, the sentence, and which rule gave which number."""

    creature: str | None
    text: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvingState(ABC):
    """A fight at one point of its log, as the frame needs it.

    ``setup`` is what it began with, ``combatants`` who fights, each with a ``side``, by id. ``phase`` tells whether it
    has begun, is ``playing`` or ``over``. ``stack`` is what is being resolved, the innermost last. ``rolled`` counts
    the rolls of a turn by combatant and purpose. ``notes`` tell what the last event brought about. ``noun`` is what its
    family calls it.
    """

    noun: ClassVar[str] = "fight"

    setup: Any = field(repr=False)
    combatants: Mapping[str, Any]
    phase: str
    round: int = 0
    stack: tuple[Any, ...] = ()
    rolled: Mapping[tuple[str, str], int] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """What all creatures are called."""

    @abstractmethod
    def name(self, creature: str) -> str:
        """Return what a creature is called."""

    def change(self, creature: str, **values: Any) -> Self:
        """Return the state with some fields of one creature changed."""
        return replace(self, combatants={**self.combatants, creature: replace(self.combatants[creature], **values)})

    def note(self, combatant: str | None, text: str, *why: str) -> Self:
        """Return the state with one more line of what happened."""
        return replace(self, notes=(*self.notes, Note(combatant, text, why)))

    def pushed(self, *tasks: Any) -> Self:
        """Return the state with more to resolve, the first task first."""
        return replace(self, stack=(*self.stack, *reversed(tasks)))

    def popped(self) -> Self:
        """Return the state without the innermost task."""
        return replace(self, stack=self.stack[:-1])

    def counted_roll(self, combatant: str, purpose: str) -> Self:
        """Return the state with one more roll of a combatant for a purpose in this turn."""
        key = (combatant, purpose)
        return replace(self, rolled={**self.rolled, key: self.rolled.get(key, 0) + 1})

    def place_of_roll(self, turn: int, combatant: str, purpose: str) -> Place:
        """Return where the next roll of a combatant for a purpose belongs, in a turn by its number."""
        return f"r{self.round}", turn, combatant, purpose, self.rolled.get((combatant, purpose), 0) + 1


ResolvingT = TypeVar("ResolvingT", bound=ResolvingState)


def pending(state: ResolvingState) -> Ask | None:
    """Return what a fight waits for, None while nothing is being resolved."""
    ask: Ask | None = state.stack[-1].ask(state) if state.stack else None
    return ask


def answered(state: ResolvingT, answer: Any) -> ResolvingT:
    """Return the state after what waits for an answer was given it."""
    after: ResolvingT = state.stack[-1].resume(state.popped(), answer)
    return after


@dataclass(frozen=True, slots=True)
class FightTask(ABC):
    """One thing to resolve."""

    def is_dropped(self, state: Any) -> bool:
        """Return True once the task can no longer go on, and is left out."""
        return False

    def ask(self, state: Any) -> Ask | None:
        """Return what the task waits for, None if it can go on by itself."""
        return None

    @abstractmethod
    def resume(self, state: Any, answer: Any) -> Any:
        """Return the state after the task has gone on; the task itself is off the stack already.

        ``answer`` is what ``ask`` asked for, None where it asked for nothing. What has to follow is pushed. Raises
        ``ChangeRefused`` for an answer that does not fit.
        """

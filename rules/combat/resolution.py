"""What a fight waits for, what may be done now, and what the states of all families share: tasks, rolls, notes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self, TypeVar

from rules.dice import Place


@dataclass(frozen=True, slots=True)
class RollAsk:
    """Dice of one kind: how many, with how many sides, for what, and whose they are.

    ``place`` is where the roll belongs: the same choice again gives the same faces. ``need`` is the lowest face that
    brings success, where there is one, and ``chances`` tells the outcomes in words, each with its number of faces.
    """

    dice: int
    sides: int
    reason: str
    side: str | None
    place: Place
    need: int | None = None
    chances: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be chosen: its key in documents, and its words."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class ChoiceAsk:
    """A choice of one side."""

    side: str
    reason: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class OfferedAct:
    """Something that a creature may do before things go on: a reaction, a reroll for a hero point.

    ``text`` says what it does. ``may_waive`` says that its side may have it not offered again in this round.
    """

    creature: str
    key: str
    label: str
    text: str = ""
    may_waive: bool = False


@dataclass(frozen=True, slots=True)
class OfferAsk:
    """What the creatures of several sides may do before things go on; each side takes an offer or passes."""

    sides: tuple[str, ...]
    reason: str
    offers: tuple[OfferedAct, ...]


@dataclass(frozen=True, slots=True)
class CountField:
    """One number that the players count on their table: its key in documents, what it is, and the most it may be."""

    key: str
    label: str
    most: int


@dataclass(frozen=True, slots=True)
class CountAsk:
    """Numbers that only the players see, such as how many creatures stand near a marker."""

    reason: str
    fields: tuple[CountField, ...]


@dataclass(frozen=True, slots=True)
class ActAsk:
    """What a creature does next within an action: one of the actions, with its targets, chosen by a side."""

    side: str
    creature: str
    reason: str
    actions: tuple[Option, ...]
    may_skip: bool = False


@dataclass(frozen=True, slots=True)
class RevealAsk:
    """Sealed choices that have to be shown before things go on: the side and the purpose of each."""

    reason: str
    secrets: tuple[tuple[str, str], ...]


Ask = RollAsk | ChoiceAsk | OfferAsk | CountAsk | ActAsk | RevealAsk


OfferType = Literal["choice", "choices", "number", "word", "flag"]


@dataclass(frozen=True, slots=True)
class OfferField:
    """A part of an event that is filled in: the part's name, its label, and what may stand there.

    ``value`` is what stands there at first. Numbers lie from ``low`` to ``high``. An ``optional`` choice may be left
    out, which stands for "".
    """

    name: str
    label: str
    type: OfferType = "choice"
    options: tuple[Option, ...] = ()
    value: Any = None
    low: int = 0
    high: int = 999
    help: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class FightOffer:
    """Something that may be done now.

    ``label`` stands on its button, ``group`` is the heading under which it is offered, ``event`` the kind of the event
    and ``parts`` those of its parts that are settled; ``fields`` are asked for. ``combatant`` is who would do it, None
    where it concerns the whole fight, ``side`` who may send it, None for everyone at the table. ``about`` says in a
    sentence or two what it does. ``left_to_players`` marks what the sources leave to the table. ``is_main`` marks what
    usually comes next.
    """

    label: str
    event: str
    group: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[OfferField, ...] = ()
    combatant: str | None = None
    side: str | None = None
    about: str = ""
    left_to_players: bool = False
    is_main: bool = False


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

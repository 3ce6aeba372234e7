"""Open questions, possible actions, and what the states of all families share: tasks, rolls, notes."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, Self, TypeVar

from rules.dice import Place
from rules.replacing import FrozenClass, replace


@dataclass(frozen=True, slots=True)
class RollAsk:
    """Dice of one kind: how many, with how many sides, their purpose, and their owner.

    ``place`` is the place of the roll: the same choice again gives the same faces. ``need`` is the lowest face that
    succeeds, if there is one, and ``chances`` has the outcomes in words, each with its number of faces.
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
    """Something that a creature may do before play continues: a reaction, a reroll for a hero point.

    ``text`` describes it. ``may_waive`` is True if its side may decline it for the rest of the round.
    """

    creature: str
    key: str
    label: str
    text: str = ""
    may_waive: bool = False


@dataclass(frozen=True, slots=True)
class OfferAsk:
    """What the creatures of several sides may do before play continues; each side takes an offer or passes."""

    sides: tuple[str, ...]
    reason: str
    offers: tuple[OfferedAct, ...]


@dataclass(frozen=True, slots=True)
class CountField:
    """A number that the players count on their table: its key in documents, its label, and its maximum."""

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
    """A creature's next step within an action: one of the actions, with its targets, chosen by a side."""

    side: str
    creature: str
    reason: str
    actions: tuple[Option, ...]
    may_skip: bool = False


@dataclass(frozen=True)
class WayAsk:
    """Where a creature's figure goes on the board, chosen by a side: a way of at most so many ``squares``.

    ``find`` works out where it may end, with the costs; asked for once.
    """

    side: str
    creature: str
    reason: str
    squares: int
    may_stay: bool
    find: Callable[[], Mapping[tuple[int, int], int]] = field(repr=False, compare=False)

    @cached_property
    def ends(self) -> Mapping[tuple[int, int], int]:
        """The squares where the move may end (the upper left one of the figure's space), each with its least cost."""
        return self.find()


MOST_ENDS = 2000
"""Squares of a move that a document lists: more than a board of the game has."""


def cheapest_ends(ends: Mapping[tuple[int, int], int], most: int) -> list[tuple[tuple[int, int], int]]:
    """Return at most so many squares where a move may end, each with its cost in squares, the cheapest first."""
    return sorted(ends.items(), key=lambda end: (end[1], end[0][1], end[0][0]))[:most]


@dataclass(frozen=True, slots=True)
class RevealAsk:
    """Sealed choices that must be revealed before play continues: the side and the purpose of each."""

    reason: str
    secrets: tuple[tuple[str, str], ...]


Ask = RollAsk | ChoiceAsk | OfferAsk | CountAsk | ActAsk | WayAsk | RevealAsk


OfferType = Literal["choice", "choices", "number", "word", "flag"]


@dataclass(frozen=True, slots=True)
class OfferField:
    """A part of an event to fill in: the part's name, its label, and its possible values.

    ``value`` is its initial value. Numbers are from ``low`` to ``high``. An ``optional`` choice may be omitted, which
    means "".
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
    """Something that can be done now.

    ``label`` is the text of its button, ``group`` its heading, ``event`` the kind of the event and ``parts`` those of
    its parts that are fixed; ``fields`` are to be filled in. ``combatant`` is who would do it, None if it concerns the
    whole fight, ``side`` who may send it, None for everyone at the table. ``about`` describes it in a sentence or two.
    ``left_to_players`` marks what the sources leave to the players. ``is_main`` marks what usually comes next.
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

    @classmethod
    def asking(cls, label: str, event: str, group: str, *fields: OfferField, **more: Any) -> Self:
        """Return an offer with these fields to fill in; ``more`` is what else it says, by name."""
        return cls(label, event, group, fields=fields, **more)

    def by(self, combatant: str, side: str | None) -> Self:
        """Return the offer for a combatant of a side."""
        parts = {"combatant": combatant, **self.parts}
        return replace(self, parts=parts, combatant=combatant, side=side)


@dataclass(frozen=True, slots=True)
class Note:
    """A note about what happened: the creature, the sentence, and which rule gave which number."""

    creature: str | None
    text: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvingState(ABC):
    """A fight at one point of its log, as the frame needs it.

    ``setup`` is its start, ``combatants`` are the combatants by id, each with a ``side``. ``phase`` says whether it has
    begun, is ``playing`` or ``over``. ``stack`` is what is being resolved, the innermost last. ``rolled`` counts the
    rolls of a turn by combatant and purpose. ``notes`` are the results of the last event. ``noun`` is the family's word
    for it.
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
        """The names of all creatures."""

    @abstractmethod
    def name(self, creature: str) -> str:
        """Return a creature's name."""

    def change(self, creature: str, **values: Any) -> Self:
        """Return the state with some fields of one creature changed."""
        return replace(self, combatants={**self.combatants, creature: replace(self.combatants[creature], **values)})

    def note(self, combatant: str | None, text: str, *why: str) -> Self:
        """Return the state with one more note."""
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
        """Return the place of a combatant's next roll for a purpose, in a turn by its number."""
        return f"r{self.round}", turn, combatant, purpose, self.rolled.get((combatant, purpose), 0) + 1


ResolvingT = TypeVar("ResolvingT", bound=ResolvingState)


def pending(state: ResolvingState) -> Ask | None:
    """Return the open question of a fight, None if the stack is empty."""
    ask: Ask | None = state.stack[-1].ask(state) if state.stack else None
    return ask


def answered(state: ResolvingT, answer: Any) -> ResolvingT:
    """Return the state after the waiting task has received its answer."""
    after: ResolvingT = state.stack[-1].resume(state.popped(), answer)
    return after


class FightTask(metaclass=FrozenClass):
    """One thing to resolve."""

    def is_dropped(self, state: Any) -> bool:
        """Return True if the task can no longer continue and is dropped."""
        return False

    def ask(self, state: Any) -> Ask | None:
        """Return the task's question, None if it continues without one."""
        return None

    @abstractmethod
    def resume(self, state: Any, answer: Any) -> Any:
        """Return the state after the task has continued; the task itself is already off the stack.

        ``answer`` is the answer to ``ask``, None without a question. Pushes what must follow. Raises ``ChangeRefused``
        for an answer that does not fit.
        """

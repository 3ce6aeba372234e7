"""The start of an adventure, and its state at one point of its log; the kind has its own values in both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, Self, TypeVar

from rules.adventures.fields import Scale
from rules.adventures.participants import AdventureParticipant, party_level
from rules.dice import Place
from rules.documents.records import InDocument
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.numbers import BattleNumber
from rules.tables.rolls import Degree
from rules.text import without_directions

if TYPE_CHECKING:
    from rules.adventures.kind import AdventureKind

AdventureStateT = TypeVar("AdventureStateT", bound="AdventureState")
"""A state of an adventure of any kind; what is made of it is one of the same kind."""


@dataclass(frozen=True)
class Adventure:
    """A tracker of one kind.

    ``key`` names it in the places of dice, ``facts`` are a value of the kind's own type. ``level`` is the party's as
    the organizer has set it, None for the mean of the participants. ``rounds`` is the number of rounds, None without a
    limit; ``round_length`` is the length of one in words. ``about`` is for everyone, ``notes`` are only for the
    organizer.

    Raises ``RulesError`` for values that do not fit together.
    """

    kind: AdventureKind
    facts: Any
    name: str
    key: str = "a1"
    scale: Scale = "p2v"
    level: int | None = None
    participants: tuple[AdventureParticipant, ...] = ()
    rounds: int | None = None
    round_length: str = ""
    about: str = ""
    notes: str = ""

    def __post_init__(self) -> None:
        if not self.key or not self.name:
            raise RulesError("An adventure has a key and a name.")
        if len({participant.id for participant in self.participants}) != len(self.participants):
            raise RulesError("Two participants of an adventure have the same id.")
        object.__setattr__(self, "name", without_directions(self.name))
        self.kind.check_facts(self.facts)


ORGANIZER = "organizer"
"""The side that runs an adventure: it may do anything, and undo anyone's step."""

DieOrigin = Literal["seeded", "entered"]


@dataclass(frozen=True, slots=True)
class AdventureNote:
    """A result of an event, as a sentence for the chronicle; hidden ones are for the organizer."""

    text: str
    participant: str | None = None
    is_hidden: Annotated[bool, InDocument(key="hidden")] = False


@dataclass(frozen=True, slots=True)
class CheckAdjustment:
    """The organizer's settings for a participant's next check, with the reason.

    ``dc`` replaces the DC. ``applies`` are keys of facts that apply to the check, such as a resistance. Players see
    only the bonus with its reason.
    """

    participant: str
    reason: str
    bonus: int = 0
    dc_change: int = 0
    dc: int | None = None
    applies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckAttempt:
    """A participant's attempt: an action of the kind, its target, its skill, and its choices.

    ``applies`` are keys of facts that apply to the check: those that its player named and those that the organizer
    added.
    """

    action: str
    participant: str
    target: str = ""
    skill: str = ""
    choices: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check that was made. ``face`` is None without a roll; ``reason`` says why.

    ``is_dc_changed`` is True if the organizer had changed the DC, which players then do not see.
    """

    attempt: Annotated[CheckAttempt, InDocument(leave_out=True)]
    degree: Degree
    place: Place
    face: int | None = None
    origin: DieOrigin | None = None
    epoch: int | None = None
    modifier: BattleNumber | None = None
    dc: BattleNumber | None = None
    is_secret: Annotated[bool, InDocument(key="secret")] = False
    reason: str = ""
    is_dc_changed: Annotated[bool, InDocument(leave_out=True)] = False


@dataclass(frozen=True, slots=True)
class RecordedDice:
    """Dice rolled outside a check: their purpose, their place, and the faces; ``epoch`` as for checks.

    Players do not see secret ones.
    """

    reason: Annotated[str, InDocument(leave_out=True)]
    place: Place
    sides: int
    faces: tuple[int, ...]
    origin: DieOrigin
    epoch: int | None = None
    is_secret: Annotated[bool, InDocument(key="secret")] = False


class HideableFact(Protocol):
    """A fact of a kind that players may not know from the start."""

    @property
    def key(self) -> str:
        """Its key among the facts."""

    @property
    def hidden(self) -> bool:
        """Whether players do not know it from the start."""


@dataclass(frozen=True)
class AdventureState:
    """An adventure at one point of its log; ``own`` is the kind's own state.

    A kind has a class of its own for its states, with the types of ``facts`` and ``own``; what several of its
    modules ask of a state are methods there.

    ``acted`` are the participants that have acted in this round, as often as they did; ``rolled`` are the checks of
    this round, as participant and purpose. ``shown`` are the keys of hidden facts that players know by now. ``notes``,
    ``check``, ``dice`` and ``reveals``, which is True if players saw something hidden, belong to the last event.
    """

    adventure: Adventure
    facts: Any
    own: Any
    scale: Scale
    level_set: int | None
    participants: tuple[AdventureParticipant, ...]
    round: int = 1
    is_over: bool = False
    outcome: str = ""
    has_rolled: bool = False
    acted: tuple[str, ...] = ()
    rolled: tuple[tuple[str, str], ...] = ()
    adjustments: tuple[CheckAdjustment, ...] = ()
    shown: frozenset[str] = frozenset()
    notes: tuple[AdventureNote, ...] = ()
    check: CheckResult | None = None
    dice: tuple[RecordedDice, ...] = ()
    reveals: bool = False

    @property
    def level(self) -> int:
        """The party's level: as the organizer has set it, or the mean."""
        return party_level(self.participants) if self.level_set is None else self.level_set

    @property
    def party_size(self) -> int:
        """The number of participants, without rivals."""
        return sum(not participant.is_out and not participant.is_rival for participant in self.participants)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The keys of the facts that players do not know yet."""
        return frozenset(self.adventure.kind.hidden_facts(self)) - self.shown

    @property
    def names(self) -> dict[str, str]:
        """The names of all participants, by their ids."""
        return {participant.id: participant.name for participant in self.participants}

    @property
    def names_of_party(self) -> dict[str, str]:
        """The names of the participants who are not rivals, by their ids."""
        return {participant.id: participant.name for participant in self.participants if not participant.is_rival}

    @property
    def named_characters(self) -> dict[str, str]:
        """The names of those without a card, whose modifiers are typed, by their ids."""
        return {participant.id: participant.name for participant in self.participants if participant.skills is None}

    def hides(self, fact: HideableFact) -> bool:
        """Return True if players do not know a fact yet."""
        return fact.hidden and fact.key not in self.shown

    def participant(self, participant_id: str) -> AdventureParticipant:
        """Return the participant with that id; raise ``ChangeRefused`` if there is none."""
        for adventure_participant in self.participants:
            if adventure_participant.id == participant_id:
                return adventure_participant
        raise ChangeRefused("There is no such participant in this adventure.")

    def place(self, participant: str, purpose: str) -> Place:
        """Return the place of the participant's next die for a purpose."""
        # The same choice again gives the same die: only checks that count are counted.
        number = self.rolled.count((participant, purpose)) + 1
        return (self.adventure.key, self.round, participant, purpose, number)

    def adjustment(self, participant: str) -> CheckAdjustment | None:
        """Return the settings for the participant's next check, if any."""
        return next((adjustment for adjustment in self.adjustments if adjustment.participant == participant), None)

    def note(self, text: str, participant: str | None = None, *, hidden: bool = False) -> Self:
        """Return the state with a note more."""
        return replace(self, notes=(*self.notes, AdventureNote(text, participant, hidden)))

    def with_own_value(self, own: Any) -> Self:
        """Return the state with another value of its kind."""
        return replace(self, own=own)

    def with_own(self, **parts: Any) -> Self:
        """Return the state with parts of the value of its kind changed, by their names."""
        return replace(self, own=replace(self.own, **parts))

    def show(self, keys: Iterable[str]) -> Self:
        """Return the state in which players know these hidden facts."""
        return replace(self, shown=self.shown | frozenset(keys))

    def ended(self, outcome: str) -> Self:
        """Return the state in which the adventure is over; ``outcome`` is a sentence."""
        return replace(self, is_over=True, outcome=outcome).note(outcome)

"""The interface of a kind of adventure: one object with its facts, events, secrets and presentation.

The frame calls the object and never checks its name. docs/adventures-inside.md shows how to write one.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar

from rules.adventures.checks import CheckAction
from rules.adventures.events import COMMON_EVENTS, AdventureEvent
from rules.adventures.fields import AdventureTrack, Scale, SkillDC, dc_number
from rules.adventures.state import AdventureState
from rules.documents.reading import Fields, fail
from rules.documents.records import record_of
from rules.documents.shapes import Shape
from rules.errors import DocumentError, RulesError
from rules.text import with_minus


@dataclass(frozen=True, slots=True)
class AdventureBlock:
    """A stat block for print: ``Research 3`` beside the title, traits, then its lines."""

    title: str
    word: str
    traits: tuple[str, ...] = ()
    about: str = ""
    lines: tuple[tuple[str, str], ...] = ()


def block_lines(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the lines with content."""
    return tuple((label, text) for label, text in lines if text)


def signed(modifier: int | None) -> str:
    """Return a modifier with its sign, "" for None.

    >>> signed(12), signed(-1), signed(None)
    ('+12', '−1', '')
    """
    return "" if modifier is None else with_minus(f"{modifier:+d}")


def skills_text(skills: Iterable[SkillDC], scale: Scale, level: int, modifier: int | None = None) -> str:
    """Return skills with their DCs on a scale, the lowest DC first: ``DC 13 Society, DC 15 Diplomacy``.

    A DC that is hidden is left out. ``modifier`` is that of a person, from which DCs of no other base come.
    """
    rows = []
    for place, skill_dc in enumerate(skills):
        if skill_dc.hidden:
            rows.append((0, place, skill_dc.skill))
            continue
        value = dc_number(skill_dc.based_on(modifier), scale, level).value
        rows.append((value, place, f"DC {value} {skill_dc.skill}"))
    return ", ".join(text for _, _, text in sorted(rows))


@dataclass(frozen=True, slots=True)
class ReadyPart:
    """A ready part of Muster that can be added to a list of the facts: an obstacle of a chase.

    ``path`` is the name of the list, ``group`` its heading, ``document`` the part.
    """

    path: str
    key: str
    name: str
    group: str
    about: str
    document: Mapping[str, Any]


class AdventureKind(ABC):
    """A kind of adventure.

    ``key`` is its word in documents, ``about`` a sentence about its purpose, ``emblem`` the name of its picture and
    ``tint`` that of its color on pages, ``round_name`` its word for a round, ``facts`` the dataclass of its facts,
    which declares their document, ``state`` the class of its states; ``actions`` are those that roll checks, ``events``
    the modules of its own events, in the order of their lists. A kind that ``has_own_turns`` ends rounds itself, and no
    one passes a turn of the frame. ``acts_in_round`` is how often each participant acts in a round, None without a
    limit. ``field_notes`` explain fields whose names are not enough, by their paths; a star is any place in a list.

    In a player's view, what a method says of a state is without secrets.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str] = ""
    emblem: ClassVar[str]
    tint: ClassVar[str]
    round_name: ClassVar[str] = "round"
    facts: ClassVar[type[Any]]
    state: ClassVar[type[AdventureState]] = AdventureState
    actions: ClassVar[tuple[CheckAction, ...]] = ()
    events: ClassVar[tuple[ModuleType, ...]] = ()
    has_own_turns: ClassVar[bool] = False
    acts_in_round: ClassVar[int | None] = 1
    field_notes: ClassVar[Mapping[str, str]] = {}

    # Of facts

    @abstractmethod
    def check_facts(self, facts: Any) -> None:
        """Raise ``RulesError`` for facts that do not fit together, ``DocumentError`` if a path shows the place."""

    def advice(self, facts: Any) -> tuple[str, ...]:
        """Return sentences about what a game master may want to fix before play."""
        return ()

    @abstractmethod
    def begin(self, facts: Any) -> Any:
        """Return the kind's own value before the first event."""

    def ready_parts(self) -> tuple[ReadyPart, ...]:
        """Return Muster's ready parts for preparing an adventure."""
        return ()

    # Of a state

    @abstractmethod
    def player_facts(self, state: Any) -> Any:
        """Return the facts without what players may not know."""

    @abstractmethod
    def player_own(self, state: Any) -> Any:
        """Return the kind's own value without what players may not know."""

    @abstractmethod
    def own_document(self, state: Any) -> dict[str, Any]:
        """Return the kind's own value as an object of JSON."""

    @abstractmethod
    def summary(self, state: Any) -> tuple[str, ...]:
        """Return sentences for the chronicle about the present state."""

    def hidden_facts(self, state: Any) -> Mapping[str, str]:
        """Return all facts that are hidden until they are found or shown, each key with its text."""
        return {}

    def facts_to_show(self, state: Any) -> Mapping[str, str]:
        """Return the hidden facts that the organizer can choose to show: all of them, unless they are too many."""
        return {key: text or key for key, text in self.hidden_facts(state).items() if key in state.hidden}

    def tracks(self, state: Any) -> tuple[AdventureTrack, ...]:
        """Return what is drawn as tracks of points."""
        return ()

    def stat_blocks(self, state: Any) -> tuple[AdventureBlock, ...]:
        """Return the facts in the form of printed stat blocks."""
        return ()

    def hex_map(self, state: Any) -> Any:
        """Return a map to draw."""
        return None

    def act_limit(self, state: Any) -> int | None:
        """Return how often each participant acts in a round, None without a limit."""
        return self.acts_in_round

    # Of events

    def settled(self, state: Any) -> Any:
        """Return the state after the automatic consequences of an event: thresholds reached, an end."""
        return state

    def passed(self, state: Any, participant: str) -> AdventureState:
        """Return the state after a participant has passed its turn."""
        after: AdventureState = state
        return after

    def round_ended(self, state: Any) -> Any:
        """Return the state after the effects of a round's end; ``state.round`` is still the round that ends."""
        return state

    def time_ran_out(self, state: Any) -> Any:
        """Return the state after the last round."""
        return state.ended("Time has run out.")

    @property
    def has_map(self) -> bool:
        """Whether there is a map to draw."""
        return type(self).hex_map is not AdventureKind.hex_map

    @cached_property
    def own_events(self) -> tuple[type[AdventureEvent], ...]:
        """The events of this kind only, as its modules list them."""
        return AdventureEvent.defined_in(*self.events)

    @cached_property
    def possible_events(self) -> tuple[type[AdventureEvent], ...]:
        """Events that may happen in its adventures: those of all kinds, then its own."""
        return (*COMMON_EVENTS, *self.own_events)

    @cached_property
    def facts_shape(self) -> Shape:
        """The document of the facts."""
        return record_of(self.facts)

    def read_facts(self, read: Fields, name: str) -> Any:
        """Read facts from a field and check them; raise ``DocumentError`` with the path of the fault."""
        if read.raw.get(name) is None:
            fail("document.missing", read.at(name), f"The field “{name}” is missing.")
        facts = self.facts_shape.read(read, name)
        try:
            self.check_facts(facts)
        except DocumentError as fault:
            fail(fault.code, f"{read.at(name)}.{fault.path}" if fault.path else read.at(name), fault.message)
        except RulesError as fault:
            fail("document.value", read.at(name), str(fault))
        return facts

"""The interface of a kind of adventure: one object with its facts, events, secrets and presentation.

The frame calls the object and never checks its name. docs/adventures-inside.md shows how to write one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

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


def no_act_limit(state: AdventureState) -> int | None:
    """Return None: participants act as often as they like, or the kind counts by itself."""
    return None


def _no_map(state: AdventureState) -> Any:
    return None


def _all_hidden(state: AdventureState) -> Mapping[str, str]:
    hidden = state.hidden
    return {key: text or key for key, text in state.adventure.kind.hidden_facts(state).items() if key in hidden}


@dataclass(frozen=True, kw_only=True, eq=False)
class AdventureKind:
    """A kind of adventure.

    ``key`` is its word in documents, ``about`` a sentence about its purpose, ``emblem`` the name of its picture and
    ``tint`` that of its color on pages, ``round_name`` its word for a round, ``facts`` the dataclass of its facts,
    which declares their document, ``state`` the class of its states; ``actions`` are those that roll checks, ``events``
    the modules of its own events, in the order of their lists. A kind that ``has_own_turns`` ends rounds itself, and no
    one passes a turn of the frame.

    Of facts: ``check_facts`` raises ``RulesError`` for those that do not fit together, ``DocumentError`` if a path
    shows the place; ``advice`` are sentences about what a game master may want to fix before play; ``begin`` makes the
    kind's own value before the first event. ``ready_parts`` are Muster's ready parts for preparing an adventure,
    ``field_notes`` explain fields whose names are not enough, by their paths; a star is any place in a list.

    Of a state: ``player_facts`` and ``player_own`` are facts and kind state, of the same types, without what
    players may not know; ``own_document`` is the kind state as an object of JSON; ``summary`` are sentences for the
    chronicle about the present state. In a player's view, all of these are without secrets. ``hidden_facts`` are all
    facts that are hidden until they are found or shown, each key with its text, and ``facts_to_show`` those that the
    organizer can choose to show: all of them, unless they are too many. ``tracks`` are drawn as tracks of points,
    ``stat_blocks`` are the facts in the form of printed stat blocks, ``hex_map`` is a map to draw. ``act_limit`` is how
    often each participant acts in a round, None without a limit.

    Of events: ``settled`` is the state after the automatic consequences of an event (thresholds reached, an end),
    ``passed`` that after a participant has passed its turn, ``round_ended`` that after the effects of a round's end
    (``state.round`` is still the round that ends), ``time_ran_out`` that after the last round.
    """

    key: str
    name: str
    about: str = ""
    emblem: str
    tint: str
    round_name: str = "round"
    facts: type[Any]
    state: type[AdventureState] = AdventureState
    actions: tuple[CheckAction, ...] = ()
    events: tuple[ModuleType, ...] = ()
    has_own_turns: bool = False
    check_facts: Callable[[Any], None]
    advice: Callable[[Any], tuple[str, ...]] = lambda facts: ()
    begin: Callable[[Any], Any]
    ready_parts: Callable[[], tuple[ReadyPart, ...]] = tuple
    field_notes: Mapping[str, str] = field(default_factory=dict)
    player_facts: Callable[[Any], Any]
    player_own: Callable[[Any], Any]
    own_document: Callable[[Any], dict[str, Any]]
    summary: Callable[[Any], tuple[str, ...]]
    hidden_facts: Callable[[Any], Mapping[str, str]] = lambda state: {}
    facts_to_show: Callable[[Any], Mapping[str, str]] = _all_hidden
    tracks: Callable[[Any], tuple[AdventureTrack, ...]] = lambda state: ()
    stat_blocks: Callable[[Any], tuple[AdventureBlock, ...]] = lambda state: ()
    hex_map: Callable[[Any], Any] = _no_map
    act_limit: Callable[[Any], int | None] = lambda state: 1
    settled: Callable[[Any], Any] = lambda state: state
    passed: Callable[[Any, str], AdventureState] = lambda state, participant: state
    round_ended: Callable[[Any], AdventureState] = lambda state: state
    time_ran_out: Callable[[Any], AdventureState] = lambda state: state.ended("Time has run out.")

    @property
    def has_map(self) -> bool:
        """Whether there is a map to draw."""
        return self.hex_map is not _no_map

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

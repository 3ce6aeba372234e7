"""A family of combat rules: one object with which the site stores, plays and shows a fight.

The site calls the object and never checks its name. ``rules.families`` lists the families.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, Protocol

from rules.combat.answers import FacesRolled
from rules.combat.log import LOG_EVENTS, FightEvent, LogEvent, log_event_document, log_event_from
from rules.combat.resolution import Ask, Note, ResolvingState, pending
from rules.combat.state import FightSide
from rules.documents.reading import UNWRITABLE, Fields, fail
from rules.documents.records import declared_parts
from rules.errors import RulesError
from rules.replacing import replace
from rules.text import plain_texts

MAX_STEPS = 2_000
"""The most tasks that one event may start; more would mean that they never end."""
FightCapability = Literal[
    "table", "secrets", "alone", "creatures", "options", "forecast", "points", "campaign", "offers"
]
"""Features of only some families: the set-up of a ``table``, sealed ``secrets``, solo play (``alone``), ``creatures``
of the compendium, ``options`` of a creature on its turn, a ``forecast`` of an action, victory ``points`` with a report
of them, a link to a ``campaign``, ``offers`` as data.
"""


@dataclass(frozen=True, slots=True)
class FightEnding:
    """How a fight ended: a sentence, and the reason, or ""."""

    sentence: str
    reason: str = ""


class PlannedFight(Protocol):
    """The start of a fight, as the frame needs it."""

    @property
    def name(self) -> str:
        """The name of the fight."""

    @property
    def sides(self) -> Sequence[FightSide]:
        """The sides in seat order."""

    @property
    def people(self) -> tuple[str, ...]:
        """The keys of the sides that people play."""

    @property
    def by_id(self) -> Mapping[str, Any]:
        """The creatures at the start, by id."""

    def side(self, key: str) -> FightSide:
        """Return a side by its key."""


class FightFamily(ABC):
    """A family of combat rules.

    ``key`` is its word in documents and addresses, ``name`` is its name for players and ``about`` a sentence about it.
    ``capabilities`` are the optional features that it has. ``events`` are the possible events in its fights besides the
    ``common_events``; ``longest_text`` is the maximum length of a text in them.

    Its set-ups (each a ``PlannedFight``), states (each a ``ResolvingState``) and events are values of its own types.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]
    capabilities: ClassVar[frozenset[FightCapability]] = frozenset()
    common_events: ClassVar[tuple[type[FightEvent], ...]] = ()
    events: ClassVar[tuple[type[FightEvent], ...]] = ()
    longest_text: ClassVar[int] = 200

    @abstractmethod
    def setup_document(self, setup: Any) -> dict[str, Any]:
        """Return a fight's start as a document.

        Its ``sides`` are objects with ``key``, ``name`` and ``player``, in seat order.
        """

    @abstractmethod
    def setup_from(self, read: Fields) -> Any:
        """Read a fight's start; raise ``DocumentError`` with the path of the fault."""

    def as_stored(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a set-up that was stored, perhaps by an older version, as documents have it."""
        return document

    @cached_property
    def by_kind(self) -> Mapping[str, type[LogEvent]]:
        """The events by their word in documents."""
        return {event.kind: event for event in (*LOG_EVENTS, *self.common_events, *self.events)}

    @cached_property
    def sent_events(self) -> tuple[type[FightEvent], ...]:
        """The events that people and programs can send."""
        return tuple(event for event in (*self.common_events, *self.events) if event.is_sent)

    def event_document(self, event: LogEvent) -> dict[str, Any]:
        """Return an event as a document."""
        return log_event_document(event)

    def event_from(self, document: object, path: str = "") -> LogEvent:
        """Read an event; raise ``DocumentError`` with the path of the fault."""
        return log_event_from(document, self.by_kind, path)

    @abstractmethod
    def begin(self, setup: Any) -> Any:
        """Return the state before the first event."""

    def play(self, state: Any, event: LogEvent, side: str | None) -> Any:
        """Return the state after an event that a side caused (None: the game), all resolved that waits for nothing.

        Raises ``ChangeRefused``.
        """
        if not isinstance(event, FightEvent):
            raise RulesError(f"This entry does nothing in a {state.noun}.")
        return self.resolved(event.play(replace(state, notes=()), side))

    def resolved(self, state: Any) -> Any:
        """Return the state with every task resolved that waits for nothing."""
        for _ in range(MAX_STEPS):
            if not state.stack:
                following = self.resolve_all(state) if state.phase == "playing" else state
                if following is state:
                    return state
                state = following
                continue
            task = state.stack[-1]
            if task.is_dropped(state):
                state = state.popped()
            elif task.ask(state) is not None:
                return state
            else:
                state = self.after_task(state, task.resume(state.popped(), None))
        raise RulesError(f"One event of this {state.noun} sets more going than can be resolved.")

    def after_task(self, before: Any, state: Any) -> Any:
        """Return the state after what a task has changed is noticed; ``before`` is the state in which it continued."""
        return state

    def resolve_all(self, state: Any) -> Any:
        """Return the state after everything that is automatic once the stack is empty: the end of a round."""
        return state

    def pending(self, state: Any) -> Ask | None:
        """Return the open question, None if the stack is empty."""
        return pending(state)

    def rolled(self, faces: tuple[int, ...]) -> LogEvent:
        """Return the event with the faces of dice that the server rolled."""
        return FacesRolled(faces, False)

    def is_over(self, state: ResolvingState) -> bool:
        """Return True once the fight has ended."""
        return state.phase == "over"

    def begins(self, event: LogEvent) -> bool:
        """Return True for the event by which a fight begins."""
        return isinstance(event, FightEvent) and event.begins

    def passes(self, event: LogEvent) -> bool:
        """Return True for an event by which a side declines offers; after a while, others may send it for that side."""
        return isinstance(event, FightEvent) and event.passes

    @abstractmethod
    def ending(self, state: Any) -> FightEnding | None:
        """Return how a fight ended, None while it continues."""

    @abstractmethod
    def standing(self, state: Any) -> tuple[str, ...]:
        """Return the condition of each creature, a line each."""

    @abstractmethod
    def creature_documents(self, state: Any, *, sees_hidden: bool = True) -> list[dict[str, Any]]:
        """Return the creatures of a fight as they began: ``id``, ``name``, ``side``, and the family's additions.

        Without ``sees_hidden``, hidden values are omitted.
        """

    @abstractmethod
    def state_document(self, state: Any, *, sees_hidden: bool = True) -> dict[str, Any]:
        """Return a state as a document, with ``phase`` and ``round``; without ``sees_hidden``, hidden values are
        omitted.
        """

    def whose(self, state: Any, event: LogEvent) -> str | None:
        """Return the only side that may send an event, None if every side may."""
        return event.doer(state) if isinstance(event, FightEvent) else None

    def arbiters(self, setup: Any) -> tuple[str, ...]:
        """Return the sides that can send anything and undo anyone's last step: those of a game master."""
        return ()

    def hidden_sides(self, setup: Any) -> tuple[str, ...]:
        """Return the sides whose creatures' remaining hit points only their players know."""
        return ()

    def shown_event(self, setup: Any, document: dict[str, Any]) -> dict[str, Any]:
        """Return the document of an event without what is hidden from people who do not play the hidden sides."""
        return document

    def shown_ask(self, state: Any, ask: Ask) -> Ask:
        """Return the open question without what is hidden from people who do not play the hidden sides."""
        return ask

    def private_cards(self, setup: Any) -> tuple[str, ...]:
        """Return the names of creatures that only their owners may see."""
        return ()

    def with_notes(self, state: Any, notes: tuple[Note, ...]) -> Any:
        """Return a state with different notes."""
        return replace(state, notes=notes)

    def commands(self, state: Any, creature: str) -> Iterator[LogEvent]:
        """Yield the complete commands that are legal now for a creature; none in families that do not list them."""
        return iter(())

    def following(self, state: Any) -> LogEvent | None:
        """Return the next automatic event of the game, None if it waits for people."""
        return None


MAX_NUMBER = 9_999
EVENT_PATH = "event"
_SHEET = f"{EVENT_PATH}.sheet."
"""The place of a joining combatant's notes, which may have several lines."""


def sent_event(family: FightFamily, document: Mapping[str, Any]) -> LogEvent:
    """Return the event of a document that somebody sends; raise ``DocumentError`` for one that only the site records.

    Undo and redo are not such events: permissions for them are checked where they are recorded.
    """
    kinds = {event.kind: event for event in family.sent_events}
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        fail("document.value", f"{EVENT_PATH}.kind", f"Expected one of {', '.join(sorted(kinds))}.")
    filled = dict(kinds[kind].filled_in)
    if any(name in document for name in filled):
        fail("document.unknown", EVENT_PATH, "This event has a part that only the site fills in.")
    bounded = {part.name for part in declared_parts(kinds[kind]).values() if part.shape.has_own_bounds}
    apart = {name: document[name] for name in document if name in bounded}
    rest = {name: value for name, value in document.items() if name not in bounded}
    for path, value in _values(rest, EVENT_PATH):
        lines = value.replace("\n", "") if path.startswith(_SHEET) and isinstance(value, str) else value
        if isinstance(lines, str) and (len(lines) > family.longest_text or UNWRITABLE.search(lines)):
            fail("document.value", path, f"Expected a line of at most {family.longest_text} characters.")
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            fail("document.range", path, f"Expected at most {MAX_NUMBER:,}.")
    return family.event_from({**plain_texts(rest), **apart, **filled}, EVENT_PATH)


def _values(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield every text and number of a document with its path."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _values(item, f"{path}.{name}")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _values(item, f"{path}[{place}]")
    else:
        yield path, value

"""What a kind of adventure is: one object that tells its facts, what its events and checks do, and what is hidden.

The frame asks the object and never its name. docs/adventures-inside.md shows how one is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.checks import CheckAction
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents import Fields, fail
from rules.documents.shapes import Shape
from rules.errors import DocumentError, RulesError


@dataclass(frozen=True, slots=True)
class ReadyPart:
    """Something that comes with Muster and may be added to a list of the facts: an obstacle of a chase.

    ``path`` is the name of the list, ``group`` the heading under which it is offered, ``document`` what is added.
    """

    path: str
    key: str
    name: str
    group: str
    about: str
    document: Mapping[str, Any]


class AdventureKind(ABC):
    """A kind of adventure.

    ``key`` is its word in documents, ``about`` a sentence on what it is for, ``round_name`` what a round is called,
    ``facts_shape`` how documents write its facts; ``actions`` are those that roll checks, ``events`` the classes of
    events of its own, which name the key in ``of``. A kind that ``has_own_turns`` ends rounds itself, and no one passes
    a turn of the frame.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str] = ""
    round_name: ClassVar[str] = "round"
    facts_shape: ClassVar[Shape]
    actions: ClassVar[tuple[CheckAction, ...]] = ()
    events: ClassVar[tuple[type[Any], ...]] = ()
    has_own_turns: ClassVar[bool] = False

    @abstractmethod
    def check_facts(self, facts: Any) -> None:
        """Raise ``RulesError`` for facts that do not fit together, ``DocumentError`` where a path tells which."""

    @abstractmethod
    def begin(self, facts: Any) -> Any:
        """Return the kind's own value before the first event."""

    @abstractmethod
    def player_facts(self, state: AdventureState) -> Any:
        """Return the facts, of the same type, without what players may not know in this state."""

    @abstractmethod
    def player_own(self, state: AdventureState) -> Any:
        """Return the kind's own value, of the same type, without what players may not know."""

    @abstractmethod
    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return the kind's own value as an object of JSON; of a player's view, what players may see."""

    @abstractmethod
    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return sentences for the chronicle that say where things stand; of a player's view, without secrets."""

    def act_limit(self, state: AdventureState) -> int | None:
        """Return how often each participant acts in a round, None without a limit."""
        return 1

    def advice(self, facts: Any) -> tuple[str, ...]:
        """Return what a game master may want to mend in these facts before play, as sentences."""
        return ()

    def ready_parts(self) -> tuple[ReadyPart, ...]:
        """Return what comes with Muster and may be added to the facts while an adventure is prepared."""
        return ()

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return all facts that are hidden until they are found out or shown: each key with its text."""
        return {}

    def facts_to_show(self, state: AdventureState) -> Mapping[str, str]:
        """Return what the organizer is offered to show players; all that is hidden, unless that is too much."""
        hidden = state.hidden
        return {key: text or key for key, text in self.hidden_facts(state).items() if key in hidden}

    def tracks(self, state: AdventureState) -> tuple[AdventureTrack, ...]:
        """Return what is drawn as tracks of points."""
        return ()

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return the facts in the form of printed stat blocks, where there is one; of a view, what players know."""
        return ()

    def settled(self, state: AdventureState) -> AdventureState:
        """Return the state after what follows by itself from an event: thresholds that are reached, an end."""
        return state

    def passed(self, state: AdventureState, participant: str) -> AdventureState:
        """Return the state after a participant has let its turn pass."""
        return state

    def round_ended(self, state: AdventureState) -> AdventureState:
        """Return the state after what the end of a round brings; ``state.round`` is still the round that ends."""
        return state

    def time_ran_out(self, state: AdventureState) -> AdventureState:
        """Return the state after the last round; most kinds end."""
        return state.ended("Time has run out.")

    def read_facts(self, read: Fields, name: str) -> Any:
        """Read facts from a field and check them; raise ``DocumentError`` with the path of what is wrong."""
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

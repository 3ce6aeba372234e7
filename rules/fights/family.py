"""A family of combat rules: one object by which the site keeps, plays and shows a fight.

The site asks the object and never its name. ``rules.families`` lists the families.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from rules.documents import Fields
from rules.fights.asks import Ask
from rules.fights.log import LogEvent
from rules.fights.notes import Note
from rules.fights.sides import FightSide


class PlannedFight(Protocol):
    """What a fight begins with, as the frame needs it."""

    @property
    def name(self) -> str:
        """What the fight is called."""

    @property
    def sides(self) -> Sequence[FightSide]:
        """The sides in seat order."""

    @property
    def people(self) -> tuple[str, ...]:
        """The keys of the sides that people play."""

    def side(self, key: str) -> FightSide:
        """Return a side by its key."""


class PlayedFight(Protocol):
    """A fight at one point of its log, as the frame needs it."""

    @property
    def round(self) -> int:
        """The number of the round, 0 before the first."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the last event brought about."""

    def name(self, creature: str) -> str:
        """Return what a creature is called."""


class FightFamily(ABC):
    """A family of combat rules.

    ``key`` is its word in documents and addresses, ``name`` what players call it and ``about`` a sentence on it. Its
    set-ups, states and events are values of its own types.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]

    @abstractmethod
    def setup_document(self, setup: Any) -> dict[str, Any]:
        """Return what a fight begins with as a document."""

    @abstractmethod
    def setup_from(self, read: Fields) -> Any:
        """Read what a fight begins with; raise ``DocumentError`` with the path of what is wrong."""

    @abstractmethod
    def event_document(self, event: LogEvent) -> dict[str, Any]:
        """Return an event as a document."""

    @abstractmethod
    def event_from(self, document: object, path: str = "") -> LogEvent:
        """Read an event; raise ``DocumentError`` with the path of what is wrong."""

    @abstractmethod
    def begin(self, setup: Any) -> Any:
        """Return the state before the first event."""

    @abstractmethod
    def play(self, state: Any, event: LogEvent, side: str | None) -> Any:
        """Return the state after an event that a side caused (None: the game). Raises ``ChangeRefused``."""

    @abstractmethod
    def pending(self, state: Any) -> Ask | None:
        """Return what the fight waits for, None while nothing is being resolved."""

    @abstractmethod
    def rolled(self, faces: tuple[int, ...]) -> LogEvent:
        """Return the event that tells the faces of dice that the server rolled."""

    @abstractmethod
    def is_over(self, state: Any) -> bool:
        """Return True once the fight has ended."""

    @abstractmethod
    def state_document(self, state: Any) -> dict[str, Any]:
        """Return a state as a document."""

    @abstractmethod
    def whose(self, state: Any, event: LogEvent) -> str | None:
        """Return the side that alone may bring an event about, None where every side may."""

    def arbiters(self, setup: Any) -> tuple[str, ...]:
        """Return the sides that take back anyone's last step: those of a game master."""
        return ()

    def following(self, state: Any) -> LogEvent | None:
        """Return the event that the game itself brings about next, None where it waits for people."""
        return None

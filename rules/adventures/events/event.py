"""What happened in an adventure, as a value that plays itself. In documents: ``{"kind": "turn-passed", ...}``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from rules.combat.log import LOG_EVENTS, LogEvent, log_event_document, log_event_from

PartOffer = Callable[[Any], Mapping[str, str]]
"""The choices of a state for a part: each word with its name."""


def part_offers(**parts: PartOffer) -> Mapping[str, PartOffer]:
    """Return the choices for parts of an event, by the part's name."""
    return MappingProxyType(parts)


class AdventureEvent(LogEvent):
    """One thing that happened.

    Only the organizer can send one that is ``by_organizer``; one that is ``after_end`` may come when the adventure is
    over. The site makes one that is ``by_site`` from a request, and never reads it from a form. One that is ``drawn``
    has its button in the drawing of its kind, and no form elsewhere. ``button`` is its name on pages, by default
    derived from ``kind``.

    ``offers`` are the choices for parts that are not typed. Forms omit parts that are ``implied`` if there is only one
    choice.
    """

    by_kind: ClassVar[dict[str, type[LogEvent]]] = {kind.kind: kind for kind in LOG_EVENTS}
    by_organizer: ClassVar[bool] = False
    after_end: ClassVar[bool] = False
    by_site: ClassVar[bool] = False
    drawn: ClassVar[bool] = False
    button: ClassVar[str] = ""
    implied: ClassVar[tuple[str, ...]] = ()
    offers: ClassVar[Mapping[str, PartOffer]] = part_offers()

    @abstractmethod
    def play(self, state: Any, side: str | None) -> Any:
        """Return the state after the event, caused by a side. Raises ``ChangeRefused`` if it is not allowed now."""

    @classmethod
    def options(cls, state: Any) -> Mapping[str, Mapping[str, str]]:
        """Return the choices for parts that are not typed: by the part's name, each word with its name.

        In a player's view, only what players know. An event with a part without choices is not offered.
        """
        return {part: choices(state) for part, choices in cls.offers.items()}

    def player_document(self, state: Any) -> dict[str, Any] | None:
        """Return what players see of the event, None for nothing; ``state`` is the one after it.

        The organizer's own events stay hidden unless the event says otherwise.
        """
        return None if self.by_organizer else log_event_document(self)


class AnnouncedEvent(AdventureEvent, by_organizer=True):
    """An event of the organizer that everyone sees."""

    def player_document(self, state: Any) -> dict[str, Any] | None:
        return log_event_document(self)


def adventure_event_from_document(document: object, path: str = "") -> LogEvent:
    """Read an event; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return log_event_from(document, AdventureEvent.by_kind, path)

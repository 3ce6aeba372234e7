"""What happened in a battle, as a value that plays itself: commands of players, answers to what the battle asks.

In documents an event is an object with ``kind`` and its parts: ``{"kind": "activated", "creatures": ["a.m1"]}``.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from rules.combat.log import LOG_EVENTS, LogEvent
from rules.combat.log_documents import log_event_from
from rules.p2v_combat.state import BattleState


@dataclass(frozen=True, slots=True)
class BattleEvent(LogEvent):
    """One thing that happened. Every class that has a ``kind`` is found by it."""

    by_kind: ClassVar[dict[str, type[LogEvent]]] = {kind.kind: kind for kind in LOG_EVENTS}

    def __init_subclass__(cls) -> None:
        if "kind" in cls.__dict__:
            # A dataclass with slots is made twice; the second one counts.
            BattleEvent.by_kind[cls.kind] = cls

    @abstractmethod
    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Return the state after the event, caused by a side (None: the game), before anything is resolved.

        Raises ``ChangeRefused`` with a sentence for what may not be done now.
        """


def battle_event_from_document(document: object, path: str = "") -> LogEvent:
    """Read an event; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return log_event_from(document, BattleEvent.by_kind, path)

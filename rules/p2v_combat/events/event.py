"""What happened in a battle, as a value that plays itself: commands of players, answers to what the battle asks.

In documents an event is an object with ``kind`` and its parts: ``{"kind": "activated", "creatures": ["a.m1"]}``.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from rules.combat.event import FightEvent
from rules.p2v_combat.action_points import controller
from rules.p2v_combat.state import BattleState


@dataclass(frozen=True, slots=True)
class BattleEvent(FightEvent):
    """One thing that happened; where it names a ``creature``, its side brings it about."""

    @abstractmethod
    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Return the state after the event, caused by a side (None: the game), before anything is resolved.

        Raises ``ChangeRefused`` with a sentence for what may not be done now.
        """

    def doer(self, state: BattleState) -> str | None:
        """Return the side that alone may bring it about, None where every side may."""
        creature: str | None = getattr(self, "creature", None)
        return controller(state, creature) if creature else None


@dataclass(frozen=True, slots=True)
class EventByHand(BattleEvent):
    """Something by which any side may mend any creature."""

    def doer(self, state: BattleState) -> str | None:
        """Return None: every side may."""
        return None

"""Looting bodies, and picking up and dropping loads."""

from __future__ import annotations

from dataclasses import dataclass

from rules.documents.records import LaterFlag
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import pay_to_interact
from rules.p2v_combat.bodies import LOAD_STATUSES, bodies, drop, lift, loads_of, take_item, weight_of_body
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.state import BattleState

MAX_LOAD_NAME = 80


@dataclass(frozen=True, slots=True)
class BodyLooted(BattleEvent):
    """A creature on or next to a body takes one item from it.

    ``unused`` leaves out what is used up; logs from before that did not.
    """

    kind = "body-looted"
    filled_in = (("unused", True),)

    creature: str
    body: str
    item: str
    unused: LaterFlag = True

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for it and hand the item over."""
        if self.body not in bodies(state):
            raise ChangeRefused("No such body lies on the board.")
        return take_item(pay_to_interact(state, self.creature), self.creature, self.body, self.item, unused=self.unused)


@dataclass(frozen=True, slots=True)
class BodyLifted(BattleEvent):
    """A creature on or next to a body begins to carry it: a heavy load of its own size, a light one if smaller."""

    kind = "body-lifted"

    creature: str
    body: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for it and carry the body."""
        if self.body not in bodies(state):
            raise ChangeRefused("No such body lies on the board.")
        state = pay_to_interact(state, self.creature)
        weight = weight_of_body(state, self.creature, self.body)
        return lift(state, self.creature, weight, f"the body of {state.name(self.body)}", self.body)


@dataclass(frozen=True, slots=True)
class LoadLifted(BattleEvent):
    """A creature picks up a load that lies next to it; the scenario says what it is and how heavy."""

    kind = "load-lifted"

    creature: str
    load: str
    weight: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for it and carry the load."""
        if self.weight not in LOAD_STATUSES:
            raise ChangeRefused("A load is a light load or a heavy load.")
        if not self.load.strip() or len(self.load) > MAX_LOAD_NAME:
            raise ChangeRefused("Say in a few words what the load is.")
        if any(held.source == self.load for combatant in state.combatants for held in loads_of(state, combatant)):
            raise ChangeRefused("A creature carries that already.")
        return lift(pay_to_interact(state, self.creature), self.creature, self.weight, self.load)


@dataclass(frozen=True, slots=True)
class LoadDropped(BattleEvent):
    """A creature drops a load on its turn, as a free action."""

    kind = "load-dropped"

    creature: str
    load: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Drop it."""
        acting = state.acting(self.creature)
        if state.stack or acting is None or acting.has_ended:
            raise ChangeRefused("A creature drops a load on its own turn, when nothing is being resolved.")
        return drop(state, self.creature, self.load)

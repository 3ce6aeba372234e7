"""The base of what a combatant does in its own turn, and what main actions and maneuvers cost."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from rules.combat.checks import require_nothing_asked
from rules.combat.event import FightEvent
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicCombatant, acting_combatant, combatant_there, played_by
from rules.heroic.sheets import MAIN


@dataclass(frozen=True, slots=True)
class HeroicAct(FightEvent):
    """Something that a combatant does in its turn, sent by its player."""

    combatant: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Do it. Raises ``ChangeRefused`` out of turn."""
        return self.act(state, acting_combatant(state, self.combatant))

    @abstractmethod
    def act(self, state: FightState, one: HeroicCombatant) -> FightState:
        """Return the state once a combatant whose turn it is has done it."""

    def doer(self, state: FightState) -> str | None:
        """Return who plays the combatant."""
        return played_by(state, self.combatant)


@dataclass(frozen=True, slots=True)
class HeroicTableEvent(FightEvent):
    """Something that the table enters about a combatant at any time, in and out of its turn."""

    combatant: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """Enter it. Raises ``ChangeRefused`` while the fight waits for an answer, or for a combatant that is out."""
        require_nothing_asked(state)
        return self.enter(state, combatant_there(state, self.combatant))

    @abstractmethod
    def enter(self, state: FightState, one: HeroicCombatant) -> FightState:
        """Return the state once it was entered."""


@dataclass(frozen=True, slots=True)
class HeroicReaction(HeroicTableEvent):
    """Something that a combatant does out of its turn, sent by its player."""

    def doer(self, state: FightState) -> str | None:
        """Return who plays the combatant."""
        return played_by(state, self.combatant)


def main_spent(state: FightState, combatant: HeroicCombatant) -> FightState:
    """Return the state with the main action of a turn spent; raise ``ChangeRefused`` where it was spent before."""
    if combatant.main_used:
        raise ChangeRefused(f"{state.name(combatant.id)} has used its main action.")
    return state.change(combatant.id, main_used=True)


def maneuver_spent(state: FightState, combatant: HeroicCombatant) -> FightState:
    """Return the state with the maneuver of a turn spent; raise ``ChangeRefused`` where it was spent before."""
    if combatant.maneuver_used:
        raise ChangeRefused(f"{state.name(combatant.id)} has used its maneuver.")
    return state.change(combatant.id, maneuver_used=True)


def action_spent(state: FightState, combatant: HeroicCombatant, kind: str) -> FightState:
    """Return the state with a main action or a maneuver spent."""
    return main_spent(state, combatant) if kind == MAIN else maneuver_spent(state, combatant)


def other_there(state: FightState, combatant: HeroicCombatant, target: str) -> HeroicCombatant:
    """Return another combatant that is not out; raise ``ChangeRefused`` for itself."""
    if target == combatant.id:
        raise ChangeRefused("Choose another creature.")
    return combatant_there(state, target)

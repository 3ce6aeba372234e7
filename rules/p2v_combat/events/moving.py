"""What movement brings, as the players report it: hazards entered, falls, and checks that the ground asks for."""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import FLIGHT, gain_condition, mode_now
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.falling import DEEPEST_FALL, fallen
from rules.p2v_combat.tasks.rolls import D20Task
from rules.p2v_combat.tasks.skills import CheckEnd, skill_test
from rules.tables import skills
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.tables.terrain import HAZARD_DAMAGE

ENCUMBERING = "encumbering"
HIGHEST_POWER = 60


def _refuse_unknown(state: BattleState, creature: str) -> None:
    if creature not in state.combatants or not state.combatants[creature].is_in_play:
        raise ChangeRefused("Choose a creature that is in play.")
    if state.phase != "playing":
        raise ChangeRefused("The battle is not being played.")


@dataclass(frozen=True, slots=True)
class HazardEntered(BattleEvent):
    """A creature has entered terrain that hurts or encumbers: a type of damage, or ``encumbering``."""

    kind = "hazard-entered"

    creature: str
    hazard: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Deal the damage, or encumber it."""
        _refuse_unknown(state, self.creature)
        if self.hazard == ENCUMBERING:
            return gain_condition(state, self.creature, "encumbered", source="Encumbering terrain")
        if self.hazard not in DAMAGE_TYPES:
            raise ChangeRefused("A hazard deals one of the types of damage.")
        # Once for each entry from outside: ruling 162.
        blow = Blow(amount=HAZARD_DAMAGE, types=(self.hazard,), source="Hazardous terrain")
        return state.pushed(DamageTask(self.creature, blow))


@dataclass(frozen=True, slots=True)
class Fallen(BattleEvent):
    """A creature has fallen so many squares."""

    kind = "fallen"

    creature: str
    squares: int

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Let it fall, unless it flies."""
        _refuse_unknown(state, self.creature)
        if not 1 <= self.squares <= DEEPEST_FALL:
            raise ChangeRefused("Say how many squares it fell.")
        # Creatures with Flight do not fall. "Falling".
        if mode_now(state, self.creature) == FLIGHT:
            raise ChangeRefused(f"{state.name(self.creature)} has Flight now and does not fall.")
        return fallen(state, self.creature, self.squares)


@dataclass(frozen=True, slots=True)
class SkillTried(BattleEvent):
    """A creature makes a skill check that the board asks for, such as Acrobatics on a narrow ledge."""

    kind = "skill-tried"

    creature: str
    skill: str
    power: int

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Ask for the d20."""
        _refuse_unknown(state, self.creature)
        if self.skill not in skills.BY_NAME or not 1 <= self.power <= HIGHEST_POWER:
            raise ChangeRefused("Choose a skill, and the Power of the check.")
        power = BattleNumber("Power", (NamedModifier("this check", self.power),))
        test = skill_test(state, self.creature, self.skill, f"{self.skill} check", power)
        return state.pushed(D20Task(test=test, then=CheckEnd(self.creature, self.skill)))

"""A skill check of a creature, and what it brings: an objective claimed or not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rules.battle.frame.asks import Ask
from rules.battle.scoring.objectives import CLAIMED, REMOVED, special_objective
from rules.battle.state import BattleState, HeldCondition
from rules.battle.tasks.damage import Blow, DamageTask
from rules.battle.tasks.task import Faces, Ruling, Task, TaskAnswer, roll_ask
from rules.errors import ChangeRefused
from rules.tables.damage import with_persistent
from rules.tables.dying import healed
from rules.tables.rolls import Degree, skill_result
from rules.tables.special_objectives import table_explodes

ALTAR_HEALS = 10
CHEST_POISON = 5
EXPLOSION = 20


@dataclass(frozen=True, slots=True)
class ClaimCheck(Task):
    """A creature rolls to claim an objective: the skill, what it adds to the die, and the Power."""

    creature: str
    objective: str
    name: str
    skill: str
    modifier: int
    power: int
    why: tuple[str, ...] = ()

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d20."""
        degrees = Counter(skill_result(face, self.modifier, self.power) for face in range(1, 21))
        succeed = degrees[Degree.SUCCESS] + degrees[Degree.CRITICAL_SUCCESS]
        return roll_ask(
            state,
            self.creature,
            "check",
            f"{self.skill} check for {self.name}",
            need=min(max(self.power - self.modifier, 1), 21),
            chances=(("claimed", succeed), ("not claimed", 20 - succeed)),
        )

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Claim the objective, or tell what the failure brings."""
        why: tuple[str, ...]
        if isinstance(answer, Ruling):
            succeeds, why = answer.outcome == "success", (answer.reason,)
        elif isinstance(answer, Faces):
            (face,) = answer.faces
            state = state.counted_roll(self.creature, "check")
            degree = skill_result(face, self.modifier, self.power)
            succeeds = degree in (Degree.SUCCESS, Degree.CRITICAL_SUCCESS)
            why = (f"{face} {self.modifier:+d} = {face + self.modifier} against Power {self.power}", *self.why)
        else:
            raise ChangeRefused("A skill check is a d20.")
        if succeeds:
            return self._claimed(state.note(self.creature, f"Claims {self.name}.", *why))
        return self._failed(state.note(self.creature, f"Does not claim {self.name}.", *why))

    def _claimed(self, state: BattleState) -> BattleState:
        state = state.with_deed(CLAIMED, self.creature, self.objective)
        special = special_objective(self.objective)
        if special is None:
            return state
        if special.removed:
            state = state.with_deed(REMOVED, self.creature, self.objective)
        if self.objective == "altar":
            # The creature itself takes the healing; another one within 4 gets it by hand.
            one = state.combatants[self.creature]
            state = state.change(self.creature, hp=healed(one.hp, ALTAR_HEALS, one.max_hp))
        return state.note(self.creature, special.success, special.name)

    def _failed(self, state: BattleState) -> BattleState:
        special = special_objective(self.objective)
        if special is None or not special.failure:
            return state
        one = state.combatants[self.creature]
        state = state.note(self.creature, special.failure, special.name)
        match self.objective:
            case "trapped-treasure-chest":
                poison = with_persistent(dict(one.persistent), "poison", CHEST_POISON)
                held = (*one.conditions, HeldCondition("sickened", source=special.name, gained="during the turn"))
                return state.change(self.creature, persistent=tuple(sorted(poison.items())), conditions=held)
            case "web-wrapped-victim":
                held = (*one.conditions, HeldCondition("encumbered", source=special.name, gained="during the turn"))
                return state.change(self.creature, conditions=held)
            case "invalid":
                return state.with_deed(REMOVED, self.creature, self.objective)
            case "alchemists-table":
                return state.pushed(TableMayExplode(self.creature, self.objective))
        return state


@dataclass(frozen=True, slots=True)
class TableMayExplode(Task):
    """After a failed check a d6 tells whether the Alchemist's Table blows up."""

    creature: str
    objective: str

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d6."""
        return roll_ask(state, self.creature, "explosion", "Alchemist's Table", sides=6, need=2)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Remove the table on a 1; whoever stands near makes a Reflex save for half, by hand."""
        if not isinstance(answer, Faces):
            raise ChangeRefused("The Alchemist's Table rolls a d6.")
        state = state.counted_roll(self.creature, "explosion")
        if not table_explodes(answer.faces[0]):
            return state.note(self.creature, "The table holds.")
        state = state.with_deed(REMOVED, self.creature, self.objective)
        state = state.note(None, "The table explodes: everyone within 2 squares is hit.", "Alchemist's Table")
        blow = Blow(amount=EXPLOSION, types=("fire",), from_area=True, source="Alchemist's Table")
        return state.pushed(DamageTask(self.creature, blow))

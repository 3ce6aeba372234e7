"""The recovery check of a dying creature, and what elimination brings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.battle.frame.asks import Ask
from rules.battle.state import BattleState
from rules.battle.tasks.task import Faces, Task, TaskAnswer, roll_ask
from rules.errors import ChangeRefused
from rules.tables.dying import ELIMINATED_ON, recovery_check_survives

TOUGHNESS = "feat-toughness"
PURPOSE = "recovery"


@dataclass(frozen=True, slots=True)
class RecoveryTask(Task):
    """A dying creature checks for recovery: on a low d6 it is eliminated."""

    creature: str

    def _bonus(self, state: BattleState) -> int:
        return int(any(feature.id == TOUGHNESS for feature in state.fielded(self.creature).features))

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d6, unless the creature is safe already."""
        one = state.combatants[self.creature]
        if not one.is_dying or one.spared:
            return None
        need = max(ELIMINATED_ON) + 1 - self._bonus(state)
        return roll_ask(
            state, self.creature, PURPOSE, f"Recovery check of {state.name(self.creature)}", sides=6, need=need
        )

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Keep the creature, or eliminate it."""
        one = state.combatants[self.creature]
        if not one.is_dying:
            return state
        if one.spared:
            return state.note(self.creature, "Passes its recovery check.", "Hero point")
        if not isinstance(answer, Faces):
            raise ChangeRefused("The recovery check is a d6.")
        (face,) = answer.faces
        state = state.counted_roll(self.creature, PURPOSE)
        if recovery_check_survives(face, bonus=self._bonus(state)):
            return state.note(self.creature, f"Rolls {face}: {state.name(self.creature)} is still dying.", "Dying")
        return eliminate(state.note(self.creature, f"Rolls {face}.", "Dying"), self.creature)


def eliminate(state: BattleState, creature: str, by: str | None = None) -> BattleState:
    """Return the state with a creature out of play; what it was to others ends with it."""
    state = state.change(creature, presence="eliminated", conditions=(), statuses=(), boosts=(), persistent=())
    state = state.with_deed("eliminated", by, creature)
    state = state.with_acting(creature, ap=0, has_ended=True)
    others = {one.id: replace(one, commander=None) for one in state.combatants.values() if one.commander == creature}
    state = replace(state, combatants={**state.combatants, **others})
    return state.note(creature, f"{state.name(creature)} is eliminated.")

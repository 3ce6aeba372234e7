"""Passive features that the battle plays at their moment, and what bursts: the players say who stands within it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import OptionChosen
from rules.combat.asks import ChoiceAsk, Option
from rules.effects.values import PassiveMomentKind
from rules.p2v_combat.announcements import passives
from rules.p2v_combat.fitting import is_for
from rules.p2v_combat.passives import Passive
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import use_of_feature
from rules.p2v_combat.tasks.effects import EffectTask, TargetTask
from rules.p2v_combat.tasks.task import Task, TaskAnswer, choosing_side
from rules.p2v_combat.uses import ActionUse
from rules.text import counted


def passive_tasks(state: BattleState, creature: str, at: PassiveMomentKind) -> tuple[Task, ...]:
    """Return what the passives of a creature do at a moment, as far as the battle plays them."""
    return tuple(
        _task(creature, passive)
        for passive in passives(state, creature)
        if passive.comes_at(at) and passive.is_played_at(at)
    )


def act_to_come(state: BattleState, creature: str, key: str) -> Task | None:
    """Return what a creature's passive does once what set it off is over; None for what is left to the players."""
    if not state.combatants[creature].is_in_play:
        return last_act(state, creature, key)
    passive = next((passive for passive in passives(state, creature) if passive.key == key), None)
    return _task(creature, passive) if passive is not None and state.combatants[creature].is_up else None


def _task(creature: str, passive: Passive) -> Task:
    effect = replace(passive.effect, trigger=None, precondition=None)
    use = ActionUse(user=creature, action="", name=passive.name, effect=effect, is_reaction=True, asks_holds=True)
    return EffectTask(use=use, aims=(AimedTarget(creature),))


NO_ONE_ELSE = "no one else"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlastTask(Task):
    """An effect that reaches everyone within some squares of a creature or thing.

    Only the players see who that is: their ``side`` names them one by one. ``reached`` are those it reaches so far.
    """

    use: ActionUse
    side: str
    middle: str
    squares: int
    reached: tuple[str, ...] = ()

    def _others(self, state: BattleState) -> tuple[str, ...]:
        return tuple(
            combatant.id
            for combatant in state.combatants.values()
            if combatant.id not in self.reached and is_for(state, self.use.user, combatant.id, self.use.effect.targets)
        )

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        """Wait for the next creature within it."""
        others = self._others(state)
        if not others:
            return None
        options = (*(Option(other, state.name(other)) for other in others), Option(NO_ONE_ELSE, "No one else"))
        reason = f"{self.use.name}: who is within {counted(self.squares, 'square')} of {self.middle}?"
        return ChoiceAsk(self.side, reason, options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Add the creature, or hit everyone who was named."""
        if isinstance(answer, OptionChosen) and answer.option != NO_ONE_ELSE:
            return state.pushed(replace(self, reached=(*self.reached, answer.option)))
        hit = (TargetTask(use=self.use, aim=AimedTarget(one), met=self.reached) for one in self.reached)
        return state.pushed(*hit)


def last_act(state: BattleState, creature: str, feature: str) -> BlastTask | None:
    """Return what a creature does to those around it as it is eliminated; None for what is left to the players."""
    found = next((one for one in state.fielded(creature).features if one.id == feature), None)
    if found is None or found.range is None or found.range.squares is None:
        return None
    # Cards without moments are those of older battles, whose logs answer no question about anything but damage.
    if not found.damage and not (found.moments and (found.gives or found.heal)):
        return None
    return BlastTask(
        use=replace(use_of_feature(creature, found), asks_holds=True),
        side=choosing_side(state, creature),
        middle=state.name(creature),
        squares=found.range.squares,
    )

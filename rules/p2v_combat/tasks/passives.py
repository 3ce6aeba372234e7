"""Passive features that the battle plays at their moment, because their fields say everything."""

from __future__ import annotations

from dataclasses import replace

from rules.effects.values import PassiveMomentKind
from rules.p2v_combat.announcements import passives
from rules.p2v_combat.passives import Passive
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.blasts import last_act
from rules.p2v_combat.tasks.effects import EffectTask
from rules.p2v_combat.tasks.task import Task
from rules.p2v_combat.uses import ActionUse


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
    passive = next((one for one in passives(state, creature) if one.key == key), None)
    return _task(creature, passive) if passive is not None and state.combatants[creature].is_up else None


def _task(creature: str, passive: Passive) -> Task:
    effect = replace(passive.effect, trigger=None, precondition=None)
    use = ActionUse(user=creature, action="", name=passive.name, effect=effect, is_reaction=True, asks_holds=True)
    return EffectTask(use=use, aims=(AimedTarget(creature),))

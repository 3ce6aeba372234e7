"""The actions among which a creature chooses for a step of an activity, without those that a ban forbids."""

from rules.combat.resolution import Option
from rules.effects.model import Effect
from rules.effects.values import EffectStep, Target
from rules.p2v_combat.bans import why_banned
from rules.p2v_combat.positions import why_not_reached
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, options_of_step
from rules.p2v_combat.targeting import is_for


def step_options(state: BattleState, creature: str, step: EffectStep) -> tuple[Option, ...]:
    """Return the actions from which a step lets its creature choose, without those that a ban forbids."""
    options = options_of_step(state, creature, step)
    options = tuple(option for option in options if not _option_ban(state, creature, option))
    in_order = step.action == "use" and step.by_target and stands(state, creature)
    able = [option for option in options if _reaches_any(state, creature, option)] if in_order else []
    return tuple(able[:1]) or options


def _reaches_any(state: BattleState, creature: str, option: Option) -> bool:
    """Return True if a board shows an enemy that an action reaches, or if it is a movement."""
    action = find_action(state, creature, option.key)
    effect = action.ways[0].effect if action else Effect()
    enemies = [other for other in state.combatants if is_for(state, creature, other, Target(who="enemy"))]
    return bool(effect.steps) or any(
        is_for(state, creature, other, effect.targets) and not why_not_reached(state, creature, other, effect)
        for other in enemies
    )


def steps_ban(state: BattleState, creature: str, effect: Effect) -> str:
    """Return why a creature can take no step of an activity, if bans forbid all of them; empty if one is left."""
    why = ""
    for step in effect.steps if state.combatants[creature].conditions else ():
        options = () if step.by_target or step.action == "enemy action" else options_of_step(state, creature, step)
        refusals = [_option_ban(state, creature, option) for option in options]
        if not all(refusals) or not refusals:
            return ""
        why = refusals[0]
    return why


def _option_ban(state: BattleState, creature: str, option: Option) -> str:
    may_be_banned = state.has_limits and state.combatants[creature].conditions
    action = find_action(state, creature, option.key) if may_be_banned else None
    refusals = (
        [why_banned(state, creature, way.effect, action.name, is_spell=action.kind == "spell") for way in action.ways]
        if action
        else []
    )
    return refusals[0] if refusals and all(refusals) else ""

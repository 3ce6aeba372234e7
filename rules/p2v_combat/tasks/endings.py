"""What ends early: effects that end as a creature attacks or is attacked, and the damage that then comes."""

from rules.p2v_combat.conditions import end_early
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.task import Task


def begin_attack(state: BattleState, attacker: str, target: str) -> tuple[BattleState, tuple[Task, ...]]:
    """Return the state without what ends as one creature attacks another, and the damage that waited for that."""
    combatants = state.combatants
    if combatants[attacker].is_bare and combatants[target].is_bare:
        return state, ()
    waiting = [
        DamageTask(attacker, Blow(amount=damage.amount, types=damage.types, by=effect.by, source=effect.source))
        for effect in combatants[attacker].active_effects
        if "attacks" in effect.ends_when or ("attacks user" in effect.ends_when and effect.by == target)
        for damage in effect.delayed
    ]
    state = end_early(end_early(state, attacker, "attacks"), attacker, "attacks user", by=target)
    state = end_early(end_early(state, target, "attacked"), target, "user attacks", by=attacker)
    return state, tuple(waiting)

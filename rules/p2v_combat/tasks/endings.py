"""What ends early: as a creature attacks or is attacked, with the damage that then comes, or as it recovers."""

from itertools import chain

from rules.p2v_combat.conditions import end_early, lose_condition
from rules.p2v_combat.positions import is_in_enemy_reach
from rules.p2v_combat.standing import battlefield_of
from rules.p2v_combat.state import ActiveCondition, ActiveEffect, BattleState
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.task import Task
from rules.tables.conditions import CONDITIONS, End


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


def lose_reach(state: BattleState, creature: str) -> BattleState:
    """Return the state without a creature's conditions that end out of reach of every enemy; the same without any."""
    for row in CONDITIONS:
        if End.OUT_OF_REACH in row.ends and state.combatants[creature].has(row.name):
            state = lose_condition(state, creature, row.name, "Out of reach of every enemy")
    return state


def lose_reach_on_board(state: BattleState) -> BattleState:
    """Return the state without what ends for creatures that the board shows out of reach of every enemy."""
    # "Conditions", "Grabbed".
    field = battlefield_of(state)
    if field is None:
        return state
    for figure in field.figures:
        if state.combatants[figure.id].conditions and not is_in_enemy_reach(field, figure):
            state = lose_reach(state, figure.id)
    return state


def recover(state: BattleState, creature: str) -> BattleState:
    """Return the state without what lasts as long as persistent damage that a creature no longer has.

    Where its effect is for creatures with certain kinds, these count; otherwise any kind does.
    """
    combatant = state.combatants[creature]
    left = {f"persistent {kind} damage" for kind, _ in combatant.persistent}
    rows: tuple[ActiveCondition | ActiveEffect, ...] = (*combatant.conditions, *combatant.statuses)
    for held in (*rows, *combatant.active_effects):
        if "recovers" in held.ends_when and left.isdisjoint(_kinds_needed(state, held.by, held.source) or left):
            state = end_early(state, creature, "recovers", by=held.by, source=held.source)
    return state


def _kinds_needed(state: BattleState, by: str | None, source: str) -> set[str]:
    """Return the kinds of persistent damage that the targets of a feature must have."""
    features = state.fielded(by).features if by is not None and by in state.combatants else ()
    having = chain.from_iterable(feature.targets.having for feature in features if feature.name == source)
    return {name for name in having if name.startswith("persistent ")}

"""How a battle stands for a side, in points of creatures."""

from rules.p2v_combat.scoring.objectives import owners_of
from rules.p2v_combat.scoring.results import BattleResult
from rules.p2v_combat.state import BattleState, Combatant
from rules.tables.round_limit import FIRST_CHECK

DECIDED = 1_000.0
"""What the end of a battle is worth to the side that has won it."""
VICTORY_POINT = 10.0
"""What a victory point is worth, in points of creatures."""
_WHOLE, _DYING, _CONDITION, _HERO_POINT = 0.5, 0.15, 0.04, 1.0


def standing_of(state: BattleState, side: str) -> float:
    """Return how much better a battle stands for a side than for the best of the others."""
    if state.result is not None:
        return _end(state.result, side)
    owned = list(owners_of(state).values())
    rounds = max(FIRST_CHECK + 1 - state.round, 1)
    worth = {it.key: VICTORY_POINT * (state.points(it.key) + owned.count(it.key) * rounds) for it in state.setup.sides}
    for combatant in state.combatants.values():
        if combatant.side in worth:
            worth[combatant.side] += _creature(state, combatant)
    return worth.pop(side, 0.0) - max(worth.values())


def _end(result: BattleResult, side: str) -> float:
    if result.winner is None:
        return 0.0
    lead = sum(line.points if line.side == side else -line.points for line in result.lines)
    return (DECIDED if result.winner == side else -DECIDED) + lead


def creature_points(state: BattleState, creature: str) -> int:
    """Return a creature's points; a minion that its commander starts with counts those of its card."""
    fielded = state.fielded(creature)
    return max(fielded.points or fielded.card.points, 1)


def _creature(state: BattleState, combatant: Combatant) -> float:
    """Return what a creature is worth now: half of its points for being up, the rest by its HP."""
    points = creature_points(state, combatant.id)
    if combatant.presence == "waiting":
        return points
    if not combatant.is_in_play:
        return 0.0
    if combatant.is_dying:
        return points * _DYING
    health = (combatant.hp + combatant.temporary_hp) / combatant.max_hp
    persistent = sum(amount for _, amount in combatant.persistent) / combatant.max_hp
    held = len(combatant.conditions) * _CONDITION
    return points * (_WHOLE + (1 - _WHOLE) * max(health - persistent, 0) - held) + combatant.hero_points * _HERO_POINT

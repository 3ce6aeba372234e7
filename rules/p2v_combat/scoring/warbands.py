"""What a side has left: by points and by number, and whether it is Broken."""

from __future__ import annotations

from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import is_broken, is_half_strength


def points_fielded(state: BattleState, side: str) -> int:
    """Return the points that a side fielded; free minions and summoned creatures are none (ruling 3)."""
    return sum(creature.points for creature in state.setup.fielded if creature.side == side)


def points_lost(state: BattleState, side: str) -> int:
    """Return the points of a side's creatures that are helpless or eliminated."""
    return sum(
        state.fielded(combatant.id).points
        for combatant in state.of_side(side)
        if combatant.presence == "eliminated" or combatant.is_dying
    )


def points_in_play(state: BattleState, side: str) -> int:
    """Return the points of a side's creatures in play; a dying creature is in play."""
    return sum(state.fielded(combatant.id).points for combatant in state.of_side(side) if combatant.is_in_play)


def creatures_in_play(state: BattleState, side: str) -> int:
    """Return how many creatures of a side are in play, dying ones included."""
    return sum(combatant.is_in_play for combatant in state.of_side(side))


def side_is_broken(state: BattleState, side: str) -> bool:
    """Return True if three quarters of a side's points are helpless or eliminated."""
    fielded = points_fielded(state, side)
    return bool(fielded) and is_broken(points_lost(state, side), fielded)


def side_is_half(state: BattleState, side: str) -> bool:
    """Return True if a side is at half of its points or below, by what is not helpless or eliminated."""
    fielded = points_fielded(state, side)
    return bool(fielded) and is_half_strength(fielded - points_lost(state, side), fielded)


def opponent_of(state: BattleState, side: str) -> str:
    """Return the other one of two sides."""
    return next(fight_side.key for fight_side in state.setup.sides if fight_side.key != side)

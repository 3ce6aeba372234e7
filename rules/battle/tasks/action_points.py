"""Spending action points: who spends them, how many there are, and what may not be paid with them."""

from __future__ import annotations

from rules.battle.state import BattleState


def spending_side(state: BattleState, creature: str) -> str:
    """Return the side that spends the next action points of a creature: its own, or the opponent's."""
    acting = state.acting(creature)
    if acting is not None and acting.opponent and acting.opponent_ap:
        return acting.opponent
    return state.combatants[creature].side


def is_controlled(state: BattleState, creature: str) -> bool:
    """Return True while an opponent spends action points of a creature; it then has no limited-use actions."""
    return spending_side(state, creature) != state.combatants[creature].side


def ap_to_spend(state: BattleState, creature: str) -> int:
    """Return the action points that the side whose choice it is may spend on one action of a creature now."""
    acting = state.acting(creature)
    if acting is None or acting.has_ended:
        return 0
    return acting.opponent_ap if is_controlled(state, creature) else acting.ap


def spend_ap(state: BattleState, creature: str, cost: int) -> BattleState:
    """Return the state with action points of a creature spent, those of its opponent first."""
    acting = state.acting(creature)
    if acting is None:
        return state
    return state.with_acting(creature, ap=acting.ap - cost, opponent_ap=max(acting.opponent_ap - cost, 0))

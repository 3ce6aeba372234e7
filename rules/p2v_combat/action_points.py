"""Spending action points: who spends them, how many there are, and what a group has to share."""

from __future__ import annotations

from rules.errors import ChangeRefused
from rules.p2v_combat.groups import group_refusal, share_action
from rules.p2v_combat.objective_creatures import refuse_interrupted
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.state import BattleState

INTERACT = "act/interact"


def spending_side(state: BattleState, creature: str) -> str:
    """Return the side that spends the next action points of a creature: its own, or the opponent's."""
    acting = state.acting(creature)
    if acting is not None and acting.opponent and acting.opponent_ap:
        return acting.opponent
    return state.combatants[creature].side


def may_decide(side: str | None, own: str | None) -> bool:
    """Return True if a side may do what is for ``own`` to decide: any side may for what belongs to none."""
    return side in (None, own) or own == NEUTRAL


def controller(state: BattleState, creature: str) -> str | None:
    """Return the side that plays a creature, None for one that others may play too."""
    combatant = state.combatants.get(creature)
    if combatant is None or combatant.side == NEUTRAL or combatant.has("confused") or combatant.has("controlled"):
        return None
    return combatant.side


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


def pay_for_action(state: BattleState, creature: str, key: str, cost: int) -> BattleState:
    """Return the state after a creature has paid for an action on its turn; a group takes it together.

    Raises ``ChangeRefused`` outside its turn, for action points that are not there, and for an action that the group
    does not take now.
    """
    acting = state.acting(creature)
    if state.stack or acting is None or acting.has_ended:
        raise ChangeRefused("Only a creature on its turn acts, when nothing else is being resolved.")
    refuse_interrupted(state, creature)
    if ap_to_spend(state, creature) < cost:
        raise ChangeRefused(f"{state.name(creature)} has not enough action points left.")
    if refused := group_refusal(state, creature, key, cost):
        raise ChangeRefused(refused)
    state = state.with_acting(creature, done=(*acting.done, key))
    return share_action(spend_ap(state, creature, cost), creature, key, cost)


def pay_to_interact(state: BattleState, creature: str) -> BattleState:
    """Return the state after a creature has paid for an Interact action on its turn."""
    return pay_for_action(state, creature, INTERACT, 1)

"""Whose activation it may be: creatures that have yet to act, and the sides that have one."""

from __future__ import annotations

from rules.p2v_combat.solo.playing import acts_in_phase
from rules.p2v_combat.state import BattleState


def may_activate(state: BattleState, creature: str) -> bool:
    """Return True if a creature may be activated now: it is up, has not acted, and follows no commander that is up."""
    # Minions act on their commander's turn; once it is down they act alone: ruling 96.
    one = state.combatants[creature]
    leader = state.combatants.get(one.commander or "")
    free = one.is_up and not one.has_acted and not (leader and leader.is_up)
    return free and acts_in_phase(state, creature)


def able_sides(state: BattleState) -> tuple[str, ...]:
    """Return the sides that have a creature left to activate in this round, in seat order."""
    return tuple(
        side.key for side in state.setup.sides if any(may_activate(state, one.id) for one in state.of_side(side.key))
    )


def following_side(state: BattleState, side: str) -> str | None:
    """Return the next side clockwise that has a creature left to activate, None when nobody has."""
    # Players alternate; whoever has nobody left is skipped. Rounds and turns.
    keys = [one.key for one in state.setup.sides]
    start = keys.index(side) + 1
    able = able_sides(state)
    return next((key for key in (*keys[start:], *keys[:start]) if key in able), None)

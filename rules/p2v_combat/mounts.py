"""Riders and mounts: a mount is the minion of its rider until the two part."""

from __future__ import annotations

from rules.p2v_combat.conditions import lose_held_by
from rules.p2v_combat.state import BattleState

MOUNTED = "mounted"


def mount_of(state: BattleState, rider: str) -> str | None:
    """Return the creature that another one rides, None if it rides none."""
    return next(
        (
            combatant.id
            for combatant in state.combatants.values()
            if combatant.commander == rider and combatant.has(MOUNTED)
        ),
        None,
    )


def part_from_mount(state: BattleState, rider: str) -> BattleState:
    """Return the state with a rider on its own feet and its mount back to normal."""
    mount = mount_of(state, rider)
    if mount is None:
        return state
    state = state.change(mount, commander=state.fielded(mount).minion_of)
    return lose_held_by(lose_held_by(state, rider, MOUNTED), mount, MOUNTED)


def part_fallen(state: BattleState, creature: str) -> BattleState:
    """Return the state with a creature that goes down parted from its mount or its rider."""
    rider = state.combatants[creature].commander
    if rider and mount_of(state, rider) == creature:
        state = part_from_mount(state, rider)
    return part_from_mount(state, creature)

"""Creatures in the charge of others: mounts, which are minions of their riders, and objectives that are creatures."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import lose_held_by
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.state import Acting, BattleState
from rules.tables.objectives import SPECIAL_OBJECTIVES

CREATURE_KINDS = frozenset(row.key for row in SPECIAL_OBJECTIVES if row.creature)
"""The objectives that are creatures."""


def objective_creature_id(kind: str) -> str:
    """Return the id of the creature that an objective is.

    >>> objective_creature_id("wild-animal")
    'game.wild-animal'
    """
    return f"{NEUTRAL}.{kind}"


def is_objective_creature(creature: str) -> bool:
    """Return True for the id of a creature that is an objective."""
    side, _, kind = creature.partition(".")
    return side == NEUTRAL and kind in CREATURE_KINDS


def rival_of(state: BattleState, side: str) -> str:
    """Return the side that decides for such a creature after a failure: the next opponent clockwise."""
    # Against the game it is the game, and for the game the first side that people play. Rulings 209 and 356.
    keys = [side.key for side in state.setup.sides]
    start = keys.index(side) + 1 if side in keys else 0
    others = [key for key in (*keys[start:], *keys[:start]) if key != side and key not in state.conceded]
    games = {side.key for side in state.setup.sides if side.player == "game"}
    if state.setup.solo is not None:
        others = [key for key in others if (key in games) is not (side in games)]
    return others[0]


def lent_to(state: BattleState, creature: str, side: str, ap: int = 0) -> BattleState:
    """Return the state in which such a creature acts for a side within the turn that goes on."""
    if state.turn is None:
        raise ChangeRefused("This creature acts only in the turn of another.")
    # It shares no actions of a group.
    others = (actor for actor in state.turn.acting if actor.id != creature)
    acting = (Acting(id=creature, ap=ap, has_left=True, has_started=bool(ap)), *others)
    return replace(state.change(creature, side=side), turn=replace(state.turn, acting=acting))


def interrupting(state: BattleState) -> str:
    """Return such a creature whose turn goes on now, before anything else of the activation; "" without one."""
    acting = state.turn.acting if state.turn else ()
    return next((actor.id for actor in acting if not actor.has_ended and is_objective_creature(actor.id)), "")


def refuse_interrupted(state: BattleState, creature: str) -> None:
    """Raise ``ChangeRefused`` while such a creature takes its turn first."""
    first = interrupting(state)
    if first and first != creature:
        raise ChangeRefused(f"{state.name(first)} takes its turn first.")


def sent_back(state: BattleState) -> BattleState | None:
    """Return the state in which such creatures that have acted belong to no side again, None where none has."""
    turn = state.turn
    done = [actor.id for actor in (turn.acting if turn else ()) if actor.has_ended and is_objective_creature(actor.id)]
    if turn is None or not done:
        return None
    for creature in done:
        state = state.change(creature, side=NEUTRAL, has_acted=False)
    return replace(state, turn=replace(turn, acting=tuple(actor for actor in turn.acting if actor.id not in done)))


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

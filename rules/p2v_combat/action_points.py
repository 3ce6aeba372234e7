"""Spending action points: who spends them, what a group shares, and creatures in the charge of others."""

from rules.errors import ChangeRefused
from rules.p2v_combat.actions import ActionVariant, BattleAction, universal_key
from rules.p2v_combat.conditions import lose_held_by
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.state import Acting, BattleState
from rules.replacing import replace
from rules.tables.objectives import SPECIAL_OBJECTIVES

CREATURE_KINDS = frozenset(row.key for row in SPECIAL_OBJECTIVES if row.creature)
"""The objectives that are creatures."""


def objective_creature_id(kind: str) -> str:
    """Return the id of the creature that an objective of this kind is."""
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
    """Return the state in which such a creature acts for a side within the present turn."""
    if state.turn is None:
        raise ChangeRefused("This creature acts only in the turn of another.")
    # It shares no actions of a group.
    others = (actor for actor in state.turn.acting if actor.id != creature)
    acting = (Acting(id=creature, ap=ap, has_left=True, has_started=bool(ap)), *others)
    return replace(state.change(creature, side=side), turn=replace(state.turn, acting=acting))


def interrupting(state: BattleState) -> str:
    """Return such a creature whose turn comes before the rest of the activation; "" without one."""
    acting = state.turn.acting if state.turn else ()
    return next((actor.id for actor in acting if not actor.has_ended and is_objective_creature(actor.id)), "")


def refuse_interrupted(state: BattleState, creature: str) -> None:
    """Raise ``ChangeRefused`` while such a creature takes its turn first."""
    first = interrupting(state)
    if first and first != creature:
        raise ChangeRefused(f"{state.name(first)} takes its turn first.")


def sent_back(state: BattleState) -> BattleState | None:
    """Return the state in which such creatures, once they have acted, belong to no side again; None if none has."""
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
    """Return the state with a rider on foot and its mount back to normal."""
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


STRIKE = universal_key("Strike")


def members_left(state: BattleState) -> tuple[Acting, ...]:
    """Return the members of the group that acts now, without those that have left it, gone down or ended their turn."""
    if state.turn is None or not state.turn.is_group:
        return ()
    return tuple(
        actor
        for actor in state.turn.acting
        if not actor.has_left and not actor.has_ended and state.combatants[actor.id].is_up
    )


def members_behind(state: BattleState) -> tuple[Acting, ...]:
    """Return the members of a group that take its next shared action together; none without a group of two or more."""
    left = members_left(state)
    fewest = min((actor.shared for actor in left), default=0)
    return tuple(actor for actor in left if actor.shared == fewest) if len(left) > 1 else ()


def shared_key(action: BattleAction, way: ActionVariant) -> str:
    """Return the key under which a group shares an action: a group Strikes together, each with a weapon of its own."""
    return STRIKE if action.is_weapon and way.action_points == 1 else action.key


def group_refusal(state: BattleState, creature: str, key: str, cost: int) -> str:
    """Return why the group of a creature does not take an action now, by its shared key; empty if it does."""
    # All spend their action points on the same actions in the same order; free actions are their own affair.
    # "Group activation".
    left = members_left(state)
    acting = next((actor for actor in left if actor.id == creature), None)
    if acting is None or state.turn is None or not cost or len(left) < 2:
        return ""
    shared = state.turn.shared
    if acting.shared < len(shared) and shared[acting.shared] != key:
        return "A group takes the same actions in the same order."
    behind = [state.name(actor.id) for actor in left if actor.shared < acting.shared]
    return f"First the others of the group take the same action: {', '.join(behind)}." if behind else ""


def share_action(state: BattleState, creature: str, key: str, cost: int) -> BattleState:
    """Return the state after a member of a group has paid for an action, which the others take as well.

    A member that cannot afford it drops out and can only end its turn.
    """
    left = members_left(state)
    acting = next((actor for actor in left if actor.id == creature), None)
    if acting is None or state.turn is None or not cost:
        return state
    if acting.shared == len(state.turn.shared):
        state = replace(state, turn=replace(state.turn, shared=(*state.turn.shared, key)))
        for actor in left:
            if actor.id != creature and actor.ap < cost:
                state = leave_group(state, actor.id, "It cannot afford the action that the group takes")
    return state.with_acting(creature, shared=acting.shared + 1)


def leave_group(state: BattleState, creature: str, why: str) -> BattleState:
    """Return the state with a member that drops out of its group and can only end its turn."""
    state = state.with_acting(creature, ap=0, has_left=True)
    return state.note(creature, f"{state.name(creature)} leaves the group. End its turn.", why)


def is_adjacency_open(state: BattleState) -> bool:
    """Return True if a group has finished a shared action and has yet to confirm that it is still together."""
    left = members_left(state)
    if state.turn is None or len(left) < 2 or not any(actor.ap for actor in left):
        return False
    taken = len(state.turn.shared)
    return taken > state.turn.adjacent_after and all(actor.shared == taken for actor in left)


INTERACT = "act/interact"
STRIDE, STEP = universal_key("Stride"), universal_key("Step")
WALKS = (STRIDE, STEP)
"""Actions that add up their squares on a board if one follows the other."""


def spending_side(state: BattleState, creature: str) -> str:
    """Return the side that spends the next action points of a creature: its own, or the opponent's."""
    acting = state.acting(creature)
    if acting is not None and acting.opponent and acting.opponent_ap:
        return acting.opponent
    return state.combatants[creature].side


def may_decide(side: str | None, own: str | None) -> bool:
    """Return True if a side may act for ``own``; any side may if it is None."""
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
    """Return the action points that the deciding side may spend on one action of a creature now."""
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
    left_over = acting.left_over if key in WALKS else 0
    state = state.with_acting(creature, done=(*acting.done, key), moved=0, left_over=left_over)
    return share_action(spend_ap(state, creature, cost), creature, key, cost)


def pay_to_interact(state: BattleState, creature: str) -> BattleState:
    """Return the state after a creature has paid for an Interact action on its turn."""
    return pay_for_action(state, creature, INTERACT, 1)

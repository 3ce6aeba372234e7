"""Bodies and other loads: what lies on the board, who carries it, and what can be taken from it."""

from __future__ import annotations

from rules.errors import ChangeRefused
from rules.p2v_combat.actions import carried_title
from rules.p2v_combat.belongings import hand_over, unused_items
from rules.p2v_combat.state import ActiveCondition, BattleState
from rules.tables.sizes import body_load

LOAD_STATUSES = ("light load", "heavy load")


def loads_of(state: BattleState, creature: str) -> tuple[ActiveCondition, ...]:
    """Return what a creature carries; ``source`` names each load, ``by`` is the id of a body."""
    return tuple(held for held in state.combatants[creature].statuses if held.name in LOAD_STATUSES)


def bodies(state: BattleState) -> tuple[str, ...]:
    """Return the creatures whose bodies lie on the board and are not being carried."""
    carried = {held.by for combatant in state.combatants.values() for held in loads_of(state, combatant.id)}
    return tuple(
        combatant.id
        for combatant in state.combatants.values()
        if combatant.presence == "eliminated" and combatant.id not in carried
    )


def weight_of_body(state: BattleState, carrier: str, body: str) -> str:
    """Return the status that carrying a body brings. Raises ``ChangeRefused`` for one that is too big."""
    sizes = [state.fielded(creature).card.size or "Medium" for creature in (carrier, body)]
    weight = body_load(*sizes)
    if weight is None:
        raise ChangeRefused(f"The body of {state.name(body)} is too big for {state.name(carrier)}.")
    return weight


def lift(state: BattleState, carrier: str, weight: str, load: str, body: str | None = None) -> BattleState:
    """Return the state with a creature that carries something."""
    combatant = state.combatants[carrier]
    state = state.change(carrier, statuses=(*combatant.statuses, ActiveCondition(weight, body, source=load)))
    return state.note(carrier, f"{state.name(carrier)} carries {load}.", weight.capitalize())


def drop(state: BattleState, carrier: str, load: str) -> BattleState:
    """Return the state with a load on the ground. Raises ``ChangeRefused`` for one that the creature does not carry."""
    held = next((held for held in loads_of(state, carrier) if held.source == load), None)
    if held is None:
        raise ChangeRefused(f"{state.name(carrier)} does not carry that.")
    statuses = list(state.combatants[carrier].statuses)
    statuses.remove(held)
    return state.change(carrier, statuses=tuple(statuses)).note(carrier, f"{state.name(carrier)} drops {load}.")


def take_item(state: BattleState, taker: str, body: str, item: str, *, unused: bool) -> BattleState:
    """Return the state with an item of a body in the hands of another creature, its checked boxes included.

    Logs from before ``unused`` also took what was used up, as if it were new.
    """
    carried = unused_items(state, body, "item") if unused else state.combatants[body].items
    choice = next((choice for choice in carried if choice.item == item), None)
    if choice is None:
        raise ChangeRefused(f"The body of {state.name(body)} does not have that item.")
    state = hand_over(state, choice, body, taker, with_boxes=unused)
    return state.note(taker, f"{state.name(taker)} takes {carried_title(choice)} from {state.name(body)}’s body.")

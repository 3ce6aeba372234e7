"""Whose turn it is: initiative, the surprise round, and the order, which delaying, readying and the table change."""

from dataclasses import replace
from typing import Any

from rules.errors import ChangeRefused
from rules.older_pathfinder.state import OlderOrder, OlderState, OlderTurn, WaitKind


def with_initiative(state: OlderState, combatant: str, total: int) -> OlderState:
    """Return the state with the initiative of a combatant: behind those with as much or more.

    A combatant that joins during a round acts in it only if its place is still ahead.
    """
    order = state.own
    ids = tuple(other for other in order.order if other != combatant)
    place = sum(order.initiative.get(other, 0) >= total for other in ids)
    while place < len(ids) and order.initiative.get(ids[place], 0) >= total:
        place += 1
    placed = (*ids[:place], combatant, *ids[place:])
    acted = order.acted
    current = order.interrupted or order.turn
    if current is not None and combatant not in order.order and place <= ids.index(current.combatant):
        acted = acted | {combatant}
    return state.with_order(order=placed, initiative={**order.initiative, combatant: total}, acted=acted)


def next_older_turn(state: OlderState) -> OlderState:
    """Return the state with the next turn begun, or with a round begun, if there is no present turn."""
    order = state.own
    if not order.is_called:
        return state
    if order.turn is not None:
        if state.fighter_of(order.turn.combatant).is_able:
            return state
        name = state.name(order.turn.combatant)
        return older_turn_over(state).note(order.turn.combatant, f"{name} cannot act: the turn ends.")
    if not any(state.fighter_of(combatant).is_able for combatant in order.order):
        return state
    following = next_in_order(state)
    return _round_begun(state) if following is None else _turn_begun(state, following)


def next_in_order(state: OlderState) -> str | None:
    """Return who begins the next turn of this round, or None."""
    order = state.own
    without_turn = order.unaware if order.is_surprise else ()
    left = (combatant for combatant in order.order if combatant not in order.acted and combatant not in without_turn)
    return next((combatant for combatant in left if state.fighter_of(combatant).is_able), None)


def first_in_order(state: OlderState) -> str | None:
    """Return who would begin the next round, or None."""
    return next((combatant for combatant in state.own.order if state.fighter_of(combatant).is_able), None)


def _turn_begun(state: OlderState, combatant: str) -> OlderState:
    order = state.own
    passed = order.order[: order.order.index(combatant) + 1]
    state = state.next_turn().with_order(
        acted=order.acted | set(passed),
        turn=OlderTurn(combatant, limited=order.is_surprise or state.fighter_of(combatant).limited),
        **_without_waiting(order, combatant),
    )
    return state.note(combatant, f"{state.name(combatant)} begins a turn.")


def _round_begun(state: OlderState) -> OlderState:
    state = replace(state.with_order(acted=frozenset(), is_surprise=False, paused={}), round=state.round + 1)
    for combatant in state.combatants:
        state = state.change(combatant, opportunities=0)
    return state.note(None, f"Round {state.round} begins.")


def older_turn_over(state: OlderState) -> OlderState:
    """Return the state with the present turn ended; an interrupted one continues."""
    return state.with_order(turn=state.own.interrupted, interrupted=None)


def delayed(state: OlderState, combatant: str) -> OlderState:
    """Return the state after a combatant has delayed its turn; raise ``ChangeRefused`` if it has begun to act."""
    turn = state.acting_turn(combatant)
    if not turn.is_untouched:
        raise ChangeRefused("A combatant can delay only before it does anything in its turn.")
    return _waiting(state, combatant, "delays")


def readied_action(state: OlderState, combatant: str, what: str) -> OlderState:
    """Return the state once a combatant has used its standard action to ready something."""
    state = state.with_spent(combatant, "standard")
    order = state.own
    readied, paused = {**order.readied, combatant: what}, {**order.paused, combatant: state.acting_turn(combatant)}
    return _waiting(state.with_order(readied=readied, paused=paused), combatant, "readied")


def _waiting(state: OlderState, combatant: str, kind: WaitKind) -> OlderState:
    if state.own.interrupted is not None:
        raise ChangeRefused("A turn that interrupts another turn cannot be delayed or readied again.")
    return older_turn_over(state.with_order(waiting={**state.own.waiting, combatant: kind}))


def _without_waiting(order: OlderOrder, combatant: str) -> dict[str, object]:
    """Return the notes on waiting combatants, without one that acts now."""
    return {
        "waiting": {other: kind for other, kind in order.waiting.items() if other != combatant},
        "readied": {other: what for other, what in order.readied.items() if other != combatant},
    }


def acts_now(state: OlderState, combatant: str) -> OlderState:
    """Return the state in which a waiting combatant acts, before the one whose turn it interrupts.

    Movement in this round before it readied something still counts against a 5-foot step.
    """
    order = state.own
    kind = order.waiting.get(combatant)
    if kind is None or not state.fighter_of(combatant).is_able:
        raise ChangeRefused("Only a combatant that delays or has readied something can act now.")
    if order.turn is None or order.interrupted is not None:
        raise ChangeRefused("That turn interrupts another one already. End it first.")
    ids = tuple(other for other in order.order if other != combatant)
    place = ids.index(order.turn.combatant)
    limited = kind == "readied" or order.is_surprise or state.fighter_of(combatant).limited
    before = order.paused.get(combatant, OlderTurn(combatant))
    return state.with_order(
        order=(*ids[:place], combatant, *ids[place:]),
        acted=order.acted | {combatant},
        **_without_waiting(order, combatant),
        turn=OlderTurn(
            combatant, limited=limited, swift=1 if kind == "readied" else 0, steps=before.steps, feet=before.feet
        ),
        interrupted=order.turn,
    )


def moved_in_order(state: OlderState, combatant: str, before: str) -> OlderState:
    """Return the state with a combatant put before another one in the order, or last ("")."""
    order = state.own
    state.fighter_of(combatant)
    if combatant not in order.order or (before and before not in order.order) or combatant == before:
        raise ChangeRefused("Choose two different combatants that are in the order.")
    ids = tuple(other for other in order.order if other != combatant)
    place = ids.index(before) if before else len(ids)
    return state.with_order(order=(*ids[:place], combatant, *ids[place:]))


def turn_in_words(turn: OlderTurn) -> str:
    """Return what a turn has left, such as ``standard, move, swift, 5-foot step``.

    Once the move action is used, the standard action is left, or another move in its place.
    """
    is_either = turn.has_standard and (turn.limited or turn.move > 0)
    left = [
        ("standard or move" if is_either else "standard", turn.has_standard),
        ("move", turn.has_move and not is_either),
        ("swift", not turn.swift),
        ("5-foot step", turn.has_step),
    ]
    return ", ".join(word for word, is_left in left if is_left) or "free actions"


def order_document(state: OlderState) -> dict[str, Any]:
    """Return the order and the turn under way as an object of JSON."""
    order = state.own
    turn = order.turn
    return {
        "is_surprise": order.is_surprise,
        "order": list(order.order),
        "acted": [combatant for combatant in order.order if combatant in order.acted],
        "waiting": dict(order.waiting),
        "acting": None if turn is None else turn.combatant,
        "turn": None
        if turn is None
        else {
            "limited": turn.limited,
            "standard": turn.standard,
            "move": turn.move,
            "full_round": turn.full_round,
            "swift": turn.swift,
            "free": turn.free,
            "five_foot_steps": turn.steps,
            "feet": turn.feet,
        },
    }

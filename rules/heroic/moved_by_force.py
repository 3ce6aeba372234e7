"""Forced movement: pushes, pulls and slides, less stability."""

from __future__ import annotations

from rules.combat.state import FightState
from rules.heroic.combatants import everyone, heroic_of
from rules.heroic.tables import FORCED_KINDS
from rules.text import counted


def force_moved(state: FightState, combatant: str, kind: str, squares: int) -> FightState:
    """Return the state once a combatant was pushed, pulled or slid by squares, less its stability."""
    name, stability = state.name(combatant), heroic_of(state, combatant).sheet.number("stability")
    left = max(0, squares - stability)
    why = (f"{FORCED_KINDS[kind]} {squares}", *((f"Stability: −{min(stability, squares)}",) if stability else ()))
    words = f"{name} is moved {counted(left, 'square')}." if left else f"{name} is not moved."
    state = state.note(combatant, words, *why)
    riders = (
        [heroic_combatant for heroic_combatant in everyone(state) if heroic_combatant.mount == combatant]
        if left
        else []
    )
    for rider in riders:
        state = state.note(rider.id, f"{state.name(rider.id)} may be dismounted and fall: by the table.")
    return state

"""Healing and temporary HP in a battle."""

from __future__ import annotations

from rules.p2v_combat.conditions import can_be_healed
from rules.p2v_combat.fitting import is_immune_to
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.damage import Blow, DamageTask, has_void_healing, raise_hp
from rules.tables.damage import temporary_hp

HEALED = "healed"
HEALING = "healing"


def heal(
    state: BattleState, creature: str, amount: int, *, source: str, by: str | None = None, is_magical: bool = False
) -> BattleState:
    """Return the state with a creature healed; a dying one starts from 0 and is still prone."""
    one, name = state.combatants[creature], state.name(creature)
    if not one.is_in_play or amount <= 0:
        return state
    if is_immune_to(state.fielded(creature).card, HEALING):
        return state.note(creature, f"{name} is immune to healing.", source)
    if is_magical and has_void_healing(state, creature):
        state = state.note(creature, f"{name} takes the healing as damage.", "Void Healing")
        return state.pushed(DamageTask(creature, Blow(amount=amount, by=by, source=source)))
    if not can_be_healed(state, creature):
        return state.note(creature, f"{name} cannot be healed.", source)
    state = raise_hp(state, creature, amount, source)
    state = state.with_deed(HEALED, by, creature, state.combatants[creature].hp - one.hp)
    return state.note(creature, f"{name} is no longer dying, and still prone.") if one.is_dying else state


def gain_temporary_hp(state: BattleState, creature: str, amount: int, *, source: str) -> BattleState:
    """Return the state with temporary HP for a creature; they do not add up."""
    one = state.combatants[creature]
    new = temporary_hp(one.temporary_hp, amount)
    return state.change(creature, temporary_hp=new).note(
        creature, f"{state.name(creature)} has {new} temporary HP.", source
    )

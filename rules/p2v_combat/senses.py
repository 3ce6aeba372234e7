"""Senses in a battle: whether an attacker sees, smells or misses a target that is concealed or invisible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rules.effects import Effect, Range
from rules.p2v_combat.fitting import is_living
from rules.p2v_combat.numbers import is_ranged
from rules.p2v_combat.positions import AimedTarget, Circumstances
from rules.p2v_combat.state import BattleState

CONCEALED, INVISIBLE = "concealed", "invisible"
Hidden = Literal["", "concealed", "invisible"]
"""How a target is to an attacker; empty where it is in plain sight."""

SIGHTS = frozenset({"truesight", "see invisibility", "true seeing", "blindsight"})
SCENT = "scent"
LIVING_ONLY = "living"


def hidden_from(state: BattleState, attacker: str, effect: Effect, aim: AimedTarget) -> Hidden:
    """Return how the status of a target hides it from an attack of this attacker."""
    # Truesight and its like ignore both statuses. Scent ignores that an adjacent creature is concealed, and takes one
    # that is invisible for concealed. "Scent"; "Truesight/See Invisibility".
    target = state.combatants[aim.creature]
    is_invisible = target.has(INVISIBLE)
    if not (is_invisible or target.has(CONCEALED)) or _sees_all(state, attacker):
        return ""
    if has_scent_of(state, attacker, aim.creature) and is_adjacent(state, attacker, effect, aim.circumstances):
        return "concealed" if is_invisible else ""
    return "invisible" if is_invisible else "concealed"


def has_scent_of(state: BattleState, creature: str, target: str) -> bool:
    """Return True if a creature has Scent, and smells creatures of this kind."""
    notes = [note for name, note in _senses(state, creature) if name == SCENT]
    return any(LIVING_ONLY not in note or is_living(state.fielded(target).card) for note in notes)


def is_adjacent(state: BattleState, attacker: str, effect: Effect, circumstances: Circumstances) -> bool:
    """Return True if the target of an attack is adjacent: the players say so, or the attack reaches no farther."""
    reach = _melee_reach(state, attacker, effect)
    return circumstances.adjacent or (not is_ranged(effect, circumstances) and reach <= 1)


def reaches_farther(state: BattleState, attacker: str, effect: Effect) -> bool:
    """Return True if an attack reaches creatures that are not adjacent."""
    return _melee_reach(state, attacker, effect) > 1 or any(one.kind == "ranged" for one in _ranges(effect))


def _melee_reach(state: BattleState, attacker: str, effect: Effect) -> int:
    reach = max((one.squares or 1 for one in _ranges(effect) if one.kind != "ranged"), default=1)
    active_effects = state.combatants[attacker].active_effects
    return reach + sum(bonus.by for effect in active_effects for bonus in effect.bonuses if "reach" in bonus.stats)


def _ranges(effect: Effect) -> tuple[Range, ...]:
    return tuple(filter(None, (effect.range, effect.range.other))) if effect.range else ()


def _sees_all(state: BattleState, creature: str) -> bool:
    return any(name in SIGHTS for name, _ in _senses(state, creature))


def _senses(state: BattleState, creature: str) -> Iterator[tuple[str, str]]:
    """Yield the words among which the senses of a creature stand, each with its note, as ``living creatures``."""
    fielded, combatant = state.fielded(creature), state.combatants[creature]
    words = (
        *fielded.card.other,
        *combatant.condition_names,
        *(effect.source for effect in combatant.active_effects),
    )
    for word in words:
        name, _, note = word.casefold().partition("(")
        yield name.strip(), note

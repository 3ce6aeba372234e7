"""Damage and healing: dice with what is added, damage reduction, nonlethal damage, and who falls."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.combat.state import FightState
from rules.older_pathfinder.sheets import MAX_HP
from rules.older_pathfinder.state import LEAST_HP, fighter_of, fighter_sheet

_DICE = re.compile(r"(?:(?P<count>[0-9]+)d(?P<sides>[0-9]+))?(?P<flat>[+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """Dice as a sheet writes them: how many, with how many sides, and what is added."""

    count: int
    sides: int
    flat: int


@dataclass(frozen=True, slots=True)
class WoundAmount:
    """Damage that befalls a target: how much, and of what sort."""

    amount: int
    physical: bool = True
    nonlethal: bool = False
    bypass: bool = False


def dice_of(words: str) -> ThrownDice:
    """Return dice such as ``2d6+3`` or a number, as checked sheets hold them."""
    found = _DICE.fullmatch(words)
    assert found is not None
    return ThrownDice(int(found["count"] or 0), int(found["sides"] or 0), int(found["flat"] or 0))


def total_damage(faces: tuple[int, ...], dice: ThrownDice, modifier: int, multiplier: int) -> int:
    """Return the damage of dice that were thrown ``multiplier`` times, all modifiers added as often."""
    return sum(faces) + multiplier * (dice.flat + modifier)


def least_wound(total: int, *, physical: bool, nonlethal: bool, bypass: bool) -> WoundAmount:
    """Return the damage of a hit; where penalties take it below 1, it is 1 point of nonlethal damage."""
    if total < 1:
        return WoundAmount(1, physical, nonlethal=True, bypass=bypass)
    return WoundAmount(total, physical, nonlethal, bypass)


def wounded(state: FightState, target: str, wound: WoundAmount, source: str = "") -> FightState:
    """Return the state after damage; damage reduction is subtracted, and temporary hit points go first."""
    fighter, sheet = fighter_of(state, target), fighter_sheet(state, target)
    reduction = sheet.number("dr") if wound.physical and not wound.bypass else 0
    amount = min(MAX_HP, max(0, wound.amount - reduction))
    sort = "nonlethal damage" if wound.nonlethal else "damage"
    why = tuple(part for part in (source, f"damage reduction {reduction}" if reduction else "") if part)
    if wound.nonlethal:
        state = state.change(target, nonlethal=min(MAX_HP, fighter.nonlethal + amount))
    else:
        shield = min(fighter.temporary, amount)
        hp = max(LEAST_HP, fighter.hp - (amount - shield))
        state = state.change(target, temporary=fighter.temporary - shield, hp=hp)
    return standing_noted(state.note(target, f"{state.name(target)} takes {amount} {sort}.", *why), target, fighter.hp)


def standing_noted(state: FightState, target: str, before: int) -> FightState:
    """Return the state with a line of what new hit points mean; nothing tells what the game master’s have left."""
    fighter, name, table = fighter_of(state, target), state.name(target), state.setup.table
    if fighter.is_dead and before > -fighter.constitution:
        return state.note(target, f"{name} dies.")
    if fighter.is_unconscious and (before >= 0 or before <= -fighter.constitution):
        return state.note(target, f"{name} falls unconscious.")
    if fighter.hp >= 0 > before:
        state = state.note(target, f"{name} is conscious again.")
    if state.is_master(target) and state.setup.hides_left:
        return state
    if fighter.hp == 0 != before:
        state = state.note(target, f"{name} has exactly 0 hit points: {table.word('at_zero')}.")
    if fighter.nonlethal and fighter.nonlethal >= fighter.hp >= 0:
        state = state.note(target, f"{name} has as much nonlethal damage as hit points: {table.word('nonlethal')}.")
    return state


def older_healed(state: FightState, target: str, amount: int) -> FightState:
    """Return the state after healing, up to full hit points; nonlethal damage is set by hand."""
    fighter = fighter_of(state, target)
    hp = min(fighter.most_hp, fighter.hp + amount)
    state = state.change(target, hp=hp)
    return standing_noted(state.note(target, f"{state.name(target)} is healed by {amount}."), target, fighter.hp)

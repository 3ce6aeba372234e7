"""Armor Class, attack and damage at a moment, by sheets and present bonuses; wounds, healing, and who falls."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import (
    ATTACK_TYPES_BY_KEY,
    FORCE_ARMOR,
    LETHAL_UNARMED,
    SECONDARY,
    TypedBonus,
    increment_penalty,
    into_melee,
    range_increments,
    stacked_bonuses,
    strength_part,
)
from rules.older_pathfinder.sheets import MAX_HP
from rules.older_pathfinder.state import LEAST_HP, OlderState

Defense = Literal["ac", "touch", "incorporeal"]
DEFENSES: Mapping[Defense, str] = {
    "ac": "Armor Class",
    "touch": "touch Armor Class",
    "incorporeal": "Armor Class against incorporeal touch",
}
_IGNORED: Mapping[Defense, frozenset[str]] = {
    "ac": frozenset(),
    "touch": frozenset({"armor", FORCE_ARMOR, "shield", "natural armor", "enhancement"}),
    "incorporeal": frozenset({"armor", "shield", "natural armor", "enhancement", "cover"}),
}
MAX_RANGE = 10_000


@dataclass(frozen=True, slots=True)
class StrikePlan:
    """A chosen attack: the bonus with its reasons, its target number, and the effect of a hit.

    ``times`` multiplies the damage in addition to a critical hit. ``save`` is the save against a spell: its kind, its
    DC and its effect on the damage.
    """

    combatant: str
    target: str
    name: str
    bonus: int
    why: tuple[str, ...] = ()
    against: Defense = "ac"
    cover: int = 0
    threat: int = 20
    multiplier: int = 2
    dice: str = ""
    damage: int = 0
    physical: bool = True
    bypass: bool = False
    nonlethal: bool = False
    times: int = 1
    save: tuple[str, int, str] | None = None


def bonuses_to(state: OlderState, combatant: str, *targets: str) -> tuple[TypedBonus, ...]:
    """Return the bonuses in play of a combatant to any of these."""
    return tuple(bonus for bonus in state.fighter_of(combatant).bonuses if bonus.to in targets)


def added_bonuses(state: OlderState, combatant: str, *targets: str) -> int:
    """Return the total of a combatant's present bonuses on any of these."""
    return stacked_bonuses(bonuses_to(state, combatant, *targets))


def armor_class(state: OlderState, combatant: str, against: Defense = "ac", cover: int = 0) -> int:
    """Return the Armor Class of a combatant against a kind of attack.

    Touch ignores armor, shield and natural armor, with what enhances them; incorporeal touch ignores cover too, but no
    armor of force. Without its Dexterity a combatant loses the bonus, never a penalty, and its dodge bonuses.
    """
    sheet, fighter = state.fighter_sheet(combatant), state.fighter_of(combatant)
    parts = [
        TypedBonus(FORCE_ARMOR if sheet.flag("ac_force") else "armor", sheet.number("ac_armor")),
        TypedBonus("shield", sheet.number("ac_shield")),
        TypedBonus("natural armor", sheet.number("ac_natural")),
        TypedBonus("dodge", sheet.number("ac_dodge")),
        TypedBonus("deflection", sheet.number("ac_deflection")),
        TypedBonus("cover", cover),
        *bonuses_to(state, combatant, "ac"),
    ]
    dexterity = sheet.number("ac_dexterity")
    if fighter.dexterity_denied:
        dexterity = min(0, dexterity)
        parts = [part for part in parts if part.type != "dodge" or part.value < 0]
    counted = [part for part in parts if part.type not in _IGNORED[against] or part.value < 0]
    fixed = state.setup.table.number("ac_base") + dexterity + sheet.number("ac_size") + sheet.number("ac_other")
    return fixed + stacked_bonuses(counted)


def maneuver_defense(state: OlderState, combatant: str) -> int:
    """Return the CMD of a combatant with its bonuses in play."""
    return state.fighter_sheet(combatant).number("cmd") + added_bonuses(state, combatant, "cmd")


def attack_hits(face: int, bonus: int, armor: int, *, equal_hits: bool) -> bool:
    """Return True if an attack hits: a 20 always does, a 1 never."""
    if face in (1, 20):
        return face == 20
    return face + bonus > armor or (equal_hits and face + bonus == armor)


def lowest_hit(bonus: int, armor: int, *, equal_hits: bool) -> int:
    """Return the lowest face that hits."""
    return next(face for face in range(2, 21) if attack_hits(face, bonus, armor, equal_hits=equal_hits))


def attack_chances(plan: StrikePlan, armor: int, *, equal_hits: bool) -> tuple[tuple[str, int], ...]:
    """Return the outcomes of an attack, each with its number of faces."""
    hits = [face for face in range(1, 21) if attack_hits(face, plan.bonus, armor, equal_hits=equal_hits)]
    threats = sum(face >= plan.threat for face in hits)
    return (("Threat", threats), ("Hit", len(hits) - threats), ("Miss", 20 - len(hits)))


def shooting_modifiers(
    state: OlderState, row: Mapping[str, Any], target: str, distance: int, friend: str
) -> list[tuple[str, int]]:
    """Return the modifiers of a shot over a distance in feet, at a target that fights a friend ("" for none).

    Raises ``ChangeRefused`` for a target out of range.
    """
    increment = row["increment"]
    most = ATTACK_TYPES_BY_KEY[row["type"]].increments
    if increment and range_increments(distance, increment) > most:
        raise ChangeRefused(f"{row['name']} reaches {most} range increments: {most * increment} feet.")
    penalty = increment_penalty(distance, increment, state.setup.table.number("increment_penalty"))
    modifiers = [(f"{distance} feet", penalty)]
    if friend:
        sizes = state.fighter_sheet(target).word("size"), state.fighter_sheet(friend).word("size")
        modifiers.append(("shooting into melee", into_melee(*sizes)))
    return modifiers


def strike_modifiers(
    state: OlderState, combatant: str, row: Mapping[str, Any], *, lethal: bool
) -> list[tuple[str, int]]:
    """Return the modifiers of an attack of the sheet, each with its word."""
    modifiers = [(row["name"], row["bonus"])]
    if row["type"] == "secondary":
        modifiers.append(("secondary natural attack", SECONDARY))
    if row["type"] == "unarmed" and lethal and not state.fighter_sheet(combatant).flag("improved_unarmed"):
        modifiers.append(("lethal unarmed strike", LETHAL_UNARMED))
    modifiers.append(("bonuses", added_bonuses(state, combatant, "attack")))
    return modifiers


def damage_modifier(state: OlderState, combatant: str, row: Mapping[str, Any]) -> int:
    """Return the damage modifier of an attack of the sheet: Strength by its type, and present bonuses."""
    strength = strength_part(row["type"], state.fighter_sheet(combatant).number("strength"))
    return strength + added_bonuses(state, combatant, "damage")


def save_modifier(state: OlderState, combatant: str, save: str) -> int:
    """Return a combatant's modifier of a saving throw."""
    return state.fighter_sheet(combatant).number(save) + added_bonuses(state, combatant, save, "saves")


def modifier_words(parts: list[tuple[str, int]]) -> tuple[str, ...]:
    """Return the parts of a modifier in words, those of 0 left out."""
    return tuple(f"{word} {value:+d}" for word, value in parts if value)


_DICE = re.compile(r"(?:(?P<count>[0-9]+)d(?P<sides>[0-9]+))?(?P<flat>[+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """Dice on a sheet: how many, with how many sides, and the bonus."""

    count: int
    sides: int
    flat: int


@dataclass(frozen=True, slots=True)
class WoundAmount:
    """Damage to a target: its amount and kind."""

    amount: int
    physical: bool = True
    nonlethal: bool = False
    bypass: bool = False


def dice_of(words: str) -> ThrownDice:
    """Return dice such as ``2d6+3`` or a number, as on checked sheets."""
    match = _DICE.fullmatch(words)
    assert match is not None
    return ThrownDice(int(match["count"] or 0), int(match["sides"] or 0), int(match["flat"] or 0))


def total_damage(faces: tuple[int, ...], dice: ThrownDice, modifier: int, multiplier: int) -> int:
    """Return the damage of dice rolled ``multiplier`` times, with all modifiers added each time."""
    return sum(faces) + multiplier * (dice.flat + modifier)


def least_wound(total: int, *, physical: bool, nonlethal: bool, bypass: bool) -> WoundAmount:
    """Return the damage of a hit; if penalties reduce it below 1, it is 1 point of nonlethal damage."""
    if total < 1:
        return WoundAmount(1, physical, nonlethal=True, bypass=bypass)
    return WoundAmount(total, physical, nonlethal, bypass)


def wounded(state: OlderState, target: str, wound: WoundAmount, source: str = "") -> OlderState:
    """Return the state after damage; damage reduction is subtracted, and temporary hit points go first."""
    fighter, sheet = state.fighter_of(target), state.fighter_sheet(target)
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


def standing_noted(state: OlderState, target: str, before: int) -> OlderState:
    """Return the state with a note on the meaning of new hit points; it does not reveal those of the game master’s
    combatants.
    """
    fighter, name, table = state.fighter_of(target), state.name(target), state.setup.table
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


def older_healed(state: OlderState, target: str, amount: int) -> OlderState:
    """Return the state after healing, up to full hit points; nonlethal damage is set by hand."""
    fighter = state.fighter_of(target)
    hp = min(fighter.most_hp, fighter.hp + amount)
    state = state.change(target, hp=hp)
    return standing_noted(state.note(target, f"{state.name(target)} is healed by {amount}."), target, fighter.hp)

"""The sheet of a combatant of the older rules, and the players' options where the rules say nothing."""

import re
from collections.abc import Mapping
from typing import Any

from rules.combat.sheets import FightSheet, SheetField, SheetKind, agreed_field
from rules.errors import RulesError
from rules.older_pathfinder.figures import (
    ARMOR_WEIGHTS,
    ATTACK_TYPES,
    ATTACK_TYPES_BY_KEY,
    SAVE_ROWS,
    SECONDARY,
    SIZES,
    SPEEDS,
    UNARMED_DICE,
    older_speed,
    reach_by_size,
)

MAX_HP = 9_999
MOST_ATTACK_DICE, MOST_SPELL_DICE = 14, 40
"""The most dice of damage in a row: multiplied, they are still thrown at once."""
FULL, BELOW = 100, -100
SPELL_TOUCHES = (("none", "No touch"), ("melee", "Melee touch"), ("ranged", "Ranged touch"))
SPELL_SAVES = (("none", "No save"), *((row.key, row.name) for row in SAVE_ROWS))
SAVED_DAMAGE = (("table", "By the table"), ("half", "Halves the damage"), ("none", "Avoids the damage"))
DAMAGE_SORTS = (("physical", "Physical"), ("other", "Energy or other"))
CASTING_TIMES = (
    ("standard", "Standard action"),
    ("full-round", "Full-round action"),
    ("swift", "Swift action"),
    ("free", "Free action"),
)
_SPELL_DAMAGE = {"physical": "physical ", "other": ""}
_SAVED_WORDS = {
    "table": "(what it does, the table decides)",
    "half": "halves the damage",
    "none": "avoids the damage",
}
_DICE_COUNT = re.compile(r"([1-9][0-9]?)d")

_ATTACKS = (
    SheetField("name", "Attack", "word", needed=True),
    SheetField("bonus", "Bonus", low=BELOW, high=FULL, help="The full bonus: Muster takes 5 off secondary attacks."),
    SheetField("dice", "Damage dice", "dice", help="Such as 1d8+1, without Strength: Muster adds it by type."),
    SheetField("type", "Type", "choice", options=tuple((row.key, row.name) for row in ATTACK_TYPES)),
    SheetField("sort", "Damage", "choice", options=DAMAGE_SORTS),
    SheetField("threat", "Threatens from", default=20, low=2, high=20),
    SheetField("multiplier", "Critical multiplier", default=2, low=1, high=4),
    SheetField("increment", "Range increment (feet)", high=1_000, help="0 for none, as in melee."),
    SheetField("full_only", "Only in a full attack", "flag"),
)
_SPELLS = (
    SheetField("name", "Spell", "word", needed=True),
    SheetField("time", "Casting time", "choice", options=CASTING_TIMES),
    SheetField("touch", "Touch", "choice", options=SPELL_TOUCHES),
    SheetField("save", "Save", "choice", options=SPELL_SAVES),
    SheetField("dc", "Save DC", high=FULL),
    SheetField("saved", "A save", "choice", options=SAVED_DAMAGE),
    SheetField("dice", "Damage dice", "dice"),
    SheetField("sort", "Damage", "choice", default="other", options=DAMAGE_SORTS),
    SheetField("effect", "Effect", "text"),
)
_ITEMS = (
    SheetField("name", "Item", "word", needed=True),
    SheetField("completion", "Spell completion", "flag", help="Such as a scroll: using it is like casting a spell."),
    SheetField("effect", "Effect", "text"),
)


def attack_numbers(row: Mapping[str, Any]) -> str:
    """Return an attack of the sheet in numbers, such as ``+7, 1d8+1, 19 to 20 ×2``, with its attack bonus."""
    bonus = row["bonus"] + (SECONDARY if row["type"] == "secondary" else 0)
    threat = "" if row["threat"] == 20 else f"{row['threat']} to 20 "
    increment = f", {row['increment']} feet" if row["increment"] else ""
    return f"{bonus:+d}, {row['dice'] or 'no damage'}, {threat}×{row['multiplier']}{increment}"


def _attack_words(sheet: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return an attack in words: its type, its numbers, and its special features."""
    sort = "" if row["sort"] == "physical" else "energy or other damage"
    only = "only in a full attack" if row["full_only"] else ""
    parts = (f"{ATTACK_TYPES_BY_KEY[row['type']].name} {attack_numbers(row)}", sort, only)
    return "; ".join(part for part in parts if part)


def _spell_words(sheet: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return a spell in words; its save only if it has one, and the save's effect only if it deals damage."""
    damage = f"{row['dice']} {_SPELL_DAMAGE[row['sort']]}damage" if row["dice"] else ""
    save = f"{dict(SPELL_SAVES)[row['save']]} save DC {row['dc']}" if row["save"] != "none" else ""
    if save and damage:
        save = f"{save} {_SAVED_WORDS[row['saved']]}"
    touch = "" if row["touch"] == "none" else dict(SPELL_TOUCHES)[row["touch"]]
    return "; ".join(part for part in (dict(CASTING_TIMES)[row["time"]], touch, damage, save, row["effect"]) if part)


def _modifier(key: str, label: str) -> SheetField:
    return SheetField(key, label, low=-20, high=FULL, section="Abilities")


def _part(key: str, label: str, low: int = 0) -> SheetField:
    return SheetField(key, label, low=low, high=FULL, section="Armor Class")


def _bonus(key: str, label: str, section: str, explained: str = "") -> SheetField:
    return SheetField(key, label, low=BELOW, high=FULL, section=section, help=explained)


OLDER_CREATURE = SheetKind(
    "older-creature",
    "Combatant",
    (
        SheetField("hp", "Hit points", default=10, low=1, high=MAX_HP, needed=True, section="Health"),
        SheetField("constitution", "Constitution score", default=10, low=1, high=FULL, needed=True, section="Health"),
        SheetField("dr", "Damage reduction", high=FULL, section="Health"),
        SheetField("dr_bypass", "Bypassed by", "word", section="Health"),
        _modifier("strength", "Strength modifier"),
        _modifier("dexterity", "Dexterity modifier"),
        _modifier("constitution_modifier", "Constitution modifier"),
        _modifier("intelligence", "Intelligence modifier"),
        _modifier("wisdom", "Wisdom modifier"),
        _modifier("charisma", "Charisma modifier"),
        _part("ac_armor", "Armor"),
        SheetField("ac_force", "The armor bonus is force", "flag", section="Armor Class"),
        _part("ac_shield", "Shield"),
        _part("ac_natural", "Natural armor"),
        _part("ac_dexterity", "Dexterity", BELOW),
        _part("ac_dodge", "Dodge"),
        _part("ac_deflection", "Deflection"),
        _part("ac_size", "Size", BELOW),
        _part("ac_other", "Other", BELOW),
        *(_bonus(row.key, row.name, "Saves") for row in SAVE_ROWS),
        _bonus("initiative", "Initiative", "Fighting"),
        _bonus("base_attack", "Base attack", "Fighting"),
        SheetField("cmb", "CMB", low=BELOW, high=FULL, section="Fighting"),
        SheetField("cmd", "CMD", default=10, low=BELOW, high=FULL, section="Fighting"),
        SheetField("combat_reflexes", "Combat Reflexes", "flag", section="Fighting"),
        SheetField("improved_unarmed", "Improved Unarmed Strike", "flag", section="Fighting"),
        SheetField(
            "size", "Size", "choice", "Medium", options=tuple((size, size) for size in SIZES), section="Movement"
        ),
        SheetField("reach", "Reach (feet)", high=FULL, section="Movement", help="0: by size. Include a reach weapon."),
        SheetField(
            "people",
            "Race",
            "choice",
            "human",
            options=(*((row.key, row.name) for row in SPEEDS), ("other", "Other")),
            section="Movement",
        ),
        SheetField("armor", "Armor worn", "choice", options=ARMOR_WEIGHTS, section="Movement"),
        SheetField("speed", "Speed (feet)", high=1_000, section="Movement", help="0: by race and armor."),
        SheetField("attacks", "Attacks", "rows", columns=_ATTACKS, section="Attacks", row_words=_attack_words),
        _bonus("melee_touch", "Melee touch attack", "Magic"),
        _bonus("ranged_touch", "Ranged touch attack", "Magic"),
        _bonus("concentration", "Concentration", "Magic", "By the table."),
        SheetField("spells", "Spells", "rows", columns=_SPELLS, section="Magic", row_words=_spell_words),
        SheetField("items", "Magic items", "rows", columns=_ITEMS, section="Magic"),
        SheetField("notes", "Notes", "text", section="Notes", help="Feats, senses and anything else for the table."),
    ),
    "Copy the numbers of a character or monster. Each attack of a full attack is a row of its own.",
)

_ASSUMED_RANGE = "Assumed: the source has only how many increments a weapon reaches."
_ASSUMED_ACTIONS = "Assumed: the table of actions is missing from the source."
_IN_YOUR_WORDS = "By the table. Your words are shown beside the combatant."


OLDER_TABLE = SheetKind(
    "older-table",
    "What the table agrees on",
    (
        agreed_field("ac_base", "Armor Class starts at", 10, "Attacks", "Assumed: the source has no number."),
        agreed_field(
            "equal_hits", "A total equal to the Armor Class hits", True, "Attacks", "Assumed: the source does not say."
        ),
        agreed_field("increment_penalty", "Penalty per further range increment", 2, "Attacks", _ASSUMED_RANGE, high=20),
        agreed_field("ranged_provokes", "Ranged attacks provoke", True, "Provoking", _ASSUMED_ACTIONS),
        agreed_field("maneuvers_provoke", "Combat maneuvers provoke", True, "Provoking", _ASSUMED_ACTIONS),
        agreed_field("free_actions", "Free actions in a turn", 5, "Turns", "The limit is the game master’s.", high=99),
        agreed_field(
            "defensive_dc", "DC to cast on the defensive", 15, "Magic", "Assumed: this check is by the table."
        ),
        agreed_field(
            "concentration_dc", "DC to keep a spell when hurt", 15, "Magic", "Assumed: this check is by the table."
        ),
        agreed_field("at_zero", "At exactly 0 hit points", "the table decides", "Health", _IN_YOUR_WORDS),
        agreed_field("nonlethal", "Nonlethal as high as hit points", "the table decides", "Health", _IN_YOUR_WORDS),
    ),
    "The source of these rules is incomplete. Muster plays with these numbers until you change them.",
)


def unarmed_row() -> dict[str, object]:
    """Return the unarmed strike of a Medium creature as a row of attacks."""
    usual = {attack.key: attack.usual for attack in _ATTACKS}
    return {**usual, "name": "Unarmed strike", "dice": UNARMED_DICE, "type": "unarmed"}


def check_older_sheet(sheet: FightSheet) -> None:
    """Raise ``RulesError`` for a sheet with more dice than are thrown at once, or without a speed."""
    for key, most in (("attacks", MOST_ATTACK_DICE), ("spells", MOST_SPELL_DICE)):
        for row in sheet.rows(key):
            count = _DICE_COUNT.match(row["dice"])
            if count and int(count[1]) > most:
                raise RulesError(f"{row['name']}: write at most {most} dice of damage.")
    if sheet.word("people") == "other" and not sheet.number("speed"):
        raise RulesError("Enter a speed in feet, or choose a race.")


def speed_of_sheet(sheet: FightSheet) -> int:
    """Return the speed of a combatant in feet: its sheet's, otherwise that of its people in its armor."""
    return sheet.number("speed") or older_speed(sheet.word("people"), sheet.word("armor"))


def reach_of_sheet(sheet: FightSheet) -> int:
    """Return the reach of a combatant in feet: its sheet's, otherwise that of its size."""
    return sheet.number("reach") or reach_by_size(sheet.word("size"))


def has_natural_weapon(sheet: FightSheet) -> bool:
    """Return True if a combatant counts as armed without a weapon in hand."""
    natural = any(row["type"] in ("natural", "secondary") for row in sheet.rows("attacks"))
    return natural or sheet.flag("improved_unarmed")


def is_armed_by_sheet(sheet: FightSheet) -> bool:
    """Return True if a combatant begins a fight armed: with a melee weapon, or with natural ones."""
    return has_natural_weapon(sheet) or any(row["type"] == "melee" for row in sheet.rows("attacks"))

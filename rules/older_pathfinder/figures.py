"""The figures of the older combat rules, as tables, and bonuses by type.

``sheets.OLDER_TABLE`` has what they leave open.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.text import slug

ATTACK_DIE = 20
"""The sides of the die of attacks, saves, initiative and checks."""
ALWAYS_FAILS, ALWAYS_WORKS = 1, 20
"""The faces by which an attack always misses or hits, and a save always fails or succeeds."""

OlderSave = Literal["fortitude", "reflex", "will"]


class OlderSaveRow(NamedTuple):
    """A saving throw and the ability that adds to it."""

    key: OlderSave
    name: str
    ability: str


SAVE_ROWS = (
    OlderSaveRow("fortitude", "Fortitude", "Constitution"),
    OlderSaveRow("reflex", "Reflex", "Dexterity"),
    OlderSaveRow("will", "Will", "Wisdom"),
)

TurnCost = Literal["standard", "move", "full-round", "swift", "free", "none"]


class TurnCostRow(NamedTuple):
    """A kind of action: how many of it a turn has (None: as many as the game master allows)."""

    key: TurnCost
    name: str
    per_turn: int | None


TURN_COSTS = (
    TurnCostRow("standard", "Standard action", 1),
    TurnCostRow("move", "Move action", 1),
    TurnCostRow("full-round", "Full-round action", 1),
    TurnCostRow("swift", "Swift action", 1),
    TurnCostRow("free", "Free action", None),
    TurnCostRow("none", "Not an action", None),
)

RUN_MULTIPLIER, HEAVY_RUN_MULTIPLIER = 4, 3
"""The multiplier of speed for a run, normally and in heavy armor."""


class SpeedRow(NamedTuple):
    """The speed of a race in feet, without and in medium or heavy armor."""

    key: str
    name: str
    base: int
    in_armor: int


SPEEDS = (
    SpeedRow("dwarf", "Dwarf", 20, 20),
    SpeedRow("gnome", "Gnome", 20, 15),
    SpeedRow("halfling", "Halfling", 20, 15),
    SpeedRow("human", "Human", 30, 20),
    SpeedRow("elf", "Elf", 30, 20),
    SpeedRow("half-elf", "Half-elf", 30, 20),
    SpeedRow("half-orc", "Half-orc", 30, 20),
    SpeedRow("humanoid", "Humanoid monster", 30, 20),
)
SPEEDS_BY_KEY = {row.key: row for row in SPEEDS}

ARMOR_WEIGHTS = (("none", "No armor"), ("light", "Light"), ("medium", "Medium"), ("heavy", "Heavy"))

SIZES = ("Fine", "Diminutive", "Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan", "Colossal")
"""Sizes from small to large. The rules name Small and Medium and count steps; the other names are an assumption."""
SMALL_REACH, LARGE_REACH = 5, 10
"""The natural reach in feet of Medium and smaller creatures, and the least usual one of larger ones."""

OPPORTUNITIES = 1
"""Opportunity attacks in a round, before Combat Reflexes."""

INTO_MELEE = {0: -4, 1: -4, 2: -2, 3: 0}
"""The modifier for shooting into melee by the number of sizes that the target is larger than the adjacent friend."""
SECONDARY = -5
LETHAL_UNARMED = -4
UNARMED_DICE = "1d3"
"""The damage of a Medium creature’s unarmed strike, which is nonlethal."""

THROWN_INCREMENTS, PROJECTILE_INCREMENTS = 5, 10
"""The most range increments of thrown weapons and of projectile weapons."""

MANEUVERS = ("dirty trick", "disarm", "drag", "grapple", "overrun", "reposition", "steal", "sunder", "trip")
MANEUVER_WORDS = {
    "dirty trick": "tries a dirty trick on",
    "steal": "tries to steal from",
    "sunder": "tries to sunder something of",
}
"""The log's words for maneuvers whose names do not fit “tries to”."""
MELEE_MANEUVERS = ("disarm", "sunder")
"""Maneuvers that can replace any melee attack, an opportunity attack too."""


def maneuver_options() -> tuple[tuple[str, str], ...]:
    """Return the maneuvers with their keys."""
    return tuple((slug(maneuver), maneuver.capitalize()) for maneuver in MANEUVERS)


class AttackType(NamedTuple):
    """A type of attack: its key and name, how Strength adds to damage, and its maximum number of range increments.

    ``strength`` is ``full``, ``half``, ``penalty`` (no bonus) or ``none``. ``increments`` is 0 in melee.
    """

    key: str
    name: str
    strength: Literal["full", "half", "penalty", "none"]
    increments: int = 0


ATTACK_TYPES = (
    AttackType("melee", "Melee", "full"),
    AttackType("thrown", "Thrown", "full", THROWN_INCREMENTS),
    AttackType("bow", "Bow", "penalty", PROJECTILE_INCREMENTS),
    AttackType("composite", "Composite bow", "full", PROJECTILE_INCREMENTS),
    AttackType("sling", "Sling", "full", PROJECTILE_INCREMENTS),
    AttackType("projectile", "Other projectile", "none", PROJECTILE_INCREMENTS),
    AttackType("natural", "Natural", "full"),
    AttackType("secondary", "Secondary natural", "half"),
    AttackType("unarmed", "Unarmed", "full"),
)
ATTACK_TYPES_BY_KEY = {row.key: row for row in ATTACK_TYPES}


def older_speed(people: str, armor: str) -> int:
    """Return the speed in feet of a race in armor of a weight. Errors: ``KeyError`` for a race without one."""
    row = SPEEDS_BY_KEY[people]
    return row.in_armor if armor in ("medium", "heavy") else row.base


def run_feet(speed: int, armor: str) -> int:
    """Return the distance of a run in feet: four times the speed, three times in heavy armor."""
    return speed * (HEAVY_RUN_MULTIPLIER if armor == "heavy" else RUN_MULTIPLIER)


def reach_by_size(size: str) -> int:
    """Return the usual natural reach in feet of a size."""
    return LARGE_REACH if SIZES.index(size) > SIZES.index("Medium") else SMALL_REACH


def into_melee(target: str, friend: str) -> int:
    """Return the modifier for shooting at a target of a size that fights a friend of another."""
    larger = SIZES.index(target) - SIZES.index(friend)
    return INTO_MELEE[min(3, max(0, larger))]


def strength_part(attack_type: str, strength: int) -> int:
    """Return Strength's part in the damage of an attack; half a bonus is rounded down, a penalty applies in full."""
    match ATTACK_TYPES_BY_KEY[attack_type].strength:
        case "full":
            return strength
        case "half":
            return strength // 2 if strength > 0 else strength
        case "penalty":
            return min(0, strength)
    return 0


def increment_penalty(distance: int, increment: int, penalty: int) -> int:
    """Return the modifier for a distance in feet: a penalty for each range increment beyond the first."""
    return 0 if increment == 0 or distance <= increment else -penalty * (range_increments(distance, increment) - 1)


def range_increments(distance: int, increment: int) -> int:
    """Return the number of range increments in a distance in feet, at least 1."""
    return max(1, -(-distance // increment))


def combined_multiplier(*multipliers: int) -> int:
    """Return the combination of several multipliers; each applies to the original damage.

    >>> combined_multiplier(2, 2)
    3
    """
    return 1 + sum(multiplier - 1 for multiplier in multipliers)


ADDS_UP = frozenset({"", "dodge", "other"})
"""Types of bonuses that all count."""
FORCE_ARMOR = "force armor"
"""An armor bonus made of force, which counts against incorporeal touch, too."""

_OTHER_WORDS = {"natural": "natural armor", "force": FORCE_ARMOR, "untyped": "", "none": "", "dodging": "dodge"}


def bonus_type(typed: str) -> str:
    """Return a type of bonus as it was typed, in lower case and in the words of the rules.

    >>> bonus_type("Natural")
    'natural armor'
    """
    word = typed.lower().removesuffix(" bonus").strip()
    return _OTHER_WORDS.get(word, word)


BONUS_TARGETS = (
    ("attack", "Attack rolls"),
    ("damage", "Damage"),
    ("ac", "Armor Class"),
    ("fortitude", "Fortitude"),
    ("reflex", "Reflex"),
    ("will", "Will"),
    ("saves", "All saves"),
    ("cmb", "CMB"),
    ("cmd", "CMD"),
    ("concentration", "Concentration"),
)
_PLAIN_TARGETS = frozenset({"attack", "damage", "saves", "concentration"})
MAX_BONUSES = 40


@dataclass(frozen=True, slots=True)
class TypedBonus:
    """A present bonus or penalty: its type (lowercase, "" for none), its value, what it affects, and its end."""

    type: str
    value: int
    to: str = ""
    until: str = ""

    @property
    def stacking_type(self) -> str:
        """The type as stacking sees it: an armor bonus of force is still an armor bonus."""
        return "armor" if self.type == FORCE_ARMOR else self.type


def stacked_bonuses(bonuses: Iterable[TypedBonus]) -> int:
    """Return the total of bonuses and penalties: only the highest bonus of each type counts."""
    bonuses = tuple(bonuses)
    total = sum(
        typed_bonus.value for typed_bonus in bonuses if typed_bonus.value < 0 or typed_bonus.stacking_type in ADDS_UP
    )
    highest: dict[str, int] = {}
    for typed_bonus in bonuses:
        if typed_bonus.value > 0 and typed_bonus.stacking_type not in ADDS_UP:
            highest[typed_bonus.stacking_type] = max(typed_bonus.value, highest.get(typed_bonus.stacking_type, 0))
    return total + sum(highest.values())


def bonus_word(bonus: TypedBonus) -> str:
    """Return a bonus in words, such as ``+2 dodge to Armor Class until the end of the round``."""
    label = dict(BONUS_TARGETS).get(bonus.to, bonus.to)
    to = label.lower() if bonus.to in _PLAIN_TARGETS else label
    words = " ".join(part for part in (f"{bonus.value:+d}", bonus.type, f"to {to}") if part)
    until = bonus.until.removeprefix("until ")
    return f"{words} until {until}" if until else words

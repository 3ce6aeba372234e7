"""Advancement: the classes, how HP and damage grow with level, and the advances from a scenario."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules.errors import RulesError
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.tables.prose import Entry, Prose
from rules.tables.rolls import d6
from rules.tables.stats import StatChange
from rules.text import listed, with_article

DICE = 3
ADVANCES_PER_LEVEL = 3
ROLLS = 6**DICE
PROSE = Prose("advancement", DICE=DICE, ADVANCES_PER_LEVEL=ADVANCES_PER_LEVEL, MAX_LEVEL=MAX_LEVEL)


@dataclass(frozen=True, slots=True)
class Advance:
    """One result of 3d6: a change to a stat, or a feat if there is none; ``ways`` of the 216 rolls give it."""

    total: int
    change: StatChange | None
    ways: int

    @property
    def is_feat(self) -> bool:
        """Whether the owner picks a feat."""
        return self.change is None

    @property
    def name(self) -> str:
        """``Feat``, or the change as in ``Will +1``."""
        return "Feat" if self.change is None else str(self.change)


def _better(stat: str) -> StatChange:
    return StatChange(stat, 1)


# The table prints "Attack" at 10 and 15. There is no such stat: it is Fight, as in the table of classes.
ADVANCES: tuple[Advance, ...] = (
    Advance(3, None, 1),
    Advance(4, _better("will"), 3),
    Advance(5, _better("fortitude"), 6),
    Advance(6, _better("armor"), 10),
    Advance(7, None, 15),
    Advance(8, _better("fortitude"), 21),
    Advance(9, _better("reflex"), 25),
    Advance(10, _better("fight"), 27),
    Advance(11, _better("power"), 27),
    Advance(12, _better("armor"), 25),
    Advance(13, _better("will"), 21),
    Advance(14, None, 15),
    Advance(15, _better("fight"), 10),
    Advance(16, _better("power"), 6),
    Advance(17, _better("will"), 3),
    Advance(18, _better("reflex"), 1),
)

BY_TOTAL: dict[int, Advance] = {row.total: row for row in ADVANCES}


def advance(faces: Sequence[int]) -> Advance:
    """Return the advance of three d6; another number of dice raises ``RulesError``."""
    # Each creature that took part in a scenario rolls 3d6, eliminated or not. Campaign play, "Advancement".
    if len(faces) != DICE:
        raise RulesError(f"An advance is rolled with {DICE} dice, not {len(faces)}.")
    return BY_TOTAL[sum(map(d6, faces))]


def level_after(level: int, number_of_advances: int) -> int:
    """Return the level of a creature that started at ``level`` and has had so many advances."""
    # One level for every three advances, up to level 14: beyond it the tables have no rows, so advances still
    # count and levels stop. Campaign play, "Advancement".
    if number_of_advances < 0:
        raise RulesError(f"A creature cannot have {number_of_advances} advances.")
    return min(level + number_of_advances // ADVANCES_PER_LEVEL, MAX_LEVEL)


def _entry(name: str) -> Entry:
    rows = [row for row in ADVANCES if row.name == name]
    totals = listed(map(str, (row.total for row in rows)), "or")
    return PROSE.entry(
        "advancement",
        name,
        section="feat" if rows[0].is_feat else "each",
        facts=(("3d6", totals), ("Chance", f"{sum(row.ways for row in rows)} in {ROLLS}")),
        where="Advancement",
        label=name,
        totals=totals,
    )


DamageColumn = Literal["extreme", "high", "moderate", "low", "area_unlimited", "area_limited"]

COLUMNS: tuple[DamageColumn, ...] = ("extreme", "high", "moderate", "low", "area_unlimited", "area_limited")
STRIKE_COLUMNS: tuple[DamageColumn, ...] = ("extreme", "high", "moderate", "low")
_DAMAGE_PROSE = Prose("damage_progression")


@dataclass(frozen=True, slots=True)
class DamageRow:
    """The damage of one level in each column."""

    level: int
    extreme: int
    high: int
    moderate: int
    low: int
    area_unlimited: int
    area_limited: int

    def value(self, column: DamageColumn) -> int:
        """Return the damage in a column."""
        amount: int = getattr(self, column)
        return amount


DAMAGE_PROGRESSION: tuple[DamageRow, ...] = (
    DamageRow(-1, 4, 3, 3, 2, 2, 4),
    DamageRow(0, 6, 5, 4, 3, 4, 6),
    DamageRow(1, 8, 6, 5, 4, 5, 7),
    DamageRow(2, 10, 9, 8, 6, 7, 10),
    DamageRow(3, 15, 10, 10, 8, 9, 15),
    DamageRow(4, 20, 15, 10, 9, 10, 20),
    DamageRow(5, 20, 15, 15, 10, 10, 20),
    DamageRow(6, 25, 20, 15, 10, 15, 25),
    DamageRow(7, 25, 20, 15, 10, 15, 30),
    DamageRow(8, 30, 20, 20, 15, 15, 30),
    DamageRow(9, 30, 25, 20, 15, 20, 35),
    DamageRow(10, 35, 25, 20, 15, 20, 40),
    DamageRow(11, 35, 30, 25, 20, 20, 40),
    DamageRow(12, 40, 30, 25, 20, 25, 45),
    DamageRow(13, 40, 30, 25, 20, 25, 50),
    DamageRow(14, 45, 35, 30, 25, 25, 55),
)

_BY_LEVEL: dict[int, DamageRow] = {row.level: row for row in DAMAGE_PROGRESSION}


def damage_at(level: int, column: DamageColumn) -> int:
    """Return the damage of a column at a level; raise ``RulesError`` outside -1 to 14."""
    try:
        return _BY_LEVEL[level].value(column)
    except KeyError:
        raise RulesError(f"The damage table has levels -1 to 14, not {level}.") from None


def nearest_column(amount: int, level: int) -> DamageColumn:
    """Return the strike column that damage at a level belongs to, for a creature without a class."""
    # The rulebook says to find the column and not which, where the value stands in several or in none. Muster
    # takes the nearest, the lower of two that are equally near, and keeps it for all later levels:
    # docs/rulings.md. Campaign play, "Advancement".
    return min(reversed(STRIKE_COLUMNS), key=lambda column: abs(damage_at(level, column) - amount))


def area_column(*, limited: bool) -> DamageColumn:
    """Return the column of a power with an area; ``limited`` if it has a limited number of uses."""
    # Campaign play, "Damage progression".
    return "area_limited" if limited else "area_unlimited"


def scaled(amount: int, column: DamageColumn, from_level: int, to_level: int) -> int:
    """Return an amount of damage after its creature goes from one level to another."""
    # Damage that stands in its column becomes the column's value at the new level; damage that does not stand
    # there rises by the same difference. One sum says both. Campaign play, "Advancement".
    return amount + damage_at(to_level, column) - damage_at(from_level, column)


UPPER_GROWTH_FROM = 8
GROWTH_BELOW_LEVEL_1 = 5
_CLASS_PROSE = Prose("classes")


@dataclass(frozen=True, slots=True)
class CharacterClass:
    """A class: its stats at level 1, its damage and the columns that the damage follows, and its HP.

    ``hp`` is the maximum at level 1; reaching each of the levels 2 to 7 adds ``hp_growth``, each from 8 on
    ``upper_hp_growth``.
    """

    name: str
    fight: int
    melee_damage: int
    melee_column: DamageColumn
    ranged_damage: int
    ranged_column: DamageColumn
    armor: int
    power: int
    fortitude: int
    reflex: int
    will: int
    hp: int
    hp_growth: int
    upper_hp_growth: int


CLASSES: tuple[CharacterClass, ...] = (
    CharacterClass("Alchemist", 6, 5, "moderate", 5, "moderate", 14, 13, 6, 6, 6, 20, 12, 15),
    CharacterClass("Barbarian", 6, 8, "extreme", 6, "high", 14, 13, 9, 6, 6, 25, 20, 25),
    CharacterClass("Bard", 4, 5, "moderate", 4, "low", 14, 19, 3, 6, 9, 20, 12, 15),
    CharacterClass("Champion", 6, 6, "high", 5, "moderate", 18, 13, 6, 3, 6, 20, 15, 20),
    CharacterClass("Cleric (Cloistered)", 4, 5, "moderate", 4, "low", 12, 18, 3, 6, 9, 20, 12, 15),
    CharacterClass("Cleric (Warpriest)", 6, 5, "moderate", 4, "low", 15, 16, 6, 3, 9, 20, 15, 20),
    CharacterClass("Druid", 4, 5, "moderate", 4, "low", 14, 18, 6, 6, 9, 20, 12, 15),
    CharacterClass("Fighter", 8, 6, "high", 5, "moderate", 15, 13, 6, 6, 3, 20, 15, 20),
    CharacterClass("Monk", 6, 6, "high", 5, "moderate", 17, 13, 6, 6, 6, 20, 15, 20),
    CharacterClass("Ranger", 8, 6, "high", 6, "high", 15, 13, 6, 6, 6, 20, 15, 20),
    CharacterClass("Rogue", 6, 5, "moderate", 5, "moderate", 15, 13, 3, 9, 6, 20, 12, 15),
    CharacterClass("Sorcerer", 4, 4, "low", 4, "low", 12, 18, 3, 6, 6, 15, 10, 15),
    CharacterClass("Wizard", 4, 4, "low", 4, "low", 12, 18, 3, 6, 6, 15, 10, 15),
)

CLASSES_BY_NAME: dict[str, CharacterClass] = {row.name: row for row in CLASSES}


def character_class(name: str) -> CharacterClass:
    """Return the class of that name; raise ``RulesError`` for any other word."""
    try:
        return CLASSES_BY_NAME[name]
    except KeyError:
        raise RulesError(f"{name!r} is not a class; there are {', '.join(CLASSES_BY_NAME)}.") from None


def hp_growth(name: str, level: int) -> int:
    """Return how many HP a creature of a class gains on reaching a level."""
    # The class's figure is added on reaching each level, the first from 2 to 7, the second from 8 on. The table
    # starts at level 1; below it Muster adds 5 a level (docs/rulings.md). Class table, "HP".
    row = character_class(name)
    if not MIN_LEVEL < level <= MAX_LEVEL:
        raise RulesError(f"A creature reaches levels {MIN_LEVEL + 1} to {MAX_LEVEL}, not {level}.")
    if level <= 1:
        return GROWTH_BELOW_LEVEL_1
    return row.upper_hp_growth if level >= UPPER_GROWTH_FROM else row.hp_growth


@cache
def hp_at(name: str, level: int) -> int:
    """Return the maximum HP that a creature of a class is expected to have at a level, from -1 to 14."""
    # The class's HP at level 1 plus the growth of each level reached since, or less that of each still to
    # come. Class table, "HP".
    row = character_class(name)
    if not MIN_LEVEL <= level <= MAX_LEVEL:
        raise RulesError(f"Levels go from {MIN_LEVEL} to {MAX_LEVEL}, not to {level}.")
    gained = sum(hp_growth(name, reached) for reached in range(2, level + 1))
    missing = sum(hp_growth(name, reached) for reached in range(level + 1, 2))
    return row.hp + gained - missing


def nearest_class(hp: int, level: int) -> CharacterClass:
    """Return the class whose growth a creature without a class follows, by its maximum HP at its level."""
    # The class with the nearest HP at that level; among equals the one that grows least, then the first in
    # the table. The choice is made at the first level-up and kept. Campaign play, "Advancement".
    return min(CLASSES, key=lambda row: (abs(hp_at(row.name, level) - hp), row.hp_growth, row.upper_hp_growth))


def _class_entry(row: CharacterClass) -> Entry:
    saves = f"{row.fortitude:+d} / {row.reflex:+d} / {row.will:+d}"
    return _CLASS_PROSE.entry(
        "class",
        row.name,
        section="each",
        facts=(
            ("Fight", f"{row.fight:+d}"),
            ("Melee damage", f"{row.melee_damage} ({row.melee_column})"),
            ("Ranged damage", f"{row.ranged_damage} ({row.ranged_column})"),
            ("Armor", str(row.armor)),
            ("Power", str(row.power)),
            ("Fort / Reflex / Will", saves),
            ("HP", f"{row.hp}, +{row.hp_growth} per level (2-7), +{row.upper_hp_growth} per level (8+)"),
        ),
        where="Class table",
        row=row,
        who=with_article(row.name),
    )


def entries() -> tuple[Entry, ...]:
    """Return one entry per different advance, the level-up, one about damage and level, and one per class."""
    names = dict.fromkeys(row.name for row in ADVANCES)
    rows = (
        (f"Level {row.level}", " / ".join(str(row.value(column)) for column in COLUMNS)) for row in DAMAGE_PROGRESSION
    )
    columns = ("Columns", " / ".join(column.replace("_", " ") for column in COLUMNS))
    return (
        *map(_entry, names),
        *PROSE.terms("advancement"),
        _DAMAGE_PROSE.term("advancement", "damage-progression", facts=(columns, *rows)),
        *map(_class_entry, CLASSES),
    )

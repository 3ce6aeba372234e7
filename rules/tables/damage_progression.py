"""Damage by level in six columns, and how damage follows a level-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.tables.entry import Entry
from rules.tables.prose import Prose

DamageColumn = Literal["extreme", "high", "moderate", "low", "area_unlimited", "area_limited"]

COLUMNS: tuple[DamageColumn, ...] = ("extreme", "high", "moderate", "low", "area_unlimited", "area_limited")
STRIKE_COLUMNS: tuple[DamageColumn, ...] = ("extreme", "high", "moderate", "low")
PROSE = Prose("damage_progression")


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
    """Return what damage becomes when its creature goes from one level to another."""
    # Damage that stands in its column becomes the column's value at the new level; damage that does not stand
    # there rises by the same difference. One sum says both. Campaign play, "Advancement".
    return amount + damage_at(to_level, column) - damage_at(from_level, column)


def entries() -> tuple[Entry, ...]:
    """Return the one entry about damage and level."""
    rows = (
        (f"Level {row.level}", " / ".join(str(row.value(column)) for column in COLUMNS)) for row in DAMAGE_PROGRESSION
    )
    columns = ("Columns", " / ".join(column.replace("_", " ") for column in COLUMNS))
    return (PROSE.term("advancement", "damage-progression", facts=(columns, *rows)),)

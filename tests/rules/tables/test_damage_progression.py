"""Damage by level."""

import pytest

from rules.errors import RulesError
from rules.tables.advancement import (
    COLUMNS,
    DAMAGE_PROGRESSION,
    DamageColumn,
    area_column,
    damage_at,
    entries,
    nearest_column,
    scaled,
)
from tests.rows import every_row

#        level: extreme, high, moderate, low, area unlimited, area limited
TABLE = {
    -1: (4, 3, 3, 2, 2, 4),
    0: (6, 5, 4, 3, 4, 6),
    1: (8, 6, 5, 4, 5, 7),
    2: (10, 9, 8, 6, 7, 10),
    3: (15, 10, 10, 8, 9, 15),
    4: (20, 15, 10, 9, 10, 20),
    5: (20, 15, 15, 10, 10, 20),
    6: (25, 20, 15, 10, 15, 25),
    7: (25, 20, 15, 10, 15, 30),
    8: (30, 20, 20, 15, 15, 30),
    9: (30, 25, 20, 15, 20, 35),
    10: (35, 25, 20, 15, 20, 40),
    11: (35, 30, 25, 20, 20, 40),
    12: (40, 30, 25, 20, 25, 45),
    13: (40, 30, 25, 20, 25, 50),
    14: (45, 35, 30, 25, 25, 55),
}


@every_row("level", TABLE)
def test_every_row_of_the_table(level: int) -> None:
    assert tuple(damage_at(level, column) for column in COLUMNS) == TABLE[level]


def test_the_table_has_sixteen_levels_and_no_more() -> None:
    assert [row.level for row in DAMAGE_PROGRESSION] == list(TABLE)
    for level in (-2, 15):
        with pytest.raises(RulesError, match="-1 to 14"):
            damage_at(level, "high")


@every_row("level", range(-1, 14))
@every_row("column", COLUMNS)
def test_damage_in_a_column_follows_it_one_level_up(level: int, column: DamageColumn) -> None:
    index = COLUMNS.index(column)
    assert scaled(TABLE[level][index], column, level, level + 1) == TABLE[level + 1][index]


def test_damage_that_stands_in_no_column_grows_by_the_difference() -> None:
    assert scaled(13, "high", 5, 6) == 18
    assert scaled(7, "low", 2, 2) == 7


@every_row(
    ("amount", "level", "column"),
    [
        (8, 1, "extreme"),
        (6, 1, "high"),
        (5, 1, "moderate"),
        (4, 1, "low"),
        (10, 3, "moderate"),  # high and moderate are both 10
        (7, 2, "low"),  # as near to 8 as to 6
        (13, 5, "moderate"),  # high and moderate are both 15
        (50, 14, "extreme"),
        (1, 14, "low"),
        (3, -1, "moderate"),
    ],
)
def test_the_nearest_column_and_the_lower_of_two(amount: int, level: int, column: str) -> None:
    assert nearest_column(amount, level) == column


def test_powers_with_an_area_have_their_own_columns() -> None:
    assert area_column(limited=True) == "area_limited"
    assert area_column(limited=False) == "area_unlimited"


def test_the_entry_holds_every_level() -> None:
    entry = next(entry for entry in entries() if entry.key == "damage-progression")
    assert len(entry.facts) == 17
    assert entry.facts[0] == ("Columns", "extreme / high / moderate / low / area unlimited / area limited")
    assert dict(entry.facts)["Level 5"] == "20 / 15 / 15 / 10 / 10 / 20"

"""The classes and their HP."""

import pytest

from rules.errors import RulesError
from rules.tables.advancement import CLASSES, character_class, damage_at, hp_at, hp_growth, nearest_class
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

#   name: Fight, melee, ranged, Armor, Power, Fortitude, Reflex, Will, (HP at 1, per level 2-7, per level 8+)
TABLE: dict[str, tuple[object, ...]] = {
    "Alchemist": (6, "5 moderate", "5 moderate", 14, 13, 6, 6, 6, (20, 12, 15)),
    "Barbarian": (6, "8 extreme", "6 high", 14, 13, 9, 6, 6, (25, 20, 25)),
    "Bard": (4, "5 moderate", "4 low", 14, 19, 3, 6, 9, (20, 12, 15)),
    "Champion": (6, "6 high", "5 moderate", 18, 13, 6, 3, 6, (20, 15, 20)),
    "Cleric (Cloistered)": (4, "5 moderate", "4 low", 12, 18, 3, 6, 9, (20, 12, 15)),
    "Cleric (Warpriest)": (6, "5 moderate", "4 low", 15, 16, 6, 3, 9, (20, 15, 20)),
    "Druid": (4, "5 moderate", "4 low", 14, 18, 6, 6, 9, (20, 12, 15)),
    "Fighter": (8, "6 high", "5 moderate", 15, 13, 6, 6, 3, (20, 15, 20)),
    "Monk": (6, "6 high", "5 moderate", 17, 13, 6, 6, 6, (20, 15, 20)),
    "Ranger": (8, "6 high", "6 high", 15, 13, 6, 6, 6, (20, 15, 20)),
    "Rogue": (6, "5 moderate", "5 moderate", 15, 13, 3, 9, 6, (20, 12, 15)),
    "Sorcerer": (4, "4 low", "4 low", 12, 18, 3, 6, 6, (15, 10, 15)),
    "Wizard": (4, "4 low", "4 low", 12, 18, 3, 6, 6, (15, 10, 15)),
}


def test_every_row_of_the_table() -> None:
    rows = {
        row.name: (
            row.fight,
            f"{row.melee_damage} {row.melee_column}",
            f"{row.ranged_damage} {row.ranged_column}",
            row.armor,
            row.power,
            row.fortitude,
            row.reflex,
            row.will,
            (row.hp, row.hp_growth, row.upper_hp_growth),
        )
        for row in CLASSES
    }
    assert rows == TABLE
    assert list(rows) == list(TABLE)


@every_row("name", TABLE)
def test_the_damage_of_a_class_stands_in_its_column_at_level_one(name: str) -> None:
    row = character_class(name)
    assert row.melee_damage == damage_at(1, row.melee_column)
    assert row.ranged_damage == damage_at(1, row.ranged_column)


@pytest.mark.parametrize(
    ("name", "by_level"),
    [
        # levels -1 to 14
        ("Fighter", [10, 15, 20, 35, 50, 65, 80, 95, 110, 130, 150, 170, 190, 210, 230, 250]),
        ("Barbarian", [15, 20, 25, 45, 65, 85, 105, 125, 145, 170, 195, 220, 245, 270, 295, 320]),
        ("Wizard", [5, 10, 15, 25, 35, 45, 55, 65, 75, 90, 105, 120, 135, 150, 165, 180]),
        ("Rogue", [10, 15, 20, 32, 44, 56, 68, 80, 92, 107, 122, 137, 152, 167, 182, 197]),
    ],
)
def test_hp_at_every_level(name: str, by_level: list[int]) -> None:
    assert [hp_at(name, level) for level in range(-1, 15)] == by_level


@every_row("name", TABLE)
def test_growth_is_what_lies_between_two_levels(name: str) -> None:
    for level in range(15):
        assert hp_at(name, level) - hp_at(name, level - 1) == hp_growth(name, level)


def test_levels_outside_the_game_and_unknown_classes_are_refused() -> None:
    for level in (-2, 15):
        with pytest.raises(RulesError):
            hp_at("Monk", level)
    for level in (-1, 15):
        with pytest.raises(RulesError):
            hp_growth("Monk", level)
    with pytest.raises(RulesError, match="'Bureaucrat' is not a class"):
        character_class("Bureaucrat")


@every_row(
    ("hp", "level", "name"),
    [
        (75, 5, "Champion"),  # 80 is nearer than 68
        (68, 5, "Alchemist"),
        (74, 5, "Alchemist"),  # as near to 68 as to 80: the smaller growth
        (200, 5, "Barbarian"),
        (20, 1, "Alchemist"),
        (1, 1, "Sorcerer"),
        (9, -1, "Alchemist"),
    ],
)
def test_a_creature_without_a_class_follows_the_nearest(hp: int, level: int, name: str) -> None:
    assert nearest_class(hp, level).name == name


def test_every_class_has_one_entry() -> None:
    assert [entry.name for entry in entries_of("class")] == list(TABLE)
    assert len({entry.key for entry in entries_of("class")}) == 13

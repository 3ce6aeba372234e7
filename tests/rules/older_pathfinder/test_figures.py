"""The figures that the older rules state, each written here anew."""

import pytest

from rules.combat.sheets import FightSheet
from rules.errors import RulesError
from rules.older_pathfinder.figures import (
    ATTACK_DIE,
    ATTACK_TYPES_BY_KEY,
    LETHAL_UNARMED,
    MANEUVERS,
    SAVE_ROWS,
    SECONDARY,
    TURN_COSTS,
    UNARMED_DICE,
    TypedBonus,
    combined_multiplier,
    increment_penalty,
    into_melee,
    older_speed,
    range_increments,
    reach_by_size,
    run_feet,
    stacked_bonuses,
    strength_part,
)
from rules.older_pathfinder.numbers import dice_of, total_damage
from rules.older_pathfinder.sheets import reach_of_sheet, speed_of_sheet, unarmed_row
from tests.rows import every_row
from tests.rules.older_pathfinder.fights import row, sheet


def test_every_roll_is_a_d20() -> None:
    assert ATTACK_DIE == 20


def test_three_saves_with_their_abilities() -> None:
    rows = [(save_row.name, save_row.ability) for save_row in SAVE_ROWS]
    assert rows == [("Fortitude", "Constitution"), ("Reflex", "Dexterity"), ("Will", "Wisdom")]


def test_six_kinds_of_actions_and_how_many_a_turn_has() -> None:
    assert [(cost.key, cost.per_turn) for cost in TURN_COSTS] == [
        ("standard", 1),
        ("move", 1),
        ("full-round", 1),
        ("swift", 1),
        ("free", None),
        ("none", None),
    ]


@every_row(
    ("people", "base", "medium", "heavy"),
    [
        ("dwarf", 20, 20, 20),
        ("gnome", 20, 15, 15),
        ("halfling", 20, 15, 15),
        ("human", 30, 20, 20),
        ("elf", 30, 20, 20),
        ("half-elf", 30, 20, 20),
        ("half-orc", 30, 20, 20),
        ("humanoid", 30, 20, 20),
    ],
)
def test_speeds_by_people_and_armor(people: str, base: int, medium: int, heavy: int) -> None:
    assert [older_speed(people, armor) for armor in ("none", "light", "medium", "heavy")] == [base, base, medium, heavy]


def test_a_sheet_says_its_speed_itself_or_its_people_do() -> None:
    assert speed_of_sheet(sheet("Bo", people="halfling", armor="heavy")) == 15
    assert speed_of_sheet(sheet("Bo", people="halfling", armor="heavy", speed=35)) == 35
    with pytest.raises(RulesError, match="speed in feet"):
        sheet("Bo", people="other")


def test_a_run_is_four_times_the_speed_and_three_times_in_heavy_armor() -> None:
    assert [run_feet(30, armor) for armor in ("none", "light", "medium")] == [30 * 4] * 3
    assert run_feet(20, "heavy") == 20 * 3


def test_reach_is_five_feet_up_to_medium_and_ten_above() -> None:
    assert [reach_by_size(name) for name in ("Tiny", "Small", "Medium", "Large", "Huge")] == [5, 5, 5, 10, 10]
    assert reach_of_sheet(sheet("Bo", size="Small", reach=10)) == 10


def test_shooting_into_melee_depends_on_the_size_of_the_target() -> None:
    sizes = ("Small", "Medium", "Large", "Huge", "Gargantuan")
    assert [into_melee(target, "Medium") for target in sizes] == [-4, -4, -4, -2, 0]
    assert into_melee("Colossal", "Medium") == 0


def test_secondary_attacks_and_lethal_unarmed_strikes_are_harder() -> None:
    assert (SECONDARY, LETHAL_UNARMED) == (-5, -4)


def test_an_unarmed_strike_deals_1d3() -> None:
    assert UNARMED_DICE == "1d3"
    assert unarmed_row()["dice"] == "1d3"


def test_thrown_weapons_have_five_increments_and_projectiles_ten() -> None:
    assert ATTACK_TYPES_BY_KEY["thrown"].increments == 5
    assert [ATTACK_TYPES_BY_KEY[name].increments for name in ("bow", "composite", "sling", "projectile")] == [10] * 4
    assert [ATTACK_TYPES_BY_KEY[name].increments for name in ("melee", "natural", "secondary", "unarmed")] == [0] * 4
    assert [range_increments(feet, 30) for feet in (0, 30, 31, 60, 150)] == [1, 1, 2, 2, 5]


def test_the_penalty_of_an_increment_counts_from_the_second_on() -> None:
    assert [increment_penalty(feet, 30, 2) for feet in (0, 30, 31, 61, 300)] == [0, 0, -2, -4, -18]
    assert increment_penalty(900, 0, 2) == 0


def test_nine_combat_maneuvers() -> None:
    assert set(MANEUVERS) == {
        "dirty trick",
        "disarm",
        "drag",
        "grapple",
        "overrun",
        "reposition",
        "steal",
        "sunder",
        "trip",
    }


@every_row(
    ("kind", "strong", "weak"),
    [
        ("melee", 3, -3),
        ("thrown", 3, -3),
        ("sling", 3, -3),
        ("composite", 3, -3),
        ("bow", 0, -3),
        ("projectile", 0, 0),
        ("natural", 3, -3),
        ("secondary", 1, -3),
        ("unarmed", 3, -3),
    ],
)
def test_strength_adds_to_damage_by_the_type_of_an_attack(kind: str, strong: int, weak: int) -> None:
    """Ruling 341: half of a bonus is rounded down, and a penalty is whole."""
    assert (strength_part(kind, 3), strength_part(kind, -3)) == (strong, weak)


def test_two_doublings_make_a_triple() -> None:
    assert combined_multiplier(2, 2) == 3
    assert combined_multiplier(2, 3) == 4
    assert combined_multiplier(1, 1) == 1


def test_a_multiplied_roll_adds_all_modifiers_again() -> None:
    assert total_damage((3, 4), dice_of("1d8+1"), 3, 2) == 3 + 4 + 2 * (1 + 3)
    assert total_damage((), dice_of("5"), 1, 3) == 18
    assert (dice_of("2d6-1").count, dice_of("2d6-1").sides, dice_of("2d6-1").flat) == (2, 6, -1)


def test_the_highest_bonus_of_a_type_counts_and_dodge_stacks() -> None:
    assert stacked_bonuses([TypedBonus("morale", 1), TypedBonus("morale", 3)]) == 3
    assert stacked_bonuses([TypedBonus("morale", 1), TypedBonus("luck", 3)]) == 4
    assert stacked_bonuses([TypedBonus("dodge", 1), TypedBonus("dodge", 2)]) == 3
    assert stacked_bonuses([TypedBonus("armor", 4), TypedBonus("force armor", 6)]) == 6


def test_ruling_336_penalties_and_bonuses_without_a_type_add_up() -> None:
    assert stacked_bonuses([TypedBonus("morale", -1), TypedBonus("morale", -3)]) == -4
    assert stacked_bonuses([TypedBonus("", 1), TypedBonus("", 2)]) == 3


def test_more_dice_than_are_thrown_at_once_are_refused() -> None:
    with pytest.raises(RulesError, match="at most 14 dice"):
        sheet("Bo", [row("Club", dice="15d6")])
    with pytest.raises(RulesError, match="at most 40 dice"):
        sheet("Bo", spells=[{"name": "Storm", "dice": "41d6"}])
    assert isinstance(sheet("Bo", [row("Club", dice="14d6")]), FightSheet)

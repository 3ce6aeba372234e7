"""Strikes, saves and skill checks, every face of the die."""

import pytest

from rules.errors import RulesError
from rules.tables.rolls import (
    Degree,
    Strike,
    d6,
    d20,
    entries,
    fight_penalty,
    misses_critically,
    multiple_attack_penalty,
    save_result,
    skill_result,
    strike_result,
)
from tests.rows import every_row

FACES = range(1, 21)


def test_a_strike_hits_at_the_armor_and_is_critical_at_ten_above_or_on_a_natural_twenty() -> None:
    # Fight +7 against Armor 17: 10 hits, 20 is critical, as the total 27 would be.
    results = [strike_result(face, 7, 17) for face in FACES]
    assert results == [Strike.MISS] * 9 + [Strike.HIT] * 10 + [Strike.CRITICAL_HIT]


def test_a_strike_ten_above_the_armor_is_critical_on_any_face() -> None:
    assert strike_result(13, 14, 17) is Strike.CRITICAL_HIT
    assert strike_result(12, 14, 17) is Strike.HIT


def test_a_natural_twenty_hits_an_armor_out_of_reach_and_a_natural_one_may_hit() -> None:
    assert strike_result(20, 0, 40) is Strike.CRITICAL_HIT
    assert strike_result(1, 16, 17) is Strike.HIT


def test_every_face_of_a_save_against_power_seventeen() -> None:
    # With +7: 1 is critical by nature, 2 to 9 fail, 10 and more succeed, 20 reaches 27.
    assert [save_result(face, 7, 17) for face in FACES] == (
        [Degree.CRITICAL_FAILURE] + [Degree.FAILURE] * 8 + [Degree.SUCCESS] * 10 + [Degree.CRITICAL_SUCCESS]
    )


def test_a_save_ten_below_the_power_fails_critically() -> None:
    assert save_result(7, 0, 17) is Degree.CRITICAL_FAILURE
    assert save_result(8, 0, 17) is Degree.FAILURE


def test_a_natural_one_fails_critically_however_good_the_save_is_and_a_natural_twenty_is_no_wonder() -> None:
    assert save_result(1, 30, 17) is Degree.CRITICAL_FAILURE
    assert save_result(20, 0, 25) is Degree.FAILURE


def test_every_face_of_a_skill_check_against_power_fifteen() -> None:
    # With +4: 1 makes 5, which is ten below; from 11 on it succeeds; 20 makes 24, one short of critical.
    assert [skill_result(face, 4, 15) for face in FACES] == (
        [Degree.CRITICAL_FAILURE] + [Degree.FAILURE] * 9 + [Degree.SUCCESS] * 10
    )
    assert skill_result(20, 5, 15) is Degree.CRITICAL_SUCCESS


def test_a_natural_one_on_a_skill_check_is_nothing_special() -> None:
    assert skill_result(1, 14, 15) is Degree.SUCCESS


@pytest.mark.parametrize(("earlier", "penalty"), [(0, 0), (1, -5), (2, -10), (3, -10)])
def test_the_multiple_attack_penalty(earlier: int, penalty: int) -> None:
    assert multiple_attack_penalty(earlier) == penalty


def test_each_burden_on_a_fight_roll_and_all_of_them_together() -> None:
    assert fight_penalty() == 0
    assert fight_penalty(earlier_fight_actions=1) == -5
    assert fight_penalty(ranged_in_enemy_reach=True) == -2
    assert fight_penalty(beyond_short_range=True) == -2
    assert fight_penalty(rattled=True) == -2
    assert fight_penalty(prone=True) == -2
    assert (
        fight_penalty(
            earlier_fight_actions=2, ranged_in_enemy_reach=True, beyond_short_range=True, rattled=True, prone=True
        )
        == -18
    )


def test_faces_that_no_die_has_are_refused() -> None:
    for face in (0, 7):
        with pytest.raises(RulesError, match="d6"):
            d6(face)
    for face in (0, 21):
        with pytest.raises(RulesError, match="d20"):
            d20(face)
    with pytest.raises(RulesError, match="-1"):
        multiple_attack_penalty(-1)


def test_the_terms_of_rolls_are_explained() -> None:
    assert [(entry.kind, entry.key) for entry in entries() if entry.kind != "hero-point"] == [
        ("action", "multiple-attack-penalty"),
        ("damage-rule", "saving-throw"),
        ("damage-rule", "critical-hit"),
        ("damage-rule", "critical-miss"),
        ("damage-rule", "critical-failure"),
        ("damage-rule", "critical-success"),
    ]


@every_row(
    ("face", "fight", "armor", "critical"),
    [(5, 2, 17, True), (6, 2, 17, False), (1, 7, 17, False), (1, 6, 17, True), (20, 0, 40, False), (19, 0, 29, True)],
)
def test_a_strike_misses_critically_at_10_below_the_armor(face: int, fight: int, armor: int, critical: bool) -> None:
    # Ruling 163: no face of the die is special for it, and a natural 20 hits.
    assert misses_critically(face, fight, armor) is critical

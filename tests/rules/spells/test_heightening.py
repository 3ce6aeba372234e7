"""Spells in the hands of casters of every rank."""

from __future__ import annotations

import pytest

from rules.spells import BY_KEY
from rules.spells.heightening import heightened


def amounts(key: str, way: int = 0) -> list[int]:
    """Return the spell's damage for casters of rank 1 to 9."""
    spell = BY_KEY[key]
    return [heightened(spell, spell.actions[way], rank).damage[0].amount for rank in range(1, 10)]


@pytest.mark.parametrize(
    ("key", "damage"),
    [
        ("frostbite", [5, 5, 10, 10, 15, 15, 20, 20, 25]),  # a cantrip: +5 for every 2 ranks above 1
        ("caustic-blast", [5, 5, 10, 10, 15, 15, 20, 20, 25]),  # +5 at 3, 5, 7 and 9
        ("telekinetic-projectile--p2v-ogl", [5, 10, 10, 15, 15, 20, 20, 25, 25]),  # +5 at 2, 4, 6 and 8
        ("grim-tendrils", [5, 10, 15, 20, 25, 30, 35, 40, 45]),  # rank 1: +5 for every rank
        ("fireball", [20, 20, 20, 25, 30, 35, 40, 45, 50]),  # rank 3
        ("burning-hands", [7, 10, 10, 25, 25, 40, 40, 55, 55]),  # 10 at rank 2, then +15 at 4, 6 and 8
        ("wall-of-thorns--p2v-ogl", [8, 8, 8, 10, 10, 15, 15, 20, 20]),  # 10 at rank 4, +5 for every 2 above that
        ("shocking-grasp", [13] * 9),
    ],
)
def test_damage_grows_with_the_rank_of_the_caster(key: str, damage: list[int]) -> None:
    assert amounts(key) == damage


def test_both_castings_of_magic_missile_gain_missiles() -> None:
    spell = BY_KEY["magic-missile"]
    assert [heightened(spell, spell.actions[0], rank).missiles for rank in range(1, 8)] == [1, 1, 2, 2, 3, 3, 4]
    assert [heightened(spell, spell.actions[1], rank).missiles for rank in range(1, 8)] == [2, 2, 3, 3, 4, 4, 5]
    assert amounts("magic-missile") == [4] * 9


def test_targets_areas_and_conditions_grow_where_a_step_says_so() -> None:
    fear, wave, sleep = BY_KEY["fear"], BY_KEY["wave-of-despair"], BY_KEY["sleep"]
    assert [heightened(fear, fear.actions[0], rank).targets for rank in (2, 3, 9)] == [None, 5, 5]
    assert [heightened(wave, wave.actions[0], rank).range.squares for rank in (6, 7)] == [4, 6]
    assert [heightened(sleep, sleep.actions[0], rank).gives for rank in (3, 4)] == [("stunned",), ("stunned", "prone")]


def test_a_step_for_one_kind_of_target_leaves_other_damage_alone() -> None:
    assert amounts("chill-touch")[:3] == [5, 5, 10]
    spell = BY_KEY["chill-touch"]
    (step,) = spell.heighten
    (damage,) = spell.actions[0].damage
    assert (step.only, damage.only) == ("living", "living")


def test_an_action_that_a_spell_grants_grows_with_it() -> None:
    spell = BY_KEY["gluttons-jaws"]
    granted = spell.actions[0].grants
    assert granted is not None
    assert [heightened(spell, granted.action, rank).damage[0].amount for rank in (1, 3, 4, 6, 7)] == [
        10,
        10,
        15,
        15,
        20,
    ]


def test_a_caster_below_the_rank_of_a_spell_has_it_as_printed() -> None:
    spell = BY_KEY["fireball"]
    assert heightened(spell, spell.actions[0], 1) == spell.actions[0]


def test_steps_are_only_for_the_castings_that_they_name() -> None:
    spell = BY_KEY["heal"]
    assert {step.for_ap for step in spell.heighten} == {("1",), ("2",), ("3",)}
    for action in spell.actions:
        assert heightened(spell, action, 5) == action  # healing is left as printed

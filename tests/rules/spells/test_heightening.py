"""Spells in the hands of casters of every rank."""

from rules.cards.sheet import range_words
from rules.spells import BY_KEY
from rules.spells.model import heightened
from tests.rows import every_row


def amounts(key: str, way: int = 0) -> list[int]:
    """Return the spell's damage for casters of rank 1 to 9."""
    spell = BY_KEY[key]
    return [heightened(spell, spell.castings[way], rank).damage[0].amount for rank in range(1, 10)]


@every_row(
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
    assert [heightened(spell, spell.castings[0], rank).missiles for rank in range(1, 8)] == [1, 1, 2, 2, 3, 3, 4]
    assert [heightened(spell, spell.castings[1], rank).missiles for rank in range(1, 8)] == [2, 2, 3, 3, 4, 4, 5]
    assert amounts("magic-missile") == [4] * 9


def test_targets_areas_and_conditions_grow_where_a_step_says_so() -> None:
    fear, wave, sleep = BY_KEY["fear"], BY_KEY["wave-of-despair"], BY_KEY["sleep"]
    assert [heightened(fear, fear.castings[0], rank).targets.number for rank in (2, 3, 9)] == [1, 5, 5]
    assert [range_words(heightened(wave, wave.castings[0], rank).range) for rank in (6, 7)] == ["Cone 4", "Cone 6"]
    assert [heightened(sleep, sleep.castings[0], rank).gives for rank in (3, 4)] == [("stunned",), ("stunned", "prone")]


def test_a_step_for_one_kind_of_target_leaves_other_damage_alone() -> None:
    assert amounts("chill-touch")[:3] == [5, 5, 10]
    spell = BY_KEY["chill-touch"]
    (step,) = spell.heighten
    (damage,) = spell.castings[0].damage
    assert (step.only, damage.only) == ("living", "living")


def test_an_action_that_a_spell_grants_grows_with_it() -> None:
    spell = BY_KEY["gluttons-jaws"]
    granted = spell.castings[0].grants
    assert granted is not None
    assert [heightened(spell, granted.casting, rank).damage[0].amount for rank in (1, 3, 4, 6, 7)] == [
        10,
        10,
        15,
        15,
        20,
    ]


def test_a_caster_below_the_rank_of_a_spell_has_it_as_printed() -> None:
    spell = BY_KEY["fireball"]
    assert heightened(spell, spell.castings[0], 1) == spell.castings[0]


def test_steps_are_only_for_the_castings_that_they_name() -> None:
    spell = BY_KEY["heal"]
    assert {step.for_costs for step in spell.heighten} == {("1",), ("2",), ("3",)}
    assert [heightened(spell, casting, 5).heal for casting in spell.castings] == [25, 50, 25]


def test_resistance_grows_by_rank_or_is_set() -> None:
    energy, stone = BY_KEY["resist-energy"], BY_KEY["stoneskin"]
    assert [heightened(energy, energy.castings[0], rank).resist[0].amount for rank in (2, 4, 7)] == [
        "2d6",
        "4d6",
        "6d6",
    ]
    assert [heightened(energy, energy.castings[0], rank).targets.number for rank in (2, 4, 7)] == [1, 2, 5]
    assert [
        [resistance.flat for resistance in heightened(stone, stone.castings[0], rank).resist] for rank in (5, 6, 8)
    ] == [
        [5, 5, 5],
        [10, 10, 10],
        [15, 15, 15],
    ]


def test_what_a_spell_grants_and_sets_up_grows_too() -> None:
    shield, jaws, wall = BY_KEY["shield"], BY_KEY["gluttons-jaws"], BY_KEY["wall-of-thorns"]
    grants = [heightened(shield, shield.castings[0], rank).grants for rank in (1, 3, 5)]
    assert [grant and grant.casting.reduces for grant in grants] == [5, 10, 15]
    bites = [heightened(jaws, jaws.castings[0], rank).grants for rank in (1, 4, 7)]
    assert [bite and bite.casting.then[0].temporary_hp for bite in bites] == [5, 10, 15]
    barriers = [heightened(wall, wall.castings[0], rank).barriers for rank in (3, 4, 6, 8)]
    assert [barrier and barrier.hp for barrier in barriers] == [5, 5, 15, 25]

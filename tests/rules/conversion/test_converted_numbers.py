"""The numbers of a converted card: each row of the appendix, in both styles."""

import pytest

from rules.alignment import ALIGNMENTS
from rules.cards.documents import card_document, card_from_document
from rules.conversion.blocks import BlockAbility, BlockCaster, BlockDefense, hp_change
from rules.conversion.converting import ConversionRefused, convert
from rules.conversion.damage_texts import average, rounded_hp
from rules.conversion.defenses import resistance_dice_of
from rules.conversion.steps import AUTHOR, RULEBOOK, STYLES
from tests.rows import every_row
from tests.rules.conversion.stat_blocks import stat_block, strike


def test_the_numbers_of_a_creature_lose_its_level_and_the_rest_stays():
    card = convert(stat_block()).card
    stats = card.stats
    assert (stats.fight, stats.armor, stats.fortitude, stats.reflex, stats.will) == (10, 17, 9, 6, 4)
    assert (card.level, card.alignment, card.size, card.points, card.license) == (5, "NE", "Large", 32, "ORC")
    assert (card.key, card.source, card.tags) == ("marsh-lurker", None, ("Beast",))


@every_row(
    "style, level, armor",
    [("rulebook", -1, 15), ("author", -1, 14), ("rulebook", 0, 14), ("author", 0, 14), ("author", 3, 11)],
)
def test_the_author_subtracts_nothing_at_level_minus_1(style: str, level: int, armor: int):
    assert convert(stat_block(level=level, armor_class=14), STYLES[style]).card.stats.armor == armor


def test_fight_is_the_highest_bonus_and_the_authors_the_highest_melee_bonus():
    block = stat_block(attacks=(strike(), strike("spine", 17, is_ranged=True, increment=30)))
    assert convert(block, RULEBOOK).card.stats.fight == 12
    assert convert(block, AUTHOR).card.stats.fight == 10
    only_ranged = stat_block(attacks=(strike("spine", 17, is_ranged=True, increment=30),))
    assert convert(only_ranged, AUTHOR).card.stats.fight == 12


def test_a_creature_without_attacks_keeps_a_fight_and_a_person_decides():
    converted = convert(stat_block(attacks=()))
    (step,) = [step for step in converted.steps if step.field == "fight"]
    assert converted.card.stats.fight == step.gave == 6
    assert len(step.choices) == 7


@every_row(
    "text, rulebook, author",
    [
        ("It deals 2d6 fire damage (DC 24 basic Reflex save).", 19, 19),
        ("It swallows the target, DC 23.", 18, 18),
        ("Nothing to resist.", 19, 18),
        ("A creature may pull free with a DC 28 Athletics check.", 23, 18),
        ("It is grabbed (Escape DC 27).", 22, 18),
        ("It must succeed at a DC 30 flat check.", 19, 18),
        ("It must succeed at a flat check (DC 30).", 19, 18),
        ("The target attempts a DC 22 Will save, or DC 25 Fortitude if it is flying.", 20, 20),
    ],
)
def test_power_is_the_highest_dc_or_follows_from_fight(text: str, rulebook: int, author: int):
    block = stat_block(abilities=(BlockAbility(name="Trick", cost="1", text=text),))
    assert (convert(block).card.stats.power, convert(block, AUTHOR).card.stats.power) == (rulebook, author)


def test_the_dc_of_a_curse_counts_in_the_rulebook_alone_and_is_offered_in_both():
    curse = BlockAbility(name="Spite", cost="1", text="The target attempts a DC 29 Will save.", traits=("curse",))
    block = stat_block(abilities=(curse,))
    assert convert(block).card.stats.power == 24
    assert convert(block, AUTHOR).card.stats.power == 18
    (step,) = [step for step in convert(block, AUTHOR).steps if step.field == "power"]
    assert step.choices == (24, 18)


def test_a_much_weaker_strike_is_offered_as_power():
    block = stat_block(attacks=(strike(), strike("spit", 9, is_ranged=True, max_range=30)))
    (step,) = [step for step in convert(block).steps if step.field == "power"]
    assert (step.gave, step.choices) == (19, (19, 14))


def test_spells_give_power():
    caster = BlockCaster(tradition="primal", kind="innate", dc=26)
    assert convert(stat_block(casters=(caster,))).card.stats.power == 21


@every_row("hit_points, hp", [(7, 7), (10, 10), (11, 10), (12, 10), (13, 15), (73, 75), (161, 160)])
def test_hp_above_10_are_rounded_to_the_nearest_5(hit_points: int, hp: int):
    assert rounded_hp(hit_points) == hp


@every_row(
    "speeds, traits, rulebook, author",
    [
        ({"walk": 25}, (), (5, None), (5, None)),
        ({"walk": 25, "fly": 40}, (), (8, "Flight"), (8, "Flight")),
        ({"walk": 60, "fly": 10}, (), (12, None), (12, None)),
        ({"walk": 25, "burrow": 15}, (), (5, "Burrowing"), (5, "Burrowing")),
        ({"walk": 25, "burrow": 20, "climb": 25}, (), (5, "Burrowing"), (5, "Burrowing")),
        ({"walk": 25, "climb": 25, "swim": 25}, (), (5, "Wall Climb"), (5, "Wall Climb")),
        ({"walk": 20, "swim": 40}, (), (8, "Aquatic"), (8, "Aquatic")),
        ({"walk": 25, "swim": 15}, (), (5, "Aquatic"), (5, None)),
        ({"walk": 25, "swim": 25}, ("amphibious",), (5, "Aquatic"), (5, None)),
        ({"walk": 10, "swim": 40}, ("amphibious",), (8, "Aquatic"), (2, "Aquatic")),
        ({"walk": 0, "fly": 30}, (), (6, "Flight"), (6, "Flight")),
    ],
)
def test_a_card_has_the_highest_speed_and_one_movement_mode(
    speeds: dict[str, int], traits: tuple[str, ...], rulebook: tuple[int, str | None], author: tuple[int, str | None]
):
    block = stat_block(speeds=tuple(speeds.items()), traits=traits)
    for style, expected in ((RULEBOOK, rulebook), (AUTHOR, author)):
        card = convert(block, style).card
        assert (card.stats.speed, card.movement_mode) == expected, style.name


@every_row("walk, traits, only", [(0, (), True), (10, (), True), (15, (), False), (10, ("amphibious",), False)])
def test_a_swimmer_that_hardly_walks_is_aquatic_only(walk: int, traits: tuple[str, ...], only: bool):
    card = convert(stat_block(speeds=(("walk", walk), ("swim", 40)), traits=traits)).card
    assert any(feature.name == "Aquatic Only" for feature in card.features) is only


@every_row("points, dice", [(1, 1), (3, 1), (5, 2), (8, 2), (10, 4), (15, 6), (20, 8)])
def test_each_5_points_of_resistance_are_2d6(points: int, dice: int):
    assert resistance_dice_of(points) == dice


def test_resistances_weaknesses_hardness_and_immunities_stand_at_the_foot():
    block = stat_block(
        resistances=(BlockDefense("fire", 5), BlockDefense("physical", 10, ("adamantine", "cold-iron"))),
        weaknesses=(BlockDefense("cold-iron", 10), BlockDefense("axe-vulnerability", 5)),
        hardness=10,
        immunities=("paralyzed", "bleed", "death-effects", "negative", "sleep"),
    )
    card = convert(block).card
    assert [(resistance.type, resistance.dice, resistance.exceptions) for resistance in card.resist] == [
        ("fire", 2, ()),
        ("physical", 4, ("adamantine", "cold iron")),
        ("all", 4, ()),
    ]
    assert [(weakness.type, weakness.amount) for weakness in card.weak] == [("cold iron", 10)]
    assert card.immune == ("stunned", "void", "sleep")


def test_construct_armor_has_a_second_armor_for_when_it_is_broken():
    assert convert(stat_block(armor_class=26, broken_armor_class=22)).card.armor_broken == 17


def test_a_block_without_alignment_leaves_the_nine_to_choose_and_nothing_else_empty():
    converted = convert(stat_block(alignment=None))
    (step,) = [step for step in converted.steps if step.field == "alignment"]
    assert (converted.card.alignment, step.gave) == (None, None)
    assert list(step.choices) == [alignment.code for alignment in ALIGNMENTS]
    assert not converted.card.missing_stats


@every_row(
    "adjustment, level, armor, fight, fortitude, hp, damage",
    [("elite", 6, 18, 11, 10, 95, 15), ("weak", 4, 16, 9, 8, 60, 15)],
)
def test_elite_and_weak_change_what_they_usually_do(
    adjustment: str, level: int, armor: int, fight: int, fortitude: int, hp: int, damage: int
):
    card = convert(stat_block(adjustment=adjustment)).card
    stats = card.stats
    assert (card.level, stats.armor, stats.fight, stats.fortitude, stats.hp) == (level, armor, fight, fortitude, hp)
    assert card.features[0].damage[0].amount == damage


def test_elite_adds_2_to_dcs_and_4_to_damage_of_limited_use():
    text = "It deals 4d6 fire damage (DC 22 basic Reflex save)."
    plain = BlockAbility(name="Spray", cost="2", text=text)
    limited = BlockAbility(name="Spray", cost="2", text=f"{text} It can't use Spray again for 1d4 rounds.")
    for ability, amount in ((plain, 15), (limited, 20)):
        card = convert(stat_block(adjustment="elite", abilities=(ability,))).card
        (spray,) = [feature for feature in card.features if feature.name == "Spray"]
        assert (card.stats.power, spray.damage[0].amount) == (22 + 2 - 6, amount)


@every_row(
    "level, elite, change",
    [(1, True, 10), (2, True, 15), (5, True, 20), (20, True, 30), (3, False, -15), (6, False, -20)],
)
def test_hp_of_elite_and_weak_follow_bands_of_levels(level: int, elite: bool, change: int):
    assert hp_change(level, elite=elite) == change


def test_numbers_that_are_adjusted_already_stay_and_a_person_decides():
    converted = convert(stat_block(adjustment="elite", is_adjusted=True))
    assert (converted.card.level, converted.card.stats.armor) == (5, 17)
    assert converted.steps[0].choices == ("adjust", "keep")
    unsure = convert(stat_block(adjustment="weak", is_adjusted=None))
    assert (unsure.card.level, unsure.steps[0].gave, unsure.steps[0].choices) == (4, "adjust", ("adjust", "keep"))


@pytest.mark.parametrize(("level", "adjustment"), [(-2, ""), (15, ""), (14, "elite"), (-1, "weak"), (25, "")])
def test_a_level_outside_the_game_is_refused(level: int, adjustment: str):
    with pytest.raises(ConversionRefused, match="the game has levels -1 to 14") as refused:
        convert(stat_block(level=level, adjustment=adjustment))
    assert (refused.value.code, refused.value.field) == ("creature.level_out_of_range", "level")


def test_a_name_without_letters_takes_the_key_that_is_given():
    assert convert(stat_block(name="???"), key="creature-7").card.key == "creature-7"


def test_every_card_is_one_that_our_own_reader_accepts():
    document = convert(stat_block()).document()
    assert document.pop("steps")
    assert card_document(card_from_document(document)) == document


def test_a_number_that_no_card_can_have_is_refused_with_a_sentence():
    with pytest.raises(ConversionRefused, match="Marsh Lurker cannot become a card"):
        convert(stat_block(armor_class=-999))


@every_row(
    "formula, value",
    [("2d6+9", 16), ("1d6-1", 2.5), ("3", 3), ("d8", 4.5), ("1d4 + 1d6", 6), ("lots", None), ("", None)],
)
def test_a_roll_has_its_average(formula: str, value: float | None):
    assert average(formula) == value

"""A card judged: where its numbers stand among others, and what the tables have for its level."""

from dataclasses import replace

import pytest

from compendium.builtin import built_in_cards
from rules.card_comparison import (
    MEASURES,
    CardJudgment,
    MeasureJudgment,
    ValueSpread,
    damage_line_words,
    judge_card,
    level_cost_words,
    measure_label,
    measure_number,
    measure_value,
    placement_words,
    spread_figures,
    table_words,
)
from rules.cards.model import STATS as STAT_NAMES
from rules.cards.model import Card, Feature, Stats
from rules.effects.values import Damage, Range
from rules.points import LEVEL_COSTS
from tests.rows import every_row
from tests.rules.warbands import NO_WILL, STATS


def fighters(*bonuses: int, level: int = 3) -> tuple[Card, ...]:
    """Return creatures that differ in Fight."""
    return tuple(
        Card(f"one-{place}", "One", level, "TN", "Medium", replace(STATS, fight=bonus))
        for place, bonus in enumerate(bonuses)
    )


def judged_measure(card: Card, measure: str, *others: Card) -> tuple[MeasureJudgment, str]:
    """Return a judgment of one number of a card, and its sentence."""
    judgment = judge_card(card, others)
    verdict = next(verdict for verdict in judgment.measures if verdict.measure == measure)
    return verdict, placement_words(verdict, judgment.peers)


@every_row(
    ("fight", "sentence"),
    [
        (3, "below every built-in creature of level 3"),
        (4, "equal to the lowest of 7"),
        (5, "higher than 1 of 7, equal to 2"),
        (6, "higher than 3 of 7"),
        (7, "higher than 3 of 7, equal to 1"),
        (9, "higher than 4 of 7, equal to the 3 highest"),
        (10, "above every built-in creature of level 3"),
    ],
)
def test_a_number_stands_among_those_of_others(fight: int, sentence: str):
    (card,) = fighters(fight)
    assert judged_measure(card, "fight", *fighters(4, 5, 5, 7, 9, 9, 9))[1] == sentence


def test_a_number_that_all_share_is_said_so():
    (card,) = fighters(5)
    assert judged_measure(card, "fight", *fighters(5, 5, 5, 5, 5, 5))[1] == "equal to all 6"
    assert judged_measure(card, "fight", *fighters(5))[1] == "equal to the only one that has it"


def test_neighboring_levels_are_named_where_they_are_joined():
    (card,) = fighters(12)
    assert (
        judged_measure(card, "fight", *fighters(4, 5), *fighters(5, 6, 7, 8, level=4))[1]
        == "above every built-in creature of levels 2 to 4"
    )


def test_a_stat_that_the_card_lacks_is_said_with_how_many_have_it():
    card = Card("none", "None", 3, "TN", "Medium", NO_WILL)
    other = Card("other", "Other", 3, "TN", "Medium", NO_WILL)
    assert judged_measure(card, "will", *fighters(1, 2))[1] == "none; every built-in creature of levels −1 to 14 has it"
    assert judged_measure(card, "will", *fighters(1, 2), other)[1] == "none; 2 of 3 built-in creatures have it"
    assert judged_measure(card, "will", other)[1] == "none, like every built-in creature of levels −1 to 14"


def test_a_stat_that_only_the_card_has_is_said_so():
    (card,), other = fighters(5), Card("other", "Other", 3, "TN", "Medium", NO_WILL)
    assert judged_measure(card, "will", other)[1] == "no built-in creature of levels −1 to 14 has any"


def test_the_spread_has_range_quartiles_and_median():
    verdict, _ = judged_measure(*fighters(5), "fight", *fighters(4, 5, 5, 7, 9, 9, 12))
    assert verdict.spread == ValueSpread((4, 5, 5, 7, 9, 9, 12))
    assert verdict.spread.quartiles == (5, 7, 9)
    assert spread_figures(verdict) == ("+4 to +12", "+5 to +9", "+7")


def test_one_creature_is_all_of_its_spread():
    assert ValueSpread((4,)).quartiles == (4, 4, 4)
    verdict, _ = judged_measure(*fighters(5), "armor", *fighters(4))
    assert spread_figures(verdict) == ("16", "16", "16")


def test_numbers_are_written_as_cards_print_them():
    assert (measure_number("fight", -1), measure_number("armor", 15), measure_number("will", 9.75)) == (
        "−1",
        "15",
        "+9.8",
    )


def attack(name: str, *damage: Damage, **fields: object) -> Feature:
    return Feature(name.lower(), name, damage=damage, **fields)  # type: ignore[arg-type] # of Feature


@pytest.fixture
def brute() -> Card:
    """A creature of level 3 with a Strike of two types, a better one as an upgrade, a breath and a bite that lasts."""
    return Card(
        "brute",
        "Brute",
        3,
        "CE",
        "Large",
        STATS,
        features=(
            attack("Claw", Damage(6, ("slashing",)), Damage(4, ("fire",)), strike=True),
            attack("Tail", Damage(5, ("bludgeoning",)), strike=True),
            attack("Maul", Damage(20, ("bludgeoning",)), strike=True, kind="upgrade"),
            attack("Breath", Damage(15, ("fire",)), range=Range("cone", 4), uses=("encounter",)),
            attack("Embers", Damage(7, ("fire",)), range=Range("burst", 1, within=6)),
            attack("Burning", Damage(5, ("fire",), persistent=True)),
        ),
    )


def test_the_best_strike_and_the_best_area_count_with_all_that_they_deal_at_once(brute: Card):
    assert measure_value(brute, "strike") == 10
    assert measure_value(brute, "area") == 15


def test_a_card_without_attacks_has_no_damage_to_compare():
    card = fighters(1)[0]
    assert measure_value(card, "strike") is None
    assert measure_value(card, "area") is None


def test_damage_is_held_against_the_columns_of_its_level(brute: Card):
    damage = judge_card(brute, ()).damage
    assert [(result.feature, result.is_upgrade, result.amount, damage_line_words(result)) for result in damage] == [
        ("Claw", False, 10, "high and moderate damage"),
        ("Tail", False, 5, "below the table: low damage is 8"),
        ("Maul", True, 20, "above the table: extreme damage is 15"),
        ("Breath", False, 15, "the table’s 15 for an area with limited uses"),
        ("Embers", False, 7, "2 below the table’s 9 for an area with unlimited uses"),
    ]


def test_damage_between_two_columns_names_both(brute: Card):
    twelve = replace(brute, features=(attack("Claw", Damage(12, ("slashing",)), strike=True),))
    (line,) = judge_card(twelve, ()).damage
    assert damage_line_words(line) == "between high (10) and extreme (15) damage"


def test_a_class_brings_the_numbers_of_its_table():
    fighter = replace(fighters(8, level=1)[0], class_name="Fighter")
    words = {measure.measure: table_words(measure) for measure in judge_card(fighter, ()).measures}
    assert words["hp"] == "20 (a Fighter of level 1)"
    assert words["fight"] == "+8 (a Fighter of level 1)"
    assert words["power"] == "13 (a Fighter of level 1); 17 (Fight + 9, if nothing else sets it)"
    assert words["speed"] == ""


def test_above_level_1_the_class_table_has_hp_alone():
    fighter = replace(fighters(8, level=3)[0], class_name="Fighter")
    words = {measure.measure: table_words(measure) for measure in judge_card(fighter, ()).measures}
    assert words["hp"] == "50 (a Fighter of level 3)"
    assert words["fight"] == words["armor"] == ""


def test_a_card_without_fight_or_class_has_no_table_numbers():
    bare = Card("bare", "Bare", 3, "TN", "Medium", Stats(*([None] * 8)))
    assert all(not measure.tables for measure in judge_card(bare, ()).measures)


def test_the_points_follow_from_the_level():
    judgments = [judge_card(fighters(1, level=row.level)[0], ()) for row in LEVEL_COSTS]
    assert [judgment.costs for judgment in judgments] == list(LEVEL_COSTS)
    assert level_cost_words(judgments[0]) == "A creature of level −1 costs 9 points, and each upgrade 2."


def test_measures_are_the_eight_stats_and_two_kinds_of_damage():
    assert (*STAT_NAMES, "strike", "area") == MEASURES
    assert [measure_label(measure) for measure in MEASURES[-3:]] == ["Speed", "Strike damage", "Area damage"]


def test_every_built_in_creature_can_be_judged_and_its_numbers_are_not_outside_those_of_its_level():
    for card in built_in_cards():
        judgment: CardJudgment = judge_card(card, built_in_cards())
        for measure in judgment.measures:
            sentence = placement_words(measure, judgment.peers)
            assert sentence
            assert not sentence.startswith(("above", "below"))
            if measure.value is not None and measure.spread is not None:
                assert measure.spread.lowest <= measure.value <= measure.spread.highest
        assert all(map(damage_line_words, judgment.damage))

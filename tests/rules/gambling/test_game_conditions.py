"""The vocabulary of results: each word with rolls that show it and rolls that just do not."""

from fractions import Fraction
from typing import Any

import pytest

from rules.dice import DiceError
from rules.errors import RulesError
from rules.gambling.conditions import CONDITION_NAMES, ResultCondition
from rules.gambling.game import GameDice, GameResult, check_faces, net_of, payout_from_text, payout_words
from tests.rows import every_row
from tests.rules.gambling.games import ON_FIVE, dice_of, game_of, result

Faces = tuple[int, ...]

WORDS: list[tuple[str, dict[str, Any], Faces, Faces, bool]] = [
    ("any", {}, (1, 2, 3), (), True),
    ("sum", {"at_least": 6}, (1, 2, 3), (), True),
    ("sum", {"at_least": 7}, (1, 2, 3), (), False),
    ("sum", {"at_least": 4, "at_most": 6}, (1, 2, 3), (), True),
    ("sum", {"at_least": 4, "at_most": 5}, (1, 2, 3), (), False),
    ("odd", {}, (1, 2, 4), (), True),
    ("odd", {}, (1, 2, 3), (), False),
    ("even", {}, (1, 2, 3), (), True),
    ("even", {}, (1, 2, 4), (), False),
    ("highest", {"at_least": 5}, (5, 1, 2), (), True),
    ("highest", {"at_least": 5}, (4, 4, 4), (), False),
    ("highest", {"at_least": 2, "at_most": 4}, (5, 1, 2), (), False),
    ("lowest", {"at_least": 2}, (6, 2, 3), (), True),
    ("lowest", {"at_least": 3}, (6, 2, 3), (), False),
    ("lowest", {"at_least": 1, "at_most": 1}, (6, 2, 3), (), False),
    ("face", {"face": 3}, (3, 1, 3), (), True),
    ("face", {"face": 3, "at_least": 2}, (3, 1, 3), (), True),
    ("face", {"face": 3, "at_least": 3}, (3, 1, 3), (), False),
    ("alike", {"at_least": 2}, (4, 1, 4), (), True),
    ("alike", {"at_least": 3}, (4, 1, 4), (), False),
    ("alike", {"at_least": 3}, (4, 1, 4, 4), (), True),
    ("pairs", {"at_least": 2}, (4, 1, 4, 1), (), True),
    ("pairs", {"at_least": 2}, (4, 4, 4, 4), (), False),
    ("pairs", {"at_least": 1}, (4, 4, 4, 1), (), True),
    ("all-alike", {}, (5, 5, 5), (), True),
    ("all-alike", {}, (5, 5, 6), (), False),
    ("run", {"at_least": 3}, (6, 4, 5), (), True),
    ("run", {"at_least": 3}, (4, 5, 5, 2), (), False),
    ("run", {"at_least": 3}, (2, 4, 3, 3, 6), (), True),
    ("run", {"at_least": 4}, (1, 2, 3, 5, 6), (), False),
    ("house-sum", {"at_least": 9, "at_most": 9}, (1,), (4, 5), True),
    ("house-sum", {"at_least": 10}, (1,), (4, 5), False),
    ("higher", {}, (5, 5), (4, 5), True),
    ("higher", {}, (5, 4), (4, 5), False),
    ("higher", {"at_least": 2}, (5, 5), (4, 5), False),
    ("equal", {}, (6, 3), (4, 5), True),
    ("equal", {}, (6, 4), (4, 5), False),
    ("lower", {}, (6, 2), (4, 5), True),
    ("lower", {"at_least": 2}, (6, 2), (4, 5), False),
    ("higher-die", {}, (6, 1), (5, 5), True),
    ("higher-die", {"at_least": 2}, (6, 1), (5, 5), False),
    ("equal-die", {}, (5, 1), (5, 5), True),
    ("equal-die", {}, (6, 4), (5, 5), False),
    ("lower-die", {}, (4, 4), (5, 1), True),
    ("lower-die", {"at_least": 2}, (4, 4), (5, 1), False),
]


@every_row("kind, parts, faces, house, holds", WORDS)
def test_each_word_of_the_vocabulary(kind: Any, parts: dict[str, Any], faces: Faces, house: Faces, holds: bool):
    dice = f"{len(faces)}d6"
    game = game_of(result(kind, **parts), dice=dice, house=f"{len(house)}d6" if house else "")
    assert tuple(game.matching_results(faces, house, None)) == ((0,) if holds else ())


@every_row("at_least, choice, holds", [(1, 3, True), (2, 3, True), (3, 3, False), (1, 6, False), (1, 1, True)])
def test_a_chosen_face_counts_its_dice(at_least: int, choice: int, holds: bool):
    game = game_of(result("chosen", at_least=at_least), dice="3d6")
    assert game.choices == (1, 2, 3, 4, 5, 6)
    assert tuple(game.matching_results((3, 1, 3), (), choice)) == ((0,) if holds else ())


def test_a_result_of_a_spot_counts_for_stakes_on_it_alone():
    on_low = GameResult("Low", (ResultCondition("spot", 2), ResultCondition("sum", 1, 3)), Fraction(1))
    game = game_of(on_low, result("face", 5, face=1), spots=("High", "Low"))
    assert (game.choices, [game.choice_name(choice) for choice in game.choices]) == ((1, 2), ["High", "Low"])
    assert [tuple(game.matching_results((1,), (), choice)) for choice in game.choices] == [(1,), (0, 1)]
    assert (on_low.describe(game.spots), on_low.describe()) == (
        "stake on Low and sum 1 to 3",
        "stake on spot 2 and sum 1 to 3",
    )


def test_every_word_is_tried_here():
    assert {kind for kind, *_ in WORDS} | {"chosen", "spot"} == set(CONDITION_NAMES)


def test_all_conditions_of_a_result_have_to_hold_and_the_first_result_counts():
    full_house = GameResult("Full house", (ResultCondition("alike", 3), ResultCondition("pairs", 2)), Fraction(5))
    game = game_of(full_house, result("alike", 2, at_least=3), dice="5d6")
    assert tuple(game.matching_results((2, 2, 2, 6, 6), (), None)) == (0, 1)
    assert tuple(game.matching_results((2, 2, 2, 6, 1), (), None)) == (1,)
    assert full_house.describe() == "at least 3 dice alike and at least 2 different pairs"


@every_row(
    "condition, text",
    [
        (ResultCondition("sum", 5), "sum 5 or more"),
        (ResultCondition("sum", 5, 7), "sum 5 to 7"),
        (ResultCondition("house-sum", 7, 7), "the house’s sum 7"),
        (ResultCondition("face", 2, face=6), "at least 2 dice show a 6"),
        (ResultCondition("chosen"), "at least 1 die shows the chosen face"),
        (ResultCondition("higher", 3), "sum higher than the house’s by 3 or more"),
        (ResultCondition("lower"), "sum lower than the house’s"),
        (ResultCondition("run", 4), "at least 4 faces in a row"),
        (ResultCondition("pairs"), "at least 1 pair"),
        (ResultCondition("odd"), "an odd sum"),
        (ResultCondition("lowest", 4), "lowest die 4 or more"),
        (ResultCondition("highest", 2, 5), "highest die 2 to 5"),
        (ResultCondition("higher-die", 2), "highest die higher than the house’s by 2 or more"),
        (ResultCondition("lower-die"), "highest die lower than the house’s"),
        (ResultCondition("equal-die"), "highest die equal to the house’s"),
    ],
)
def test_conditions_in_words(condition: ResultCondition, text: str):
    assert condition.describe() == text


@every_row(
    "typed, pays, words",
    [
        ("2", Fraction(2), "2 to 1"),
        ("3/2", Fraction(3, 2), "3 to 2"),
        (" 0 ", Fraction(0), "stake back"),
        ("-1", Fraction(-1), "stake lost"),
        ("−1/2", Fraction(-1, 2), "1/2 of the stake lost"),
        ("1000", Fraction(1000), "1,000 to 1"),
    ],
)
def test_payouts_are_read_and_told(typed: str, pays: Fraction, words: str):
    assert payout_from_text(typed) == pays
    assert payout_words(pays) == words


@every_row("typed", ["", "x", "1.5", "1/0", "3/", "99999", "--1", "1/1000", "½", "١"])
def test_other_payouts_are_refused(typed: str):
    with pytest.raises(RulesError):
        payout_from_text(typed)


@every_row(
    "stake, pays, net",
    [(3, "3/2", 4), (4, "3/2", 6), (1, "1/2", 0), (3, "-1/2", -2), (4, "-1/2", -2), (5, "0", 0), (5, "-1", -5)],
)
def test_parts_of_a_coin_stay_with_the_house_as_ruling_316_has_it(stake: int, pays: str, net: int):
    assert net_of(stake, Fraction(pays)) == net


@every_row(
    "make",
    [
        lambda: GameDice(0, 6),
        lambda: GameDice(1, 1),
        lambda: GameDice(20, 2),
        lambda: GameDice(1, 101),
        lambda: ResultCondition("face"),
        lambda: ResultCondition("sum", 7, 5),
        lambda: ResultCondition("sum", 0),
        lambda: ResultCondition("nonsense"),  # type: ignore[arg-type] # what is tried
        lambda: GameResult("Nothing asked", (), Fraction(1)),
        lambda: result("any", -2),
        lambda: result("any", 1001),
        lambda: game_of(result("higher")),
        lambda: game_of(),
        lambda: game_of(ON_FIVE, dice=""),
        lambda: game_of(ON_FIVE, dice="10d2 10d2"),
        lambda: game_of(ON_FIVE, dice="1d2 1d3 1d4 1d5 1d6 1d7 1d8"),
        lambda: game_of(ON_FIVE, lowest_stake=5, highest_stake=4),
        lambda: game_of(ON_FIVE, seats=0),
        lambda: game_of(ON_FIVE, staff=0),
        lambda: game_of(*[ON_FIVE] * 13),
    ],
)
def test_games_that_cannot_be_played_are_refused(make: Any):
    with pytest.raises(RulesError):
        make()


@every_row("faces, fault", [((1, 6), "3 faces, not 2"), ((1, 6, 7), "A d6 shows 1 to 6"), ((1, 6, 0), "not 0")])
def test_faces_have_to_be_those_of_the_dice(faces: Faces, fault: str):
    with pytest.raises(DiceError, match=fault):
        check_faces(dice_of("1d4 2d6"), faces)

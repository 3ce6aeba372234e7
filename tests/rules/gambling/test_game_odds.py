"""Odds of games: by hand, by counting every roll, by 100,000 rounds, and refused where there are too many rolls."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from rules.dice import SeededRoller
from rules.gambling.conditions import ResultCondition
from rules.gambling.game import GameResult, TableGame
from rules.gambling.library import ready_games
from rules.gambling.odds import ChoiceOdds, TooManyOutcomes, game_odds, percentage_words
from tests.rows import every_row
from tests.rules.gambling.games import ON_FIVE, game_of, result

SEED = b"a hundred thousand rounds"
ROUNDS = 100_000


def ways(odds: ChoiceOdds) -> list[int]:
    return [chance.ways for chance in odds.chances]


def test_the_odds_of_four_crows_by_hand():
    # 4d6 fall in 6 x 6 x 6 x 6 = 1,296 ways. All alike: 6. In a row: 1234, 2345 and 3456 in 24 orders each: 72. Three
    # alike: 6 faces, 5 others, 4 places of the other: 120. Two pairs: 15 pairs of faces in 6 orders: 90.
    odds = game_odds(ready_games()["four-crows"])
    assert (odds.outcomes, ways(odds.best)) == (1296, [6, 72, 120, 90, 1296 - 288])
    # 6 x 40 + 72 x 4 + 120 x 2 + 90 x 2 = 948 coins are won for 1,008 that are lost.
    assert odds.edge == Fraction(1008 - 948, 1296) == Fraction(5, 108)
    assert odds.best.win_chance == Fraction(288, 1296)
    assert odds.best.loss_chance == Fraction(1008, 1296)
    # The mean of the squares: 6 x 1600 + 72 x 16 + 210 x 4 + 1008 x 1.
    assert odds.best.variance == Fraction(9600 + 1152 + 840 + 1008, 1296) - Fraction(5, 108) ** 2
    assert odds.best.spread(10) == pytest.approx(10 * sqrt(odds.best.variance))
    # Six seats, at most 10 gp each, 40 for 1.
    assert odds.exposure == 6 * 10 * 40


def test_the_odds_of_the_gatekeeper_by_hand():
    # Two sums of 2d10: they are equal in 1 + 4 + ... + 81 + 100 + 81 + ... + 1 = 670 of 10,000 ways, and the rest is
    # shared evenly. Higher by 15 or more: four numbers from 0 to 9 that lack at most 3 of what they can, C(7, 4) = 35.
    odds = game_odds(ready_games()["gatekeeper"])
    assert (odds.outcomes, ways(odds.best)) == (10_000, [35, 4665 - 35, 670 + 4665])
    assert odds.edge == Fraction(670 - 35, 10_000) == Fraction(127, 2000)
    assert odds.exposure == 6 * 25 * 2


def test_the_odds_of_the_herons_eye_by_hand():
    # 3d8 and one face: 7 x 7 x 7 rolls without it, 3 x 49 with one, 3 x 7 with two, 1 with three.
    odds = game_odds(ready_games()["herons-eye"])
    assert odds.outcomes == 8 * 512
    assert [ways(choice) for choice in odds.choices] == [[1, 21, 147, 343]] * 8
    assert odds.is_same_for_all
    assert odds.edge == Fraction(343 - 147 - 7 * 21 - 20, 512) == Fraction(29, 512)


@every_row("key", ready_games())
def test_the_house_keeps_between_1_and_12_percent_in_ready_games(key: str):
    odds = game_odds(ready_games()[key])
    assert Fraction(1, 100) <= odds.edge <= Fraction(12, 100)
    assert odds.warnings == ()
    game = odds.game
    assert all((game.house, game.equipment, game.mechanic))


def counted_one_by_one(game: TableGame, choice: int | None) -> list[int]:
    """Count the rolls of each result by looking at every one of them."""
    sides = [range(1, die.sides + 1) for die in (*game.dice, *game.house_dice) for _ in range(die.count)]
    own = sum(die.count for die in game.dice)
    counts = Counter[int]()
    for faces in product(*sides):
        counts[next(game.matching_results(faces[:own], faces[own:], choice), len(game.results))] += 1
    return [counts[place] for place in range(len(game.results) + 1)]


COUNTED = [
    game_of(ON_FIVE),
    game_of(result("run", at_least=3), result("alike", at_least=2), result("face", face=4), dice="2d4 1d6"),
    game_of(result("chosen", at_least=2), result("chosen"), dice="1d4 2d6"),
    game_of(result("lower", at_least=3), result("equal"), result("house-sum", at_least=2, at_most=3), house="1d4 1d3"),
    game_of(result("pairs", at_least=2), result("all-alike"), result("any", "-1/2"), dice="4d3"),
    game_of(result("higher-die", 2, at_least=2), result("equal-die", 0), result("higher"), dice="2d4", house="1d6 1d3"),
    game_of(result("lowest", 3, at_least=3), result("highest", at_least=2, at_most=4), result("odd"), dice="2d5 1d4"),
]


@every_row("game", COUNTED)
def test_odds_are_those_of_every_roll_looked_at_one_by_one(game: TableGame):
    odds = game_odds(game)
    assert [ways(choice) for choice in odds.choices] == [
        counted_one_by_one(game, choice) for choice in game.choices or (None,)
    ]
    for odd in odds.choices:
        assert sum(chance.chance for chance in odd.chances) == 1


KNOWN = {
    # One stake on a face of three dice: 1 + 15 + 75 of 216 rolls, so that the house keeps 17/216.
    "chuck-a-luck": (
        game_of(result("chosen", 3, at_least=3), result("chosen", 2, at_least=2), result("chosen"), dice="3d6"),
        [1, 15, 75, 125],
        Fraction(17, 216),
    ),
    # Two dice above 7, below 7, or 7 at 4 to 1.
    "over seven": (game_of(result("sum", at_least=8), dice="2d6"), [15, 21], Fraction(1, 6)),
    "under seven": (game_of(result("sum", at_most=6), dice="2d6"), [15, 21], Fraction(1, 6)),
    "seven": (game_of(result("sum", 4, at_least=7, at_most=7), dice="2d6"), [6, 30], Fraction(1, 6)),
    # The field of a craps table: 2 pays double, 12 threefold, 3, 4 and 9 to 11 once.
    "field": (
        game_of(
            result("sum", 2, at_least=2, at_most=2),
            result("sum", 3, at_least=12),
            result("sum", at_least=3, at_most=4),
            result("sum", at_least=9),
            dice="2d6",
        ),
        [1, 1, 5, 9, 20],
        Fraction(1, 36),
    ),
    "doubles": (game_of(result("all-alike", 4), dice="2d6"), [6, 30], Fraction(1, 6)),
    "odd or even": (game_of(result("odd", "9/10"), dice="2d6"), [18, 18], Fraction(1, 20)),
    # The better of two dice against that of the house: 505 of 1,296 are higher, as many lower, 286 equal.
    "highest die": (
        game_of(result("higher-die"), result("equal-die", 0), dice="2d6", house="2d6"),
        [505, 286, 505],
        Fraction(0),
    ),
    "straight": (game_of(result("run", 30, at_least=5), dice="5d6"), [240, 7536], Fraction(7536 - 7200, 7776)),
    # Five dice: 6 x 5 pairs of faces in 10 orders are a full house.
    "full house": (
        game_of(
            GameResult("Full house", (ResultCondition("alike", 3), ResultCondition("pairs", 2)), Fraction(24)),
            dice="5d6",
        ),
        [300, 7476],
        Fraction(7476 - 7200, 7776),
    ),
    # Four dice without a 6 lose against an even payout: 1 - (5/6)^4.
    "a six in four": (game_of(result("face", face=6), dice="4d6"), [671, 625], Fraction(-46, 1296)),
    "no die below 4": (game_of(result("lowest", 7, at_least=4), dice="3d6"), [27, 189], Fraction(0)),
    "big of three without triples": (
        game_of(result("all-alike", -1), result("sum", at_least=11), dice="3d6"),
        [6, 105, 105],
        Fraction(1, 36),
    ),
}
"""Games that taverns know, with the ways to each result and to none, and with the edge, as books print them."""


def on_spot(number: int, pays: int, low: int, high: int) -> GameResult:
    return GameResult("Sum", (ResultCondition("spot", number), ResultCondition("sum", low, high)), Fraction(pays))


def test_each_spot_of_a_board_has_odds_of_its_own():
    # Seven pays 3 for 1 here, so that it is the spot that keeps most: (30 - 18) / 36.
    game = game_of(
        on_spot(1, 1, 8, 12), on_spot(2, 1, 2, 6), on_spot(3, 3, 7, 7), dice="2d6", spots=("Over", "Under", "Seven")
    )
    odds = game_odds(game)
    assert (odds.outcomes, odds.edge, odds.worst.edge) == (108, Fraction(1, 6), Fraction(1, 3))
    assert [ways(choice) for choice in odds.choices] == [[15, 0, 0, 21], [0, 15, 0, 21], [0, 0, 6, 30]]
    assert [ways(choice) for choice in odds.choices] == [counted_one_by_one(game, choice) for choice in game.choices]
    assert (odds.warnings, odds.notes) == ((), ())
    # Everyone stakes 10 on the seven.
    assert odds.exposure == 6 * 30
    even = game_odds(game_of(on_spot(1, 2, 8, 12), on_spot(2, 1, 2, 6), dice="2d6", spots=("Over", "Under")))
    assert even.warnings == ("The house loses in the long run: its edge on Over is negative, −25.00% of every stake.",)


@every_row("name", KNOWN)
def test_games_that_taverns_know_can_be_defined_and_have_the_odds_that_books_print(name: str):
    game, numbers, edge = KNOWN[name]
    odds = game_odds(game)
    assert (ways(odds.best), odds.edge) == (numbers, edge)


def rounds_of(key: str) -> Counter[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return 100,000 rounds of a ready game by what their dice show, rolled from one seed."""
    game, roller, rolled = ready_games()[key], SeededRoller(SEED), []
    for whose, pools in (("player", game.dice), ("house", game.house_dice)):
        (dice,) = pools or (None,)
        if dice is None:
            rolled.append([()] * ROUNDS)
            continue
        roll = roller.roll(dice.count * ROUNDS, dice.sides, reason="rounds", place=(key, whose))
        rolled.append(list(zip(*[iter(roll.faces)] * dice.count, strict=True)))
    return Counter((tuple(sorted(own)), house) for own, house in zip(*rolled, strict=True))


@every_row("key", ready_games())
def test_a_hundred_thousand_seeded_rounds_keep_to_the_odds_within_three_sigma(key: str):
    game = ready_games()[key]
    choice = game.choices[-1] if game.choices else None
    odds = next(odd for odd in game_odds(game).choices if odd.choice == choice)
    counts = Counter[int | None]()
    for (own, house), many in rounds_of(key).items():
        counts[next(game.matching_results(own, house, choice), None)] += many
    assert counts.total() == ROUNDS
    for chance in odds.chances:
        sigma = sqrt(ROUNDS * chance.chance * (1 - chance.chance))
        assert abs(counts[chance.place] - ROUNDS * chance.chance) <= 3 * sigma, chance
    won = sum(many * game.pays(place) for place, many in counts.items())
    assert abs(won - ROUNDS * odds.expected) <= 3 * sqrt(ROUNDS * odds.variance)


def test_a_million_outcomes_are_counted_and_one_more_die_is_refused_with_the_reason():
    assert game_odds(game_of(result("all-alike"), dice="6d10")).best.chances[0].ways == 10
    game = game_of(result("higher"), dice="6d10", house="1d6")
    with pytest.raises(TooManyOutcomes, match="6d10 against 1d6 can fall in 6,000,000 ways"):
        game_odds(game)
    chosen = game_of(result("chosen"), dice="6d10")
    with pytest.raises(TooManyOutcomes, match="10,000,000 ways, once for each of 10 faces to choose"):
        game_odds(chosen)


def test_the_best_choice_of_dice_that_differ_decides_the_edge():
    # A d4 and a d6: the faces 5 and 6 are on one die alone.
    odds = game_odds(game_of(result("chosen", 2), dice="1d4 1d6"))
    assert [sum(ways(choice)[:1]) for choice in odds.choices] == [9, 9, 9, 9, 4, 4]
    assert not odds.is_same_for_all
    assert (odds.best.choice, odds.worst.choice) == (1, 5)
    assert odds.edge == Fraction(15 - 18, 24) < 0 < odds.worst.edge
    assert odds.warnings == (
        "The house loses in the long run: its edge with the face 1 is negative, −12.50% of every stake.",
    )


@every_row(
    "game, warnings",
    [
        (
            game_of(result("sum", at_least=4)),
            ("The house earns nothing in the long run: its edge is zero.",),
        ),
        (
            game_of(result("sum", 2, at_least=4)),
            ("The house loses in the long run: its edge is negative, −50.00% of every stake.",),
        ),
        (game_of(ON_FIVE, result("sum", 9, at_least=7)), ("“sum” cannot happen: no roll matches it.",)),
        (
            game_of(ON_FIVE, result("sum", 9, at_least=6)),
            ("“sum” never counts: a result above it always comes first.",),
        ),
    ],
)
def test_what_is_wrong_with_a_game_is_told(game: TableGame, warnings: tuple[str, ...]):
    assert game_odds(game).warnings == warnings


def test_results_that_overlap_and_parts_of_coins_are_noted():
    game = game_of(result("all-alike", 5), result("alike", "3/2", at_least=2), dice="3d6")
    assert game_odds(game).notes == (
        "Some rolls that show “alike” count as “all-alike”, higher on the list.",
        "The house keeps fractions of a coin, so odd stakes earn it a little more than these odds say: “alike”.",
    )


@every_row(
    "value, text",
    [
        (Fraction(29, 512), "5.66%"),
        (Fraction(1, 1_000_000), "0.0001%"),
        (Fraction(-1, 8), "−12.50%"),
        (Fraction(0), "0.00%"),
    ],
)
def test_percentages(value: Fraction, text: str):
    assert percentage_words(value) == text

"""Ratings: points move to who wins, more of them by a surprise; underdogs' chances; the least likely victory."""

import pytest

from rules.campaigns.chronicles import PlayedGame
from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.ratings import LEAST, Ratings, WarbandRating, chance_against, upset_record, warband_ratings


def game(played: int, *results: tuple[int, str]) -> PlayedGame:
    return PlayedGame(played, tuple(SideOfScenario(number, result) for number, result in results))  # type: ignore[arg-type] # words of results


def won(played: int, winner: int, *losers: int) -> PlayedGame:
    return game(played, (winner, "major victory"), *((loser, "defeat") for loser in losers))


def test_equals_move_by_half_a_step_and_a_draw_moves_nothing() -> None:
    assert warband_ratings([won(1, 1, 2)]).by_warband == {1: WarbandRating(1020, 1), 2: WarbandRating(980, 1)}
    assert warband_ratings([game(1, (1, "draw"), (2, "draw"))]).by_warband[1] == WarbandRating(1000, 1)
    assert warband_ratings([game(1, (1, "minor victory"))]).by_warband == {}


def test_of_three_the_two_that_lost_did_not_beat_each_other() -> None:
    ratings = warband_ratings([won(1, 1, 2, 3)]).by_warband
    assert (ratings[1].value, ratings[2].value, ratings[3].value) == (1020, 990, 990)


def test_a_draw_at_the_top_beats_the_third() -> None:
    ratings = warband_ratings([game(1, (1, "draw"), (2, "draw"), (3, "defeat"))]).by_warband
    assert (ratings[1].value, ratings[2].value, ratings[3].value) == (1010, 1010, 980)


def test_a_lead_of_400_points_wins_ten_times_as_often() -> None:
    assert chance_against(1400, 1000) == pytest.approx(10 / 11)
    ratings = Ratings({1: WarbandRating(1400, LEAST), 2: WarbandRating(1000, LEAST)})
    assert ratings.chances((2, 1))[2] == pytest.approx(1 / 11)


def test_the_sum_of_all_points_stays_and_the_chances_of_a_scenario_add_up_to_one() -> None:
    games = [won(played, 1 + played % 3, 1 + (played + 1) % 3) for played in range(12)]
    ratings = warband_ratings(games)
    assert sum(rating.value for rating in ratings.by_warband.values()) == pytest.approx(3000)
    assert sum(ratings.chances((1, 2, 3)).values()) == pytest.approx(1)


def test_too_few_scenarios_say_nothing() -> None:
    games = [won(played, 1, 2) for played in range(LEAST)]
    assert not warband_ratings(games[:-1]).chances((1, 2))
    assert not warband_ratings(games).chances((1,))
    assert warband_ratings(games).chances((1, 2))[2] < 0.5


def test_the_least_likely_victory_is_that_of_the_greatest_underdog() -> None:
    games = [*(won(played, 1, 2) for played in range(1, 5)), won(5, 2, 1), won(6, 1, 2), won(7, 2, 1)]
    ratings = warband_ratings(games)
    assert ratings.upset is not None
    assert (ratings.upset.played, ratings.upset.winner, ratings.upset.loser) == (5, 2, 1)
    (record,) = upset_record(ratings, {1: "Red", 2: "Blue"})
    assert record.title == "Least likely victory"
    assert record.names == ("Blue over Red",)
    assert record.figure == f"{round(100 * ratings.upset.chance)}%"
    assert not upset_record(ratings, {1: "Red"})
    assert warband_ratings(games[:4]).upset is None

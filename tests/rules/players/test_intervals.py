"""Intervals of odds: they hold the truth as often as they say, whatever the games of a pair have in common."""

import random
from collections.abc import Callable
from math import comb

import pytest

from rules.players.intervals import mean_interval, share_interval

RUNS = 1_000


def wins_of_pair(dice: random.Random, share: float, alike: float) -> int:
    """Return the wins in two games with that share; ``alike`` of the pairs go the same way, below 0 opposite ways."""
    first = dice.random() < share
    if dice.random() < abs(alike):
        return 2 * first if alike > 0 else 1
    return first + (dice.random() < share)


@pytest.mark.parametrize(
    ("share", "alike"), [(0.5, 0), (0.5, 0.5), (0.5, -0.6), (0.8, 0), (0.8, 0.5), (0.95, 0), (0.95, 0.5)]
)
@pytest.mark.parametrize("pairs", [10, 50])
def test_a_share_is_inside_its_interval_95_times_of_100(share: float, alike: float, pairs: int) -> None:
    dice, held = random.Random(f"{share} {alike} {pairs}"), 0
    for _ in range(RUNS):
        wins = [wins_of_pair(dice, share, alike) for _ in range(pairs)]
        interval = share_interval(pairs, sum(wins), sum(won**2 for won in wins))
        assert 0 <= interval.low <= interval.mean <= interval.high <= 1
        held += interval.low <= share <= interval.high
    assert held >= 0.93 * RUNS


PAIRS: dict[str, Callable[[float], tuple[float, float, float]]] = {
    "independent": lambda share: ((1 - share) ** 2, 2 * share * (1 - share), share**2),
    "alike": lambda share: (1 - share, 0, share),
    "opposite": lambda share: (0, min(1, 2 * (1 - share)), max(0, 2 * share - 1)),
}
"""How likely a pair has 0, 1 and 2 wins."""


@pytest.mark.parametrize("kind", PAIRS)
@pytest.mark.parametrize("pairs", [2, 5, 10, 20, 50])
def test_a_share_is_inside_its_interval_over_all_outcomes(pairs: int, kind: str) -> None:
    for share in (0.5, 0.6, 0.8, 0.9, 0.95):
        none, half, both = PAIRS[kind](share)
        held = 0.0
        for won in range(pairs + 1):
            for split in range(pairs - won + 1):
                interval = share_interval(pairs, 2 * won + split, 4 * won + split)
                ways = comb(pairs, won) * comb(pairs - won, split)
                if interval.low <= share + 1e-9 and share - 1e-9 <= interval.high:
                    held += ways * both**won * half**split * none ** (pairs - won - split)
        assert held >= 0.93, share


@pytest.mark.parametrize("pairs", [3, 10, 50])
def test_a_mean_is_inside_its_interval_95_times_of_100(pairs: int) -> None:
    dice, held = random.Random(pairs), 0
    for _ in range(RUNS):
        sums = [dice.randint(0, 6) + dice.randint(0, 6) for _ in range(pairs)]
        low, high = mean_interval(pairs, sum(sums), sum(both**2 for both in sums))[1:]
        held += low <= 3 <= high
    assert 0.93 * RUNS <= held <= 0.98 * RUNS


def test_three_points_either_way_take_1067_games() -> None:
    pairs = 534
    interval = share_interval(pairs, pairs, pairs // 2 + 4 * (pairs // 4))
    assert interval.high - interval.mean == pytest.approx(0.03, abs=0.0005)


def test_few_games_say_little_even_if_one_side_wins_them_all() -> None:
    assert share_interval(1, 2, 4).low < 0.3
    assert share_interval(20, 40, 80).low < 0.95
    assert share_interval(10, 20, 40).low < 0.8, "as few as ten games, if both games of a pair go the same way"


def test_few_games_of_the_same_points_do_not_say_that_all_have_them() -> None:
    assert mean_interval(1, 6, 36).low < 0
    mean, low, high = mean_interval(2, 8, 32)
    assert (mean, high - mean) == (2, pytest.approx(2.25, abs=0.01))
    assert low == pytest.approx(-0.25, abs=0.01)
    low, high = mean_interval(200, 800, 3200)[1:]
    assert 0.01 < high - low < 0.05

"""Intervals at 95 % with a pair of games as the unit: shares of wins, and means of points."""

from math import sqrt
from typing import NamedTuple

Z = 1.959964
"""Standard errors on each side of a mean that hold 95 % of a normal distribution."""
_PRIOR = 2
"""Pairs by which the spread of few pairs is moderated: the games of some go the same way, of some they do not."""
_PRIOR_RATIO = 1.5
"""Their spread by that of independent games; 2 is that of pairs whose games all go the same way."""


class Interval(NamedTuple):
    """An estimate with the ends of its interval."""

    mean: float
    low: float
    high: float


def quantile(freedom: float) -> float:
    """Return how many standard errors hold 95 % on each side of a mean, by Student's t.

    >>> [round(quantile(freedom), 2) for freedom in (1, 2, 5, 30)]
    [12.71, 4.3, 2.55, 2.04]
    """
    known = {1: 12.7062, 2: 4.3027, 3: 3.1824}
    if freedom in known:
        return known[int(freedom)]
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def share_interval(pairs: int, wins: int, squares: int) -> Interval:
    """Return the share of games won in so many pairs; ``squares`` sums the squares of the wins in each pair.

    The interval is Wilson's, for as many independent games as tell as much as these pairs do.
    """
    share = wins / (2 * pairs)
    usual = share * (1 - share) / 2  # the variance of a pair's wins by games, if its games were independent
    spread = max(squares / 4 - pairs * share**2, 0)
    # If one side won all games, each pair may be worth no more than one game.
    ratio = (spread / usual + _PRIOR * _PRIOR_RATIO) / (pairs - 1 + _PRIOR) if usual else 2.0
    # Games of a pair that mostly give one win each tell more, but no more than shares so far from a half allow.
    games = 2 * pairs / max(ratio, 2 - 1 / max(share, 1 - share))
    return wilson_interval(share, games, quantile(pairs + _PRIOR))


def wilson_interval(share: float, games: float, errors: float = Z) -> Interval:
    """Return Wilson's interval for a share of independent games; ``errors`` is how many standard errors it has."""
    square = errors**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = sqrt(square * (share * (1 - share) / games + square / (4 * games**2))) / (1 + square / games)
    return Interval(share, max(min(middle - half, share), 0.0), min(max(middle + half, share), 1.0))


def mean_interval(pairs: int, total: int, squares: int) -> Interval:
    """Return the mean of a number of each game; ``total`` and ``squares`` are of its sums over each pair.

    Few pairs show little of the spread: it is moderated by pairs of games that vary like counts with this mean.
    """
    mean = total / (2 * pairs)
    usual = (abs(mean) + 1) / 2
    variance = (max(squares / 4 - pairs * mean**2, 0) + _PRIOR * usual) / (pairs - 1 + _PRIOR)
    half = quantile(pairs - 1 + _PRIOR) * sqrt(variance / pairs)
    return Interval(mean, mean - half, mean + half)

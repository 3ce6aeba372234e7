"""Fairness of dice: the chi-square test of goodness of fit.

The statistic is the sum of (observed - expected)² / expected over all cells. Its p-value is the chance that fair dice
are at least so uneven: the upper tail of the chi-square distribution, which has a closed form for whole degrees of
freedom, so that it is as exact as floating-point numbers are.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_EXPECTED = 5.0
"""The minimum expectation of each cell; with less, the distribution of the statistic is only approximate."""
MIN_CELLS = 3
"""Cells of a test at least: with two, neighbors that are taken together hide too much."""
_ROUNDING = 1e-9
"""The rounding error of sums of shares such as 1/6."""


@dataclass(frozen=True, slots=True)
class GoodnessOfFit:
    """The result of a chi-square test: the statistic, the degrees of freedom, and the p-value from 0 to 1."""

    statistic: float
    degrees: int
    p_value: float


def chi_square_test(observed: Sequence[int], weights: Sequence[int], *, pools: bool = False) -> GoodnessOfFit | None:
    """Return the test of counts against a distribution that gives each outcome a weight, such as its number of ways.

    None if a cell expects less than 5: too few observations. With ``pools``, neighbors are combined until each cell
    expects enough, as the rare ends of three dice need; then None if fewer than three cells are left.
    """
    cells = (
        pooled_cells(observed, weights)
        if pools
        else tuple(zip(observed, expected_counts(observed, weights), strict=True))
    )
    if len(cells) < MIN_CELLS or min(expected for _, expected in cells) < LEAST_EXPECTED - _ROUNDING:
        return None
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    degrees = len(cells) - 1
    return GoodnessOfFit(statistic, degrees, chi_square_tail(statistic, degrees))


def expected_counts(observed: Sequence[int], weights: Sequence[int]) -> tuple[float, ...]:
    """Return how often each outcome is expected, for the given number of observations."""
    total, all_ways = sum(observed), sum(weights)
    return tuple(total * ways / all_ways for ways in weights)


def pooled_cells(observed: Sequence[int], weights: Sequence[int]) -> tuple[tuple[int, float], ...]:
    """Return pairs of observed and expected counts, neighbors taken together until each expects 5 or more."""
    cells: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for count, share in zip(observed, expected_counts(observed, weights), strict=True):
        seen, expected = seen + count, expected + share
        if expected >= LEAST_EXPECTED - _ROUNDING:
            cells.append((seen, expected))
            seen, expected = 0, 0.0
    if expected and cells:
        last = cells.pop()
        cells.append((last[0] + seen, last[1] + expected))
    return tuple(cells)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-square variable with whole degrees of freedom is at least this large."""
    if degrees < 1 or statistic < 0:
        raise ValueError("A chi-square variable has at least one degree of freedom and is never below 0.")
    # Q(k/2, x/2) as a finite sum (Abramowitz and Stegun, 26.4.4 and 26.4.5); each term goes through its logarithm, so
    # that large statistics give 0 instead of an overflow.
    half = statistic / 2
    if half == 0:
        return 1.0
    if degrees % 2 == 0:
        start, tail = 0.0, 0.0
    else:
        start, tail = 0.5, math.erfc(math.sqrt(half))
    powers = (start + step for step in range(degrees // 2))
    tail += sum(math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers)
    return min(tail, 1.0)

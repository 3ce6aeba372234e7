"""How fair the dice of a campaign were: what fell against what was expected, a test of each, and it all in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.campaigns.dice_counts import SIDES, TOTALS, RollCounts
from rules.campaigns.scenarios import ROLL_ORIGINS, RollOrigin
from rules.careers.events import RollKind
from rules.chance import GoodnessOfFit, chi_square_test, expected_counts
from rules.tables.advancement import ADVANCES

LEAST_ROLLS = 30
"""Rolls below which no test is made: each face of a d6 then expects 5."""
USUAL = 0.05
"""The p-value down to which dice are called even."""
RARE = 0.001
TOO_EVEN = 0.99

_FACES = tuple(range(1, SIDES + 1))


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """A face or a total: how often it fell, and how often it is expected of fair dice."""

    value: int
    times: int
    expected: float


@dataclass(frozen=True, slots=True)
class DiceFairness:
    """The dice of one kind: what fell, and the test, None where there are too few.

    ``key`` is ``all`` for every die by itself, or the kind of roll; ``noun`` what is counted, dice or rolls.
    """

    key: str
    title: str
    noun: str
    outcomes: tuple[OutcomeCount, ...]
    test: GoodnessOfFit | None

    @property
    def count(self) -> int:
        """How many dice or rolls there are."""
        return sum(outcome.times for outcome in self.outcomes)

    @property
    def verdict(self) -> str:
        """What the test says, in plain words."""
        if self.test is None:
            return f"Too few {self.noun} to tell: {self.count} of the {LEAST_ROLLS} that a test takes."
        return fairness_verdict(self.test)

    @property
    def figures(self) -> str:
        """The figures of the test: ``χ² 6.00, 5 degrees of freedom, p 0.306``; "" without one."""
        if self.test is None:
            return ""
        chance = f"p below {RARE}" if self.test.p_value < RARE else f"p {self.test.p_value:.3f}"
        return f"χ² {self.test.statistic:.2f}, {self.test.degrees} degrees of freedom, {chance}"

    @property
    def is_odd(self) -> bool:
        """Whether fair dice would rarely fall like this."""
        return self.test is not None and not USUAL <= self.test.p_value <= TOO_EVEN


def fairness_verdict(test: GoodnessOfFit) -> str:
    """Return what a test says of dice, in plain words."""
    if test.p_value < RARE:
        return f"Very uneven: fair dice fall like this less than once in {round(1 / RARE):,} times."
    if test.p_value < USUAL:
        return f"Uneven: fair dice fall so unevenly about once in {round(1 / test.p_value):,} times."
    if test.p_value > TOO_EVEN:
        return f"Strikingly even: fair dice fall so evenly less than once in {round(1 / (1 - TOO_EVEN)):,} times."
    return "As even as chance would have it."


def dice_fairness(counts: Iterable[RollCounts]) -> tuple[DiceFairness, ...]:
    """Return the fairness of all dice, and of each kind of roll, always in this order."""
    counts = tuple(counts)
    return (all_dice(counts), *(_kind(kind, title, counts) for kind, title in _TITLES.items()))


def all_dice(counts: Iterable[RollCounts]) -> DiceFairness:
    """Return the fairness of every d6 by itself, those of advances too."""
    return _fairness(
        "all", "All dice, one by one", "dice", _FACES, _sums(count.faces for count in counts), (1,) * SIDES
    )


_TITLES: dict[RollKind, str] = {
    "elimination": "Elimination, 1d6",
    "injury": "Injury, 1d6",
    "advance": "Advance, the total of 3d6",
}


def _kind(kind: RollKind, title: str, counts: Iterable[RollCounts]) -> DiceFairness:
    own = [count for count in counts if count.kind == kind]
    if kind == "advance":
        # 3d6 fall in 216 ways: 1 of them is a 3, 27 are a 10.
        ways = tuple(advance.ways for advance in ADVANCES)
        return _fairness(
            kind, title, "rolls", TOTALS, _sums(roll_counts.totals for roll_counts in own), ways, pools=True
        )
    return _fairness(kind, title, "rolls", _FACES, _sums(roll_counts.faces for roll_counts in own), (1,) * SIDES)


def _fairness(
    key: str,
    title: str,
    noun: str,
    values: Sequence[int],
    observed: Sequence[int],
    ways: Sequence[int],
    *,
    pools: bool = False,
) -> DiceFairness:
    observed = observed or (0,) * len(values)
    outcomes = map(OutcomeCount, values, observed, expected_counts(observed, ways))
    test = chi_square_test(observed, ways, pools=pools) if sum(observed) >= LEAST_ROLLS else None
    return DiceFairness(key, title, noun, tuple(outcomes), test)


def _sums(counts: Iterable[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*counts, strict=True)))


@dataclass(frozen=True, slots=True)
class SourceFairness:
    """The dice of one source, each by itself: who plays the warbands, and where the faces came from."""

    who: str
    origin: RollOrigin
    dice: DiceFairness


def source_fairness(who: str, counts: Iterable[RollCounts]) -> tuple[SourceFairness, ...]:
    """Return the dice of somebody's warbands by their origin: the server's, and those that were entered, if any."""
    counts = tuple(counts)
    return tuple(
        SourceFairness(who, origin, all_dice(own))
        for origin in ROLL_ORIGINS
        if (own := [count for count in counts if count.origin == origin])
    )

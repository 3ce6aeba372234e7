"""What if a side were another one: versions of it play the same games, and worse ones are stopped early."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from rules.players.intervals import Interval, mean_interval

BASE = ""
"""The version that is the side as it is."""
FIRST_PAIRS = 4
"""How many pairs each version plays before the worse half of them is stopped; those that stay play twice as many."""
FRESH = 1_000_000
"""The number of the first pair that only the best version and the side as it is play, after all others."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A pair of games to play: with which version of the side, and the number of the pair in the run."""

    version: str
    pair: int


@dataclass(frozen=True, slots=True)
class WhatIfTally:
    """How many games of each pair the side won, a digit from 0 to 2 for each pair, by version of the side.

    In ``tried`` all versions play the same pairs with the same dice; in ``fresh`` the best one and ``BASE`` do.
    """

    tried: Mapping[str, str] = field(default_factory=dict)
    fresh: Mapping[str, str] = field(default_factory=dict)

    def joined(self, trial: Trial, wins: int) -> "WhatIfTally":
        """Return the tally with one more pair, in which the side won so many games."""
        tried, fresh = dict(self.tried), dict(self.fresh)
        into = fresh if trial.pair >= FRESH else tried
        into[trial.version] = into.get(trial.version, "") + str(wins)
        return WhatIfTally(tried, fresh)


def gain(base: str, version: str) -> int:
    """Return how many more games a version won than the side as it is, in the pairs that both have played."""
    return sum(int(with_it) - int(without) for without, with_it in zip(base, version, strict=False))


def gain_of_hundred(base: str, version: str) -> int:
    """Return how many more of a hundred games a version won, over at least one pair that it played."""
    return round(100 * gain(base, version) / (2 * len(version)))


def gain_interval(base: str, version: str) -> Interval:
    """Return by how much of its games a version won more, -1 to 1, at 95 %; a pair that both played is the unit.

    Both play a pair with the same dice, so that what the dice gave mostly drops out of the difference.
    """
    gains = [int(with_it) - int(without) for without, with_it in zip(base, version, strict=False)]
    return mean_interval(len(gains), sum(gains), sum(each**2 for each in gains))


def win_share(wins: str) -> float:
    """Return the share of its games that a version won, of at least one pair."""
    return sum(map(int, wins)) / (2 * len(wins))


def stages(tally: WhatIfTally, versions: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Return the versions that are not stopped, and how many pairs each of them plays at present.

    When all of them have played, the half that won fewer games more than the side as it is, is stopped. Of two that
    are as good, the earlier one stays. In the end one is left.
    """
    left, pairs = tuple(versions), FIRST_PAIRS
    while len(left) > 1 and all(len(tally.tried.get(version, "")) >= pairs for version in (BASE, *left)):
        base = tally.tried[BASE][:pairs]
        ordered = sorted(left, key=lambda version: -gain(base, tally.tried[version][:pairs]))
        left, pairs = tuple(ordered[: ceil(len(left) / 2)]), 2 * pairs
    return left, pairs


def best_version(tally: WhatIfTally, versions: Sequence[str]) -> str:
    """Return the version that is to be shown after all trials, ``BASE`` if none won more games than the side as it is.

    The trials that chose it do not count for it: of many versions, the best one had luck.
    """
    left, pairs = stages(tally, versions)
    played = (tally.tried.get(version, "") for version in (BASE, *left))
    if len(left) != 1 or any(len(wins) < pairs for wins in played):
        return BASE
    return left[0] if gain(tally.tried[BASE], tally.tried[left[0]]) > 0 else BASE


def next_trial(tally: WhatIfTally, versions: Sequence[str], fresh_pairs: int) -> Trial | None:
    """Return the next pair of games to play, None after the last one.

    First all versions are tried, then the best one and the side as it is play ``fresh_pairs`` pairs with other dice.
    """
    left, pairs = stages(tally, versions)
    for version in (BASE, *left):
        if len(wins := tally.tried.get(version, "")) < pairs:
            return Trial(version, len(wins))
    best = best_version(tally, versions)
    if best == BASE:
        return None
    version = min((BASE, best), key=lambda version: len(tally.fresh.get(version, "")))
    number = len(tally.fresh.get(version, ""))
    return Trial(version, FRESH + number) if number < fresh_pairs else None


def most_pairs(versions: int, fresh_pairs: int) -> int:
    """Return how many pairs of games so many versions play at most, and the side as it is with them."""
    left, pairs, played, total = versions, FIRST_PAIRS, 0, 0
    while left:
        total += (left + 1) * (pairs - played)
        left, pairs, played = (ceil(left / 2) if left > 1 else 0), 2 * pairs, pairs
    return total + 2 * fresh_pairs

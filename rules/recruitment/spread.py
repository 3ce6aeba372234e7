"""Warbands of a large collection that differ in their creatures.

The best warbands of many figures differ by one cheap figure each, because thousands of them use all points. Here the
best one is followed by the best of those that have little in common with it, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.recruitment.model import RankingKey
from rules.recruitment.search import CandidateWarband, best_warbands
from rules.recruitment.stages import Stage

MANY = 2
"""How many times the limit a collection has to cost, so that its warbands are spread."""

_LEAST = Fraction(9, 10)
"""The part of the best warband's points that every other one has to use."""


class SpreadWarbands(NamedTuple):
    """Warbands, best first, of which any two share at most the part ``common`` of their points."""

    warbands: list[CandidateWarband]
    common: Fraction


def spread_warbands(stages: Sequence[Stage], limit: int, ranking: RankingKey, most: int) -> SpreadWarbands | None:
    """Return ``most`` warbands of which any two share at most half of their points, else three quarters.

    Return None where the figures do not suffice for that. Each warband is the best of those that have little in common
    with all before it and use nine tenths of the points.
    """
    if sum(stage.retinue.points * stage.most for stage in stages) < MANY * limit:
        return None
    for common in (Fraction(1, 2), Fraction(3, 4)):
        warbands = _apart(stages, limit, ranking, most, common)
        if len(warbands) == most:
            return SpreadWarbands(warbands, common)
    return None


def _apart(
    stages: Sequence[Stage], limit: int, ranking: RankingKey, most: int, common: Fraction
) -> list[CandidateWarband]:
    """Return ``most`` warbands of which any two share at most that part of their points, fewer where there are not."""
    # Every warband uses at least nine tenths of the best one's points. So two of them share at most a half of their own
    # where the later one is left at most 45 hundredths of the best one's to share with the earlier one.
    found: list[CandidateWarband] = []
    for _ in range(most):
        best = best_warbands(stages, limit, ranking, 1)
        if not best or (found and best[0].points < _LEAST * found[0].points):
            break
        found += best
        remaining = _without(stages, best[0], common * _LEAST * found[0].points)
        if remaining is None:
            break
        stages = remaining
    return found


def _without(stages: Sequence[Stage], warband: CandidateWarband, common: Fraction) -> tuple[Stage, ...] | None:
    """Return the stages without the creatures on which a warband spent most, so that ``common`` points of it are left.

    Return None where that cannot be, as some of them are required.
    """
    spent = {retinue.card.key: retinue.points * number for retinue, number in warband.picks}
    free = {stage.retinue.card.key for stage in stages if stage.can_be_skipped}
    left, barred = warband.points, set()
    for key in sorted(spent.keys() & free, key=lambda key: (-spent[key], key)):
        if left <= common:
            break
        left -= spent[key]
        barred.add(key)
    if left > common:
        return None
    return tuple([stage.skipped if stage.retinue.card.key in barred else stage for stage in stages])

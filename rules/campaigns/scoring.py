"""Scoring a scenario by the lines of its victory condition."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campaigns.scenarios import SideScore
from rules.tables.victory_conditions import CONDITIONS, MAJOR, VictoryCondition
from rules.tables.victory_conditions.scoring import Victory

BY_KEY: dict[str, VictoryCondition] = {condition.key: condition for condition in CONDITIONS}
MAX_COUNT = 99
"""How often a line may be scored: 99 objectives and rounds are more than any board has."""


def points_scored(condition: VictoryCondition, counts: Sequence[int]) -> int:
    """Return the victory points of a side; ``counts`` says how often it has each line of the condition."""
    # Of the lines for one thing only the best one counts; where there are several such things, each is counted on the
    # line that is best for it. Setting up, "Victory condition"; appendix "Alternative victory conditions".
    total, best = 0, dict[str, int]()
    for score, count in zip(condition.scoring, counts, strict=True):
        if score.best_of and not score.each:
            best[score.best_of] = max(best.get(score.best_of, 0), score.vp if count else 0)
        else:
            total += score.vp * count
    return total + sum(best.values())


def result_scored(condition: VictoryCondition, counts: Sequence[int]) -> Victory | None:
    """Return the victory that a condition gives a side by itself, the larger of two; None where it gives none."""
    found = {score.result for score, count in zip(condition.scoring, counts, strict=True) if score.result and count}
    return MAJOR if MAJOR in found else next(iter(found), None)


def side_score(condition: VictoryCondition, warband: int, counts: Sequence[int], extra: int) -> SideScore:
    """Return the score of a side by the lines of the condition, with ``extra`` victory points agreed at the table."""
    points = points_scored(condition, counts) + extra
    return SideScore(warband, points, tuple(counts) if any(counts) else (), result_scored(condition, counts))

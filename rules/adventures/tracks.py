"""Points toward a goal: thresholds with what each unlocks, what each degree is worth, and the track that is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from rules.adventures.fields import FactProse, Points
from rules.documents.records import InDocument, records_of
from rules.errors import RulesError
from rules.tables.rolls import Degree
from rules.text import counted

MAX_THRESHOLDS = 30

ACCUMULATING: Mapping[Degree, int] = {
    Degree.CRITICAL_SUCCESS: 2,
    Degree.SUCCESS: 1,
    Degree.FAILURE: 0,
    Degree.CRITICAL_FAILURE: -1,
}
"""What a check toward a goal is worth in most kinds."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """Points at which something happens, and what it is. What it unlocks is hidden until then."""

    points: Points
    unlocks: FactProse = ""


Thresholds = Annotated[tuple[Threshold, ...], records_of(Threshold, MAX_THRESHOLDS)]


@dataclass(frozen=True, slots=True)
class AdventureTrack:
    """A line of points as it is drawn: where it stands, where it ends (None without an end), and its thresholds.

    ``least`` is the lowest that it may have.
    """

    key: str
    name: str
    points: int
    least: int = field(default=0, kw_only=True)
    end: int | None
    thresholds: tuple[Threshold, ...] = ()
    is_diminishing: Annotated[bool, InDocument(key="diminishing")] = False


def check_thresholds(thresholds: Iterable[Threshold], what: str) -> None:
    """Raise ``RulesError`` unless thresholds rise."""
    points = [threshold.points for threshold in thresholds]
    if points != sorted(set(points)):
        raise RulesError(f"The thresholds of {what} must rise from the first to the last.")


def crossed(thresholds: Iterable[Threshold], before: int, points: int) -> tuple[Threshold, ...]:
    """Return the thresholds that are reached now and were not before."""
    return tuple(threshold for threshold in thresholds if before < threshold.points <= points)


def points_words(by: int, name: str = "point") -> str:
    """Return a change of points in words, for what a degree would do.

    >>> points_words(2), points_words(-1), points_words(0)
    ('gain 2 points', 'lose 1 point', 'no change')
    """
    if not by:
        return "no change"
    return f"{'gain' if by > 0 else 'lose'} {counted(abs(by), name)}"

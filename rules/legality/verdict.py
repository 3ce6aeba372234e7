"""The verdict on a roster: legal or not, what everything costs, and every problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.legality.checking import problems_of
from rules.legality.problem import Problem, Subject
from rules.legality.reckoning import Reckoning, reckon
from rules.legality.rulebook import Rulebook
from rules.roster.model import Roster


@dataclass(frozen=True, slots=True)
class MemberPoints:
    """What one member costs, in points: its creature, and the extras bought for it."""

    id: str
    index: int
    creature: str
    points: int
    base_points: int
    extras_points: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "is this warband legal?", with its points.

    ``points_left`` is negative when the limit is passed, and None where the play mode has no limit.
    """

    legal: bool
    points: int
    points_limit: int | None
    points_left: int | None
    members: tuple[MemberPoints, ...]
    problems: tuple[Problem, ...]


def verdict(roster: Roster, rulebook: Rulebook) -> Verdict:
    """Return the verdict on a roster; never raises."""
    return verdict_of(reckon(roster, rulebook))


def verdict_of(reckoning: Reckoning) -> Verdict:
    """Return the verdict on a roster that is added up already."""
    problems = problems_of(reckoning)
    limit = reckoning.limit
    return Verdict(
        legal=not any(problem.blocks for problem in problems),
        points=reckoning.points,
        points_limit=reckoning.roster.points_limit,
        points_left=None if limit is None else limit - reckoning.points,
        members=tuple(
            MemberPoints(
                line.member.id, line.place, line.member.creature, line.points, line.base_points, line.extras_points
            )
            for line in reckoning.lines
        ),
        problems=problems,
    )


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as a document for other programs."""
    return {
        "legal": verdict.legal,
        "points": verdict.points,
        "points_limit": verdict.points_limit,
        "points_left": verdict.points_left,
        "members": [
            {
                "id": member.id,
                "index": member.index,
                "creature": member.creature,
                "points": member.points,
                "base_points": member.base_points,
                "extras_points": member.extras_points,
            }
            for member in verdict.members
        ],
        "problems": [_problem_document(problem) for problem in verdict.problems],
    }


def _problem_document(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "message": problem.message,
        "severity": problem.severity,
        "overridden": problem.overridden,
        "subject": _subject_document(problem.subject),
        "params": dict(problem.params),
        "fix": problem.fix,
    }


def _subject_document(subject: Subject) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": subject.kind}
    if subject.kind != "roster":
        document |= {"index": subject.index, "id": subject.id}
    if subject.key is not None:
        document["key"] = subject.key
    return document

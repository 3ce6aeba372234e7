"""The verdict on a roster: legal or not, what everything costs, and every problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.legality.checking import find_problems
from rules.legality.resolved import ResolvedRoster, resolve
from rules.legality.rule import Problem
from rules.legality.rulebook import Rulebook
from rules.legality.subject import Subject
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
    return verdict_of(resolve(roster, rulebook))


def verdict_of(roster: ResolvedRoster) -> Verdict:
    """Return the verdict on a roster that is resolved already."""
    problems = find_problems(roster)
    limit = roster.limit
    return Verdict(
        legal=not any(problem.blocks for problem in problems),
        points=roster.points,
        points_limit=roster.roster.points_limit,
        points_left=None if limit is None else limit - roster.points,
        members=tuple(
            MemberPoints(
                member.member.id,
                member.place,
                member.member.creature,
                member.points,
                member.base_points,
                member.extras_points,
            )
            for member in roster.members
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

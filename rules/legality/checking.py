"""Checking a roster: every rule is asked, and every problem is told."""

from __future__ import annotations

from dataclasses import replace

from rules.legality.registry import RULES
from rules.legality.resolved import ResolvedRoster
from rules.legality.rule import Problem


def find_problems(roster: ResolvedRoster) -> tuple[Problem, ...]:
    """Return every problem of a roster, in a stable order; never raises.

    The roster's own problems come first, then each member's in the members' order, each in the order of the codes.
    Problems that the table overrides are included, and marked.
    """
    problems: list[Problem] = []
    for rule in RULES:
        problems.extend(rule.check(roster))
    if not problems:
        return ()
    # The rules were asked in the order of their codes, and sorting keeps that within a member.
    problems.sort(key=_place)
    overrides = roster.roster.overrides
    if not overrides:
        return tuple(problems)
    agreed = {(override.code, override.member) for override in overrides}
    return tuple(
        replace(problem, overridden=True) if _is_overridden(problem, agreed) else problem for problem in problems
    )


def _place(problem: Problem) -> int:
    """Return the place of the member that a problem is about, -1 for the roster's own."""
    index = problem.subject.index
    return -1 if index is None else index


def _is_overridden(problem: Problem, agreed: set[tuple[str, str | None]]) -> bool:
    # Players may agree on anything; an override that names a member is for that member alone.
    return (problem.code, None) in agreed or (problem.code, problem.subject.id) in agreed

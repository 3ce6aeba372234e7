"""The verdict on a roster: checks all rules, errors before warnings; every problem, and the cost of everything.

Problems are sorted: the warband's own first, then each member's. The order of the rules decides between problems of the
same member, or of the warband. ``docs/adding-a-rule.md`` lists everything that a new rule needs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.legality import creatures, extras, warband
from rules.legality.resolved import ResolvedRoster, Rulebook, Subject, resolve
from rules.legality.rule import Problem, Rule
from rules.roster.model import Roster

RULES: tuple[Rule, ...] = (
    warband.NotEmpty(),
    warband.PointsLimit(),
    warband.AlignmentChosen(),
    creatures.KnownCreature(),
    creatures.HalfCap(),
    creatures.AllowedAlignment(),
    creatures.KnownAlignment(),
    creatures.AllowedSource(),
    creatures.NotBanned(),
    creatures.InCollection(),
    creatures.HeroPointLimit(),
    extras.KnownUpgrade(),
    extras.UpgradeOnce(),
    extras.NoUpgradeConflict(),
    extras.KnownItem(),
    extras.ItemLevel(),
    extras.ItemOnce(),
    extras.ItemLimit(),
    extras.KnownPositioning(),
    extras.PositioningOnce(),
    creatures.MinionHasCommander(),
    creatures.CommanderHasMinions(),
    extras.UsableItem(),
    extras.ItemChoiceMade(),
    extras.SuitablePositioning(),
    creatures.KnownRevision(),
    creatures.CompleteCard(),
)

CODES: tuple[str, ...] = tuple(rule.code for rule in RULES)
RULES_BY_CODE: Mapping[str, Rule] = {rule.code: rule for rule in RULES}


def rule_label(code: str) -> str:
    """Return in a few words what an override of this code allows; an unknown code is returned unchanged."""
    rule = RULES_BY_CODE.get(code)
    return rule.label if rule else code


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
    # Players may agree on anything; an override that names a member is for that member alone.
    agreed = {(override.code, override.member) for override in overrides}
    return tuple(
        replace(problem, overridden=True)
        if agreed & {(problem.code, None), (problem.code, problem.subject.id)}
        else problem
        for problem in problems
    )


def _place(problem: Problem) -> int:
    """Return the place of the member that a problem is about, -1 for the roster's own."""
    index = problem.subject.index
    return -1 if index is None else index


@dataclass(frozen=True, slots=True)
class MemberPoints:
    """The cost of one member, in points: its creature, and its extras."""

    id: str
    index: int
    creature: str
    points: int
    base_points: int
    extras_points: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "is this warband legal?", with its points.

    ``points_left`` is negative if the limit is exceeded, and None if the play mode has no limit.
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
        "members": [asdict(member) for member in verdict.members],
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

"""Laying a draft out as its sheet: its roster is resolved and checked once, then everything is put in its place."""

from __future__ import annotations

from collections.abc import Iterator

from rules.alignment import BY_CODE
from rules.building.draft import Draft
from rules.cards.sheet import creature_card
from rules.legality.resolved import ResolvedRoster
from rules.legality.rule import Problem
from rules.legality.verdict import Verdict, rule_label
from rules.roster.model import Override, Roster
from rules.sheets.members import CardSheet, creature_name, member_sheets
from rules.sheets.model import OverrideLine, ProblemLine, RosterSheet
from rules.text import counted, listed, with_minus


def sheet_of_resolved(
    draft: Draft, resolved: ResolvedRoster, verdict: Verdict, *, card_sheet: CardSheet = creature_card
) -> RosterSheet:
    """Lay out a draft whose roster is resolved and checked already."""
    roster, mode = draft.roster, draft.roster.mode
    problems = problem_lines(roster, verdict.problems)
    return RosterSheet(
        name=roster.name,
        mode=mode.name,
        alignment=BY_CODE[roster.alignment] if roster.alignment else None,
        limits_alignment=resolved.limits_alignment,
        points=verdict.points,
        limit=resolved.limit,
        left=verdict.points_left,
        legal=verdict.legal,
        members=tuple(member_sheets(draft, resolved, problems, card_sheet)),
        problems=tuple(problems.get(None, ())),
        overrides=_override_lines(resolved, verdict.problems),
        house_rules=tuple(_house_rules(resolved)),
        is_held_to_collection=roster.collection is not None and mode.points_limit,
        notes=draft.notes,
    )


def problem_lines(roster: Roster, problems: tuple[Problem, ...]) -> dict[str | None, list[ProblemLine]]:
    """Return the problems of a roster's verdict by the id of their member, the roster's own under None."""
    agreed: dict[tuple[str, str | None], Override] = {}
    for override in roster.overrides:
        agreed.setdefault((override.code, override.member), override)
    lines: dict[str | None, list[ProblemLine]] = {}
    for problem in problems:
        subject = problem.subject
        cover = agreed.get((problem.code, subject.id)) or agreed.get((problem.code, None))
        line = ProblemLine(
            code=problem.code,
            message=with_minus(problem.message),
            fix=with_minus(problem.fix),
            severity=problem.severity,
            overridden=problem.overridden,
            reason=cover.reason if cover else "",
            kind=subject.kind,
            member=subject.id,
            key=subject.key,
        )
        lines.setdefault(subject.id, []).append(line)
    return lines


def _override_lines(resolved: ResolvedRoster, problems: tuple[Problem, ...]) -> tuple[OverrideLine, ...]:
    names = {member.id: member.short_name for member in resolved.members}
    found = {(problem.code, problem.subject.id) for problem in problems}
    found |= {(problem.code, None) for problem in problems}
    return tuple(
        OverrideLine(
            code=override.code,
            words=rule_label(override.code),
            reason=override.reason,
            member=override.member,
            whose="the whole warband"
            if override.member is None
            else names.get(override.member, f"“{override.member}”"),
            met=(override.code, override.member) in found,
        )
        for override in resolved.roster.overrides
    )


def _house_rules(resolved: ResolvedRoster) -> Iterator[str]:
    house_rules = resolved.roster.house_rules
    if house_rules is None:
        return
    cards = resolved.rulebook.cards
    most = house_rules.max_items_per_member
    if most is not None:
        yield f"At most {counted(most, 'item')} each." if most else "No items."
    if house_rules.sources is not None:
        named = listed(map(resolved.rulebook.source_name, house_rules.sources), "or")
        yield f"Creatures only from {named}." if named else "No creatures from any source."
    if house_rules.banned:
        yield f"Banned: {', '.join(creature_name(key, cards.get(key)) for key in house_rules.banned)}."

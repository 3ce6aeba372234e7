"""Holding a roster against the rulebook: every rule is asked, every problem told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.legality import of_creatures, of_items, of_minions, of_upgrades, of_warband
from rules.legality.problem import Problem
from rules.legality.reckoning import Reckoning, reckon
from rules.legality.rulebook import Rulebook
from rules.roster.model import Roster

Rule = Callable[[Reckoning], Iterator[Problem]]

RULES: tuple[Rule, ...] = (
    *of_warband.RULES,
    *of_creatures.RULES,
    *of_upgrades.RULES,
    *of_items.RULES,
    *of_minions.RULES,
)


def check(roster: Roster, rulebook: Rulebook) -> tuple[Problem, ...]:
    """Return everything that the rules hold against the roster, in a stable order; never raises.

    The roster's own problems come first, then each member's in the members' order, each in the order of the codes.
    Problems that the table overrides are there too, and marked.
    """
    return problems_of(reckon(roster, rulebook))


def is_legal(roster: Roster, rulebook: Rulebook) -> bool:
    """Say whether the roster may be played: no error but those that the table overrides."""
    return not any(problem.blocks for problem in check(roster, rulebook))


def problems_of(reckoning: Reckoning) -> tuple[Problem, ...]:
    """Return everything that the rules hold against a roster that is added up already."""
    problems: list[Problem] = []
    for rule in RULES:
        problems.extend(rule(reckoning))
    if not problems:
        return ()
    problems.sort(key=lambda problem: problem.order)
    overrides = reckoning.roster.overrides
    if not overrides:
        return tuple(problems)
    agreed = {(override.code, override.member) for override in overrides}
    return tuple(replace(one, overridden=True) if _overridden(one, agreed) else one for one in problems)


def _overridden(problem: Problem, agreed: set[tuple[str, str | None]]) -> bool:
    # Players may agree on anything; an override that names a member is for that member alone.
    return (problem.code, None) in agreed or (problem.code, problem.subject.id) in agreed

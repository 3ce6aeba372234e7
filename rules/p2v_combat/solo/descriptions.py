"""Gambits in sentences, for cards, pages and print: what a monster does on which faces, and whom it prefers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rules.p2v_combat.solo.gambits import GambitAction, GambitChoice, GambitPlan, Gambits, GambitSequence, MonsterPhase
from rules.p2v_combat.solo.notation import format_faces, format_plan
from rules.p2v_combat.solo.readings import MonsterCard
from rules.p2v_combat.solo.targets import PREFERENCES_BY_KEY
from rules.text import listed, times_word

PHASE_NAMES: dict[MonsterPhase, str] = {"I": "super-early", "II": "early", "III": "late"}


@dataclass(frozen=True, slots=True)
class GambitLine:
    """A row of a table of gambits, ready to be shown: faces, phase, the plan in notation and as a sentence.

    The plan has the monster's own attacks in the place of the words of stock tables.
    """

    faces: tuple[int, ...]
    phase: MonsterPhase
    plan: str
    sentence: str

    @property
    def faces_text(self) -> str:
        """The faces as runs: ``2-3``."""
        return format_faces(self.faces)

    @property
    def phase_name(self) -> str:
        """The phase in words."""
        return PHASE_NAMES[self.phase]


@dataclass(frozen=True, slots=True)
class GambitSheet:
    """A table of gambits, ready to be shown; ``prefers`` is a sentence, empty for no preference."""

    lines: tuple[GambitLine, ...]
    prefers: str = ""


def gambit_sheet(gambits: Gambits, monster: MonsterCard) -> GambitSheet:
    """Return the gambits of a monster in its words and in sentences."""
    lines = tuple(
        GambitLine(row.faces, row.phase, _named_plan(row.plan, monster), f"It {plan_clause(row.plan, monster)}.")
        for row in gambits.rows
    )
    preference = PREFERENCES_BY_KEY.get(gambits.prefers)
    return GambitSheet(lines, f"Prefers {preference.words}." if preference else "")


def _named_plan(plan: GambitPlan, monster: MonsterCard) -> str:
    return format_plan(plan, lambda action: monster.read(action).name)


def plan_clause(plan: GambitPlan, monster: MonsterCard) -> str:
    """Return a plan as what follows a monster's name: ``attacks with Jaws, then Repositions``."""
    if isinstance(plan, GambitAction):
        return monster.read(plan).clause
    if isinstance(plan, GambitChoice):
        return listed([_option_clause(option, monster) for option in plan.options], "or")
    return ", then ".join(_step_clauses(plan, monster))


def _step_clauses(plan: GambitSequence, monster: MonsterCard) -> Iterator[str]:
    """Yield the clauses of a sequence; what follows itself is said once, with its number."""
    for clause, alike in groupby(plan_clause(step, monster) for step in plan.steps):
        times = len(list(alike))
        yield f"{clause} {times_word(times)}" if times > 1 else clause


def _option_clause(option: GambitPlan, monster: MonsterCard) -> str:
    """Return an option of a choice: its actions are joined by a word, so that the choice stays one."""
    if isinstance(option, GambitAction | GambitChoice):
        return plan_clause(option, monster)
    return " and ".join(_step_clauses(option, monster))

"""Gambits: what a monster does in a round, by the face of a d6, as values.

A plan is one action, a choice of plans or a sequence of plans: ``Stride / Fist > Fist`` is a sequence of a choice and
an action. Appendix "Adventure play and the cardboard AI", "Gambits".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError

MonsterPhase = Literal["I", "II", "III"]

MONSTER_PHASES: tuple[MonsterPhase, ...] = ("I", "II", "III")
"""When monsters act: super-early, early, late."""

FACES = range(1, 7)

MAX_ACTIONS = 12
"""How many actions one row may name."""

MAX_ACTION = 80
"""How many characters one action may have."""

_MARKS = frozenset("/>()\n")


class GambitError(RulesError):
    """A table of gambits that cannot be used; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class GambitAction:
    """One action: the name of a feature or spell, a word for moving, or a sentence for the table."""

    words: str

    def __post_init__(self) -> None:
        if not self.words.strip() or self.words != " ".join(self.words.split()) or _MARKS & set(self.words):
            raise GambitError(f"“{self.words}” does not name an action.")
        if len(self.words) > MAX_ACTION:
            raise GambitError(f"An action has at most {MAX_ACTION} characters: “{self.words[:MAX_ACTION]}…” has more.")


@dataclass(frozen=True, slots=True)
class GambitChoice:
    """Plans of which the monster takes one. Their order counts only between two of the same kind."""

    options: tuple[GambitAction | GambitSequence, ...]

    def __post_init__(self) -> None:
        if len(self.options) < 2:
            raise GambitError("A choice has at least two options.")


@dataclass(frozen=True, slots=True)
class GambitSequence:
    """Plans that follow one another."""

    steps: tuple[GambitAction | GambitChoice, ...]

    def __post_init__(self) -> None:
        if len(self.steps) < 2:
            raise GambitError("A sequence has at least two steps.")


GambitPlan = GambitAction | GambitChoice | GambitSequence


@dataclass(frozen=True, slots=True)
class GambitRow:
    """What a monster does on some faces of the die, and in which phase of the round."""

    faces: tuple[int, ...]
    phase: MonsterPhase
    plan: GambitPlan


@dataclass(frozen=True, slots=True)
class Gambits:
    """The gambits of a kind of monster: a row for each face of the d6, and the enemies that it prefers.

    ``prefers`` is the key of a preference (``rules.p2v_combat.solo.targets``), empty for none. Raises
    ``GambitError`` unless each face stands in exactly one row.
    """

    rows: tuple[GambitRow, ...]
    prefers: str = ""

    def __post_init__(self) -> None:
        faces = [face for row in self.rows for face in row.faces]
        for face in sorted(faces):
            if face not in FACES:
                raise GambitError(f"A d6 shows 1 to 6, not {face}.")
            if faces.count(face) > 1:
                raise GambitError(f"Face {face} stands in two rows: each face belongs to one.")
        if missing := [str(face) for face in FACES if face not in faces]:
            raise GambitError(f"No row says what happens on {' or '.join(missing)}: all six faces are needed.")
        if any(row.phase not in MONSTER_PHASES for row in self.rows):
            raise GambitError(f"A phase is one of {', '.join(MONSTER_PHASES)}.")
        if any(sum(1 for _ in plan_actions(row.plan)) > MAX_ACTIONS for row in self.rows):
            raise GambitError(f"A row names at most {MAX_ACTIONS} actions.")

    def row(self, face: int) -> GambitRow:
        """Return the row of a face; raise ``GambitError`` for a number that no d6 shows."""
        for row in self.rows:
            if face in row.faces:
                return row
        raise GambitError(f"A d6 shows 1 to 6, not {face}.")


def plan_actions(plan: GambitPlan) -> Iterator[GambitAction]:
    """Yield every action that a plan names, in the order in which it is written."""
    if isinstance(plan, GambitAction):
        yield plan
    else:
        for part in plan_parts(plan):
            yield from plan_actions(part)


def plan_parts(plan: GambitPlan) -> tuple[GambitPlan, ...]:
    """Return the options of a choice, the steps of a sequence, or the action itself."""
    if isinstance(plan, GambitChoice):
        return plan.options
    return plan.steps if isinstance(plan, GambitSequence) else (plan,)


def plan_steps(plan: GambitPlan) -> tuple[GambitAction | GambitChoice, ...]:
    """Return what follows one another in a plan: the steps of a sequence, else the plan alone."""
    return plan.steps if isinstance(plan, GambitSequence) else (plan,)


def sequence_of(steps: tuple[GambitAction | GambitChoice, ...]) -> GambitPlan | None:
    """Return a plan of these steps; None if there are none."""
    if not steps:
        return None
    return steps[0] if len(steps) == 1 else GambitSequence(steps)

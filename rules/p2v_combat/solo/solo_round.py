"""Where a round of solo play stands: who acts early or late, what the dice showed, the phase, a gambit half done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.p2v_combat.solo.rounds import Timing
from rules.p2v_combat.solo.turns import PlanStep, Pursuit

BEFORE_PHASES = -1
"""The place of a round whose first phase has not begun."""


@dataclass(frozen=True, slots=True)
class GambitProgress:
    """A creature whose gambit is being carried out: the steps that are left, how many it took, whom it pursues.

    ``due`` is the attack that its last step was, until the next step is taken.
    """

    creature: str
    steps: tuple[PlanStep, ...]
    taken: int = 0
    pursuit: Pursuit | None = None
    due: Pursuit | None = None

    @property
    def key(self) -> str:
        """What the questions of the next step begin with."""
        return str(self.taken)


@dataclass(frozen=True, slots=True)
class SoloRound:
    """A round of solo play. ``phase`` counts the phases from 0; ``faces`` are the gambit dice by kind of monster."""

    timings: Mapping[str, Timing]
    faces: Mapping[str, int]
    phase: int = BEFORE_PHASES
    progress: GambitProgress | None = None

"""A round of solo play: who acts early or late, what each kind of monster rolled, five phases, a gambit half done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.p2v_combat.solo.gambits import MonsterPhase
from rules.p2v_combat.solo.turns import PlanStep, Pursuit

Timing = Literal["early", "late"]

TIMINGS: dict[Timing, int] = {"early": 2, "late": 3}
"""When an adventurer acts, and the action points that it gets."""


@dataclass(frozen=True, slots=True)
class SoloPhase:
    """One of the five parts of a round; ``monsters`` or ``adventurers`` says who acts in it."""

    key: str
    name: str
    monsters: MonsterPhase | None = None
    adventurers: Timing | None = None


SOLO_PHASES: tuple[SoloPhase, ...] = (
    SoloPhase("I", "Super-early monsters", monsters="I"),
    SoloPhase("early", "Early adventurers", adventurers="early"),
    SoloPhase("II", "Early monsters", monsters="II"),
    SoloPhase("late", "Late adventurers", adventurers="late"),
    SoloPhase("III", "Late monsters", monsters="III"),
)

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

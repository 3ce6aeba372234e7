"""A round of solo play: early or late for each adventurer, a die for each kind of monster, and five phases in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.p2v_combat.solo.gambits import MonsterPhase

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

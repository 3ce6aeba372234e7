"""A round of solo play: early or late for each adventurer, a die for each kind of monster, and five phases in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.battle.solo.gambits import Gambits, MonsterPhase
from rules.dice import Place, Roll, Roller
from rules.errors import RulesError

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


@dataclass(frozen=True, slots=True)
class PhaseTurns:
    """Who acts in a phase. The player chooses the order among them, for monsters too."""

    phase: SoloPhase
    creatures: tuple[str, ...]


def gambit_place(round_number: int, kind: str) -> Place:
    """Return where the gambit die of a kind of monster belongs."""
    return (f"r{round_number}", 0, kind, "gambit", 1)


def roll_gambits(kinds: Iterable[str], round_number: int, roller: Roller) -> dict[str, Roll]:
    """Roll one d6 for each kind of monster, each kind once, in order of their keys."""
    # One d6 for each type of monster at the start of the round, once early and late are chosen. "Gambits".
    return {
        kind: roller.roll(1, 6, reason=f"Gambit of {kind}", place=gambit_place(round_number, kind))
        for kind in sorted(set(kinds))
    }


def phases_of(
    timings: Mapping[str, Timing], monsters: Mapping[str, str], gambits: Mapping[str, Gambits], faces: Mapping[str, int]
) -> tuple[PhaseTurns, ...]:
    """Return the five phases of a round with who acts in each.

    ``timings`` says early or late for each adventurer, ``monsters`` the kind of each monster, by their ids; ``gambits``
    and ``faces`` are those of the kinds. Raises ``RulesError`` for a kind without gambits or without a die.
    """
    # Super-early monsters, early adventurers, early monsters, late adventurers, late monsters. "Early and late turns".
    for kind in monsters.values():
        if kind not in gambits or kind not in faces:
            raise RulesError(f"The gambit of “{kind}” has not been rolled.")
    acts = {kind: gambits[kind].row(faces[kind]).phase for kind in set(monsters.values())}
    return tuple(
        PhaseTurns(
            phase,
            tuple(
                [one for one, timing in timings.items() if timing == phase.adventurers]
                if phase.adventurers
                else [one for one, kind in monsters.items() if acts[kind] == phase.monsters]
            ),
        )
        for phase in SOLO_PHASES
    )

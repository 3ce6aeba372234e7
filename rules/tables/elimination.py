"""What becomes of a creature that was eliminated, once the scenario of a campaign is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.tables.entry import Entry
from rules.tables.prose import Prose, ProseRow
from rules.tables.rolls import d6


@dataclass(frozen=True, slots=True)
class EliminationOutcome(ProseRow):
    """One result of the d6 for an eliminated creature.

    ``misses_next`` if it sits out the next scenario; ``is_wounded`` if it rolls on the table of injuries.
    """

    prose: ClassVar[Prose] = Prose("elimination")

    faces: tuple[int, ...]
    name: str
    misses_next: bool = False
    is_wounded: bool = False


OUTCOMES: tuple[EliminationOutcome, ...] = (
    EliminationOutcome((1, 2), "Out of Action", misses_next=True),
    EliminationOutcome((3, 4), "Wounded", is_wounded=True),
    EliminationOutcome((5, 6), "Full Recovery"),
)

BY_FACE: dict[int, EliminationOutcome] = {face: outcome for outcome in OUTCOMES for face in outcome.faces}


def outcome(face: int) -> EliminationOutcome:
    """Return what becomes of an eliminated creature, by the face of a d6."""
    # One d6 for each creature eliminated. Campaign play, "Injuries", table of eliminated creatures.
    return BY_FACE[d6(face)]


def entries() -> tuple[Entry, ...]:
    """Return one entry per outcome."""
    return tuple(
        EliminationOutcome.prose.entry(
            "elimination",
            row.name,
            facts=(("d6", "-".join(map(str, row.faces))),),
            where="Injuries",
        )
        for row in OUTCOMES
    )

"""What becomes of a creature that was eliminated, once the scenario of a campaign is over."""

from __future__ import annotations

from dataclasses import dataclass

from rules.glossary.entry import Entry
from rules.tables.rolls import d6

# Every creature goes through these in order after a scenario; only the last concerns the ones still standing
# too.
AFTERMATH_ORDER = ("elimination", "injury", "advancement")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One result of the d6 for an eliminated creature.

    ``misses_next`` if it sits out the next scenario; ``is_wounded`` if it rolls on the table of injuries.
    """

    faces: tuple[int, ...]
    name: str
    summary: str
    text: str
    misses_next: bool = False
    is_wounded: bool = False


OUTCOMES: tuple[Outcome, ...] = (
    Outcome(
        (1, 2),
        "Out of Action",
        "Misses the next scenario.",
        "The creature cannot take part in the next scenario. Sitting out heals no wound that it already has.",
        misses_next=True,
    ),
    Outcome(
        (3, 4),
        "Wounded",
        "Rolls 1d6 on the table of injuries.",
        "The creature rolls on the table of injuries and carries the wound through its next scenario. If it"
        " already has a wound that is not permanent, it rolls nothing: that wound becomes permanent instead.",
        is_wounded=True,
    ),
    Outcome((5, 6), "Full Recovery", "As good as new.", "The creature has come through without lasting harm."),
)

BY_FACE: dict[int, Outcome] = {face: outcome for outcome in OUTCOMES for face in outcome.faces}


def outcome(face: int) -> Outcome:
    """Return what becomes of an eliminated creature, by the face of a d6."""
    # One d6 for each creature eliminated. Campaign play, "Injuries", table of eliminated creatures.
    return BY_FACE[d6(face)]


def entries() -> tuple[Entry, ...]:
    """Return one entry an outcome."""
    return tuple(
        Entry(
            kind="elimination",
            name=row.name,
            summary=row.summary,
            text=row.text,
            facts=(("d6", "-".join(map(str, row.faces))),),
            where="Injuries",
        )
        for row in OUTCOMES
    )

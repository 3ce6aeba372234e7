"""The six injuries of a wounded creature, and how long a wound lasts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.tables.entry import Entry
from rules.tables.prose import Prose, ProseRow
from rules.tables.rolls import d6
from rules.tables.stats import StatChange, stat_name


@dataclass(frozen=True, slots=True)
class Injury(ProseRow):
    """An injury: the d6 that gives it, what it does to the stats, and a condition to start each scenario with."""

    prose: ClassVar[Prose] = Prose("injuries")

    face: int
    name: str
    changes: tuple[StatChange, ...] = ()
    starts_with: str | None = None


INJURIES: tuple[Injury, ...] = (
    Injury(1, "Injured Leg", changes=(StatChange("speed", -1),)),
    Injury(2, "Injured Eye", changes=(StatChange("fight", -1),)),
    Injury(3, "Befuddled", changes=(StatChange("power", -1),)),
    Injury(4, "Cursed", changes=(StatChange("fortitude", -1), StatChange("reflex", -1), StatChange("will", -1))),
    Injury(5, "Fragile", changes=(StatChange("armor", -1),)),
    Injury(6, "Weakened", starts_with="slowed"),
)

BY_KEY: dict[str, Injury] = {injury.key: injury for injury in INJURIES}


def injury(face: int) -> Injury:
    """Return the injury of a d6."""
    # One d6 after a result of Wounded. Campaign play, "Injuries".
    return INJURIES[d6(face) - 1]


def rolls_for_injury(*, has_temporary_wound: bool) -> bool:
    """Return True if a creature that is Wounded rolls a new injury; if not, the wound it has becomes permanent."""
    # Being Wounded again makes the wound that the creature has permanent, in place of a new one. With nothing
    # but permanent wounds it rolls anew. Campaign play, "Injuries".
    return not has_temporary_wound


def wound_heals(*, took_part: bool, wounded_again: bool) -> bool:
    """Return True if a temporary wound is gone after a scenario."""
    # It ends with the next scenario that the creature takes part in; being Wounded again in that scenario comes first
    # and makes it permanent. Sitting a scenario out heals nothing. Campaign play, "Injuries".
    return took_part and not wounded_again


def entries() -> tuple[Entry, ...]:
    """Return one entry per injury."""
    return tuple(
        Injury.prose.entry(
            "injury",
            row.name,
            text=Injury.prose.text("each", row=row),
            facts=(
                ("d6", str(row.face)),
                *((stat_name(change.stat), f"{change.by:+d}") for change in row.changes),
                *((("Starts with", row.starts_with),) if row.starts_with else ()),
            ),
            where="Injuries",
        )
        for row in INJURIES
    )

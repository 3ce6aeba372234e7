"""How often each face fell: sums that a warband's record carries from scenario to scenario."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from rules.campaigns.scenarios import ROLL_KINDS, ROLL_ORIGINS, RollOrigin, RollRecord
from rules.careers.events import RollKind
from rules.documents.records import NEEDED
from rules.documents.shapes import numbers
from rules.tables.advancement import ADVANCES

SIDES = 6
TOTALS = tuple(advance.total for advance in ADVANCES)
"""What three dice can show together."""

_NO_FACES = (0,) * SIDES


@dataclass(frozen=True, slots=True)
class RollCounts:
    """The rolls of one kind and origin: how often each face of a d6 fell, and how often each total of an advance did.

    ``faces`` begins with 1; ``totals`` with 3, and is empty for rolls of one die.
    """

    kind: RollKind
    origin: RollOrigin
    faces: Annotated[tuple[int, ...], numbers(low=0), NEEDED] = _NO_FACES
    totals: Annotated[tuple[int, ...], numbers(low=0)] = ()

    @property
    def rolls(self) -> int:
        """How many rolls there are."""
        return sum(self.totals or self.faces)

    def with_faces(self, faces: Iterable[int]) -> RollCounts:
        """Return the counts with one more roll."""
        faces = tuple(faces)
        counts = tuple(count + faces.count(face) for face, count in enumerate(self.faces, start=1))
        if self.kind != "advance":
            return replace(self, faces=counts)
        totals = self.totals or (0,) * len(TOTALS)
        fallen = sum(faces)
        return replace(
            self,
            faces=counts,
            totals=tuple(count + (total == fallen) for total, count in zip(TOTALS, totals, strict=True)),
        )


def counts_with(counts: Iterable[RollCounts], rolls: Iterable[RollRecord]) -> tuple[RollCounts, ...]:
    """Return counts with more rolls, in the order of kinds and origins."""
    found = {(count.kind, count.origin): count for count in counts}
    for roll in rolls:
        key = (roll.purpose, roll.origin)
        found[key] = found.get(key, RollCounts(*key)).with_faces(roll.faces)
    return tuple(sorted(found.values(), key=_order))


def added_counts(counts: Iterable[RollCounts]) -> tuple[RollCounts, ...]:
    """Return the sums of counts of several warbands, in the order of kinds and origins."""
    found: dict[tuple[RollKind, RollOrigin], RollCounts] = {}
    for count in counts:
        before = found.get((count.kind, count.origin))
        found[count.kind, count.origin] = count if before is None else _added(before, count)
    return tuple(sorted(found.values(), key=_order))


def _added(roll_counts: RollCounts, other: RollCounts) -> RollCounts:
    return replace(
        roll_counts,
        faces=tuple(a + b for a, b in zip(roll_counts.faces, other.faces, strict=True)),
        totals=tuple(a + b for a, b in zip(roll_counts.totals, other.totals, strict=True)),
    )


def _order(roll_counts: RollCounts) -> tuple[int, int]:
    return ROLL_KINDS.index(roll_counts.kind), ROLL_ORIGINS.index(roll_counts.origin)

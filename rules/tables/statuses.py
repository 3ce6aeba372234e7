"""The combat statuses, which last as long as their circumstances do, and the geometry of flanking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose, ProseRow
from rules.tables.sizes import Space
from rules.tables.stats import StatChange, stat_name
from rules.text import listed


@dataclass(frozen=True, slots=True)
class Status(ProseRow):
    """A status: the conditions and statuses that it brings along, and its own changes."""

    prose: ClassVar[Prose] = Prose("statuses", "ends")

    name: str
    gives: tuple[str, ...] = ()
    changes: tuple[StatChange, ...] = ()
    aliases: tuple[str, ...] = ()
    where: str = "Combat statuses"

    @property
    def ends(self) -> str:
        """When the status ends, as words after "It ends"."""
        return self.prose.text(self.key, "ends")


STATUSES: tuple[Status, ...] = (
    Status("flanked", gives=("off-guard",)),
    Status("helpless"),
    Status("invisible", aliases=("invisibility",)),
    Status("quickened"),
    Status("prone", gives=("off-guard",), changes=(StatChange("fight", -2),)),
    Status("swallowed", gives=("grabbed", "slowed")),
    Status("dying", gives=("helpless", "prone"), where="Dying"),
    Status("eliminated", where="Dying"),
    Status("concealed", where="Concealment"),
    Status("mounted", aliases=("mount", "rider"), where="Commanders, minions and mounts"),
    Status("light load", gives=("encumbered",), where="Carrying objects"),
    Status("heavy load", gives=("encumbered", "slowed"), where="Carrying objects"),
)

BY_NAME: dict[str, Status] = {status.name: status for status in STATUSES}


def conditions_given(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the conditions that the statuses bring, each once, in the order met."""
    found: dict[str, None] = {}
    for name in names:
        if name not in BY_NAME:
            raise RulesError(f"{name!r} is not a status.")
        for given in BY_NAME[name].gives:
            found.update(dict.fromkeys(conditions_given([given]) if given in BY_NAME else [given]))
    return tuple(found)


def flanking(target: Space, first: Space, second: Space) -> bool:
    """Return True if two enemies stand so that they flank a creature; whether both reach it is not asked here."""
    # The line from the center of one flanker's space to the center of the other's must pass through the
    # target's space. Running along its edge or touching a corner is not enough. Combat statuses, "Flanked".
    (x1, y1), (x2, y2) = _doubled_center(first), _doubled_center(second)
    left, right = 2 * target.x, 2 * (target.x + target.width)
    top, bottom = 2 * target.y, 2 * (target.y + target.width)
    if max(x1, x2) <= left or min(x1, x2) >= right or max(y1, y2) <= top or min(y1, y2) >= bottom:
        return False
    # With the bounding boxes overlapping, the line misses the space only if all four corners lie on one side.
    sides = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in product((left, right), (top, bottom))]
    return min(sides) < 0 < max(sides)


def _doubled_center(space: Space) -> tuple[int, int]:
    """Return the center in half squares, so that the geometry stays in whole numbers."""
    return 2 * space.x + space.width, 2 * space.y + space.width


def entries() -> tuple[Entry, ...]:
    """Return one entry per status."""
    return tuple(_entry(row) for row in STATUSES)


def _entry(row: Status) -> Entry:
    gives = (("Gives", listed(row.gives)),) if row.gives else ()
    return Status.prose.entry(
        "status",
        row.name,
        facts=(
            *gives,
            *((stat_name(change.stat), f"{change.by:+d}") for change in row.changes),
            ("Ends", row.ends),
        ),
        aliases=row.aliases,
        where=row.where,
    )

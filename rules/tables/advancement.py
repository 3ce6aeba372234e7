"""What a creature learns from a scenario: 3d6 for an advance, and a level with every third."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import RulesError
from rules.points import MAX_LEVEL
from rules.tables.prose import Entry, Prose
from rules.tables.rolls import d6
from rules.tables.stats import StatChange
from rules.text import listed

DICE = 3
ADVANCES_PER_LEVEL = 3
ROLLS = 6**DICE
PROSE = Prose("advancement", DICE=DICE, ADVANCES_PER_LEVEL=ADVANCES_PER_LEVEL, MAX_LEVEL=MAX_LEVEL)


@dataclass(frozen=True, slots=True)
class Advance:
    """One result of 3d6: a change to a stat, or a feat where there is none; ``ways`` of the 216 rolls give it."""

    total: int
    change: StatChange | None
    ways: int

    @property
    def is_feat(self) -> bool:
        """Whether the owner picks a feat."""
        return self.change is None

    @property
    def name(self) -> str:
        """``Feat``, or the change as in ``Will +1``."""
        return "Feat" if self.change is None else str(self.change)


def _better(stat: str) -> StatChange:
    return StatChange(stat, 1)


# The table prints "Attack" at 10 and 15. There is no such stat: it is Fight, as in the table of classes.
ADVANCES: tuple[Advance, ...] = (
    Advance(3, None, 1),
    Advance(4, _better("will"), 3),
    Advance(5, _better("fortitude"), 6),
    Advance(6, _better("armor"), 10),
    Advance(7, None, 15),
    Advance(8, _better("fortitude"), 21),
    Advance(9, _better("reflex"), 25),
    Advance(10, _better("fight"), 27),
    Advance(11, _better("power"), 27),
    Advance(12, _better("armor"), 25),
    Advance(13, _better("will"), 21),
    Advance(14, None, 15),
    Advance(15, _better("fight"), 10),
    Advance(16, _better("power"), 6),
    Advance(17, _better("will"), 3),
    Advance(18, _better("reflex"), 1),
)

BY_TOTAL: dict[int, Advance] = {row.total: row for row in ADVANCES}


def advance(faces: Sequence[int]) -> Advance:
    """Return the advance of three d6; another number of dice raises ``RulesError``."""
    # Each creature that took part in a scenario rolls 3d6, eliminated or not. Campaign play, "Advancement".
    if len(faces) != DICE:
        raise RulesError(f"An advance is rolled with {DICE} dice, not {len(faces)}.")
    return BY_TOTAL[sum(map(d6, faces))]


def level_after(level: int, number_of_advances: int) -> int:
    """Return the level of a creature that started at ``level`` and has had so many advances."""
    # One level for every three advances, up to level 14: beyond it the tables have no rows, so advances still
    # count and levels stop. Campaign play, "Advancement".
    if number_of_advances < 0:
        raise RulesError(f"A creature cannot have {number_of_advances} advances.")
    return min(level + number_of_advances // ADVANCES_PER_LEVEL, MAX_LEVEL)


def entries() -> tuple[Entry, ...]:
    """Return one entry per different advance, in the order in which the table first has it, then the level-up."""
    names = dict.fromkeys(row.name for row in ADVANCES)
    return (*map(_entry, names), *PROSE.terms("advancement"))


def _entry(name: str) -> Entry:
    rows = [row for row in ADVANCES if row.name == name]
    totals = listed(map(str, (row.total for row in rows)), "or")
    return PROSE.entry(
        "advancement",
        name,
        section="feat" if rows[0].is_feat else "each",
        facts=(("3d6", totals), ("Chance", f"{sum(row.ways for row in rows)} in {ROLLS}")),
        where="Advancement",
        label=name,
        totals=totals,
    )

"""The eight stats at the left of a card, and what each of them is rolled for or against."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tables.entry import Entry
from rules.tables.prose import Prose
from rules.tables.skills import SKILLS
from rules.tables.stats import MINIMUM_SPEED, stat_name

PROSE = Prose("card_stats", MINIMUM_SPEED=MINIMUM_SPEED)


@dataclass(frozen=True, slots=True)
class CardStat:
    """One of the eight stats, by the name of its field."""

    stat: str

    @property
    def skills(self) -> tuple[str, ...]:
        """The skills whose checks add this stat."""
        return tuple(skill.name for skill in SKILLS if skill.save == self.stat)


CARD_STATS: tuple[CardStat, ...] = tuple(
    map(CardStat, ("fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed"))
)


def entries() -> tuple[Entry, ...]:
    """Return one entry per stat."""
    return tuple(
        PROSE.entry(
            "stat",
            stat_name(row.stat),
            facts=(("Skills", ", ".join(row.skills)),) if row.skills else (),
            where="How to read a creature card, Stats",
        )
        for row in CARD_STATS
    )

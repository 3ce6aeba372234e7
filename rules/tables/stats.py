"""The eight stats of a card, what each is rolled for or against, and changes to them."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.tables.prose import Entry, Prose
from rules.tables.skills import SKILLS

MINIMUM_SPEED = 1


@dataclass(frozen=True, slots=True)
class StatChange:
    """A number added to one of the eight stats (``fight``, ``armor`` ...); ``by`` is negative for a loss."""

    stat: str
    by: int

    def __str__(self) -> str:
        return f"{stat_name(self.stat)} {self.by:+d}"


def stat_name(stat: str) -> str:
    """Return the stat as a card prints it: ``Fight``, ``HP``.

    >>> stat_name("hp"), stat_name("will")
    ('HP', 'Will')
    """
    return "HP" if stat == "hp" else stat.capitalize()


def total_change(stat: str, changes: Iterable[StatChange]) -> int:
    """Return the sum of everything that the changes add to one stat."""
    return sum(change.by for change in changes if change.stat == stat)


def stat_after(stat: str, value: int, changes: Iterable[StatChange]) -> int:
    """Return a stat after all the changes to it. Speed, in squares, stays at 1 or more."""
    # Penalties add up without a floor, except that no penalty takes a creature's Speed below one square.
    # The rulebook prints no floor; docs/rulings.md has the reason.
    result = value + total_change(stat, changes)
    if stat == "speed" and result < MINIMUM_SPEED:
        return min(value, MINIMUM_SPEED)
    return result


PROSE = Prose("stats", MINIMUM_SPEED=MINIMUM_SPEED)


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

"""Changes to stats, the common currency of conditions, injuries and advancement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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

"""The spread of a stat over a warband, and its weakest save."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from rules.legality.resolved import ResolvedMember


@dataclass(frozen=True, slots=True)
class Spread:
    """One stat of all members: its values from low to high, the members with the lowest, and those whose card lacks it.

    The names are the members' full names, in the order of the roster. ``values`` is empty if no card has the stat.
    """

    stat: str
    values: tuple[int, ...]
    weakest: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def lowest(self) -> int | None:
        """The lowest value, None if no card has the stat."""
        return self.values[0] if self.values else None

    @property
    def median(self) -> float | None:
        """The median, None if no card has the stat."""
        return median(self.values) if self.values else None

    @property
    def highest(self) -> int | None:
        """The highest value, None if no card has the stat."""
        return self.values[-1] if self.values else None


def spread(stat: str, members: Iterable[ResolvedMember]) -> Spread:
    """Return the spread of one stat of the cards over the members."""
    named = [(getattr(member.card.stats, stat), member.name) for member in members if member.card]
    present = [(value, name) for value, name in named if value is not None]
    low = min((value for value, _ in present), default=None)
    return Spread(
        stat,
        tuple(sorted(value for value, _ in present)),
        tuple(name for value, name in present if value == low),
        tuple(name for value, name in named if value is None),
    )


def weak_spots(saves: Sequence[Spread]) -> tuple[Spread, ...]:
    """Return the save in which a warband is weakest: the lowest median, then the lowest value.

    Several if they are equal, none if no card has a save.
    """
    ranked = [((save.median, save.values[0]), save) for save in saves if save.median is not None]
    weakest = min((rank for rank, _ in ranked), default=None)
    return tuple(spread for rank, spread in ranked if rank == weakest)

"""How a stat is spread over a warband, and which save is its weak spot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from rules.legality.resolved import ResolvedMember


@dataclass(frozen=True, slots=True)
class Spread:
    """One stat of all members: its values from low to high, who has the lowest, and whose card lacks it.

    The names are the members' full names, in the order of the roster. ``values`` is empty where no card has the stat.
    """

    stat: str
    values: tuple[int, ...]
    weakest: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def lowest(self) -> int | None:
        """The lowest value, None where no card has the stat."""
        return self.values[0] if self.values else None

    @property
    def median(self) -> float | None:
        """The value in the middle, between two of them the mean; None where no card has the stat."""
        return median(self.values) if self.values else None

    @property
    def highest(self) -> int | None:
        """The highest value, None where no card has the stat."""
        return self.values[-1] if self.values else None


def spread(stat: str, members: Iterable[ResolvedMember]) -> Spread:
    """Return how one stat of the cards is spread over the members."""
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
    """Return the save in which a warband is weakest: the lowest median, among equals the lowest value.

    Several where that does not tell them apart, none where no card has a save.
    """
    ranked = [((save.median, save.values[0]), save) for save in saves if save.median is not None]
    weakest = min((rank for rank, _ in ranked), default=None)
    return tuple(spread for rank, spread in ranked if rank == weakest)

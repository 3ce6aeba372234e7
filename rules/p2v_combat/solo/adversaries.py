"""Adversaries for a party: a warband of monsters that is worth a part of its points, picked from a pool by dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from rules.cards.model import Card
from rules.dice import Place, Roll, Roller
from rules.points import within_half

PERCENTS = (75, 100, 125)
"""What an easy, an even and a hard battle are worth, in percent of the party's points."""

KINDS = 3
"""How many kinds of monster a warband has at most: each rolls a die of its own every round."""

MOST_MONSTERS = 16
_MOST_OF_A_KIND = 8


@dataclass(frozen=True, slots=True)
class Adversaries:
    """Monsters: how many of each creature, their points, and the dice that chose them."""

    numbers: tuple[tuple[str, int], ...]
    points: int
    rolls: tuple[Roll, ...] = ()

    @property
    def creatures(self) -> tuple[str, ...]:
        """The key of each monster, those of one kind together."""
        return tuple(key for key, number in self.numbers for _ in range(number))


def adversary_points(party_points: int, percent: int) -> int:
    """Return what the adversaries of a party are worth at most, in points; fractions are dropped."""
    return party_points * percent // 100


def choose_adversaries(
    pool: Mapping[str, Card], points: int, roller: Roller, place: Place, *, spent: int = 0
) -> Adversaries:
    """Return monsters worth so many points with the ``spent`` ones, of three kinds, as near as these can come.

    The dice choose the kinds among the creatures of the pool that fit and cost at most half of the points; of several
    ways to come equally near, the one with the most even numbers is taken. A pool in which nothing fits gives none.
    """
    # Monsters are bought as a warband is: none costs more than half. Building a warband, "Single most expensive
    # creature"; ruling 178.
    free = max(points - spent, 0)
    left = [key for key in sorted(pool) if within_half(pool[key].points, points) and pool[key].points <= free]
    kinds: list[str] = []
    rolls: list[Roll] = []
    while left and len(kinds) < KINDS:
        face = 1
        if len(left) > 1:
            roll = roller.roll(1, len(left), reason="Kind of monster", place=(*place, "kind", len(kinds) + 1))
            rolls.append(roll)
            (face,) = roll.faces
        kinds.append(left.pop(face - 1))
    numbers = _best_numbers([pool[key].points for key in kinds], free)
    chosen = tuple((key, number) for key, number in zip(kinds, numbers, strict=True) if number)
    return Adversaries(chosen, sum(pool[key].points * number for key, number in chosen), tuple(rolls))


def _best_numbers(costs: Sequence[int], points: int) -> tuple[int, ...]:
    """Return how many of each kind come nearest to the points without exceeding them."""
    ways = product(*(range(min(points // cost, _MOST_OF_A_KIND) + 1) for cost in costs))
    fitting = [way for way in ways if sum(way) <= MOST_MONSTERS and _cost(way, costs) <= points]
    return max(fitting, key=lambda way: (_cost(way, costs), min(way, default=0), [-number for number in sorted(way)]))


def _cost(numbers: Sequence[int], costs: Sequence[int]) -> int:
    return sum(number * cost for number, cost in zip(numbers, costs, strict=True))

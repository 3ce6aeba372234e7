"""The numbers of cards that are compared: the eight stats and the damage of the best attacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import quantiles

from rules.cards.model import STATS, Card, Feature
from rules.tables.stats import stat_name

STRIKE, AREA = "strike", "area"
MEASURES: tuple[str, ...] = (*STATS, STRIKE, AREA)
_LABELS = {STRIKE: "Strike damage", AREA: "Area damage"}


def measure_label(measure: str) -> str:
    """Return what a measure is called: ``Fight``, ``Strike damage``."""
    return _LABELS.get(measure) or stat_name(measure)


def measure_value(card: Card, measure: str) -> int | None:
    """Return a number of a card without upgrades, None if the card does not have it.

    The damage is that of its best Strike or area: everything dealt at once, before saves.
    """
    if measure in STATS:
        value: int | None = getattr(card.stats, measure)
        return value
    features = [feature for feature in card.features if not feature.is_upgrade]
    attacks = [feature for feature in features if (feature.strike if measure == STRIKE else feature.is_in_area)]
    return max((amount for attack in attacks if (amount := immediate_amount(attack))), default=None)


def immediate_amount(feature: Feature) -> int:
    """Return the damage that one use of a feature deals to a target at once, all types together."""
    return sum(damage.amount for damage in feature.immediate_damage)


@dataclass(frozen=True, slots=True)
class ValueSpread:
    """One number of several creatures, from low to high; there is at least one."""

    values: tuple[int, ...]

    @property
    def lowest(self) -> int:
        """The lowest value."""
        return self.values[0]

    @property
    def highest(self) -> int:
        """The highest value."""
        return self.values[-1]

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The values at a quarter, in the middle and at three quarters; between two creatures they are interpolated."""
        if len(self.values) == 1:
            return (self.lowest, self.lowest, self.lowest)
        lower, middle, upper = quantiles(self.values, n=4, method="inclusive")
        return (lower, middle, upper)

    def count_below(self, value: int) -> int:
        """Return how many creatures have less."""
        return sum(one < value for one in self.values)

    def count_equal(self, value: int) -> int:
        """Return how many creatures have as much."""
        return self.values.count(value)


def spread_of(measure: str, cards: Iterable[Card]) -> ValueSpread | None:
    """Return a number of all cards that have it, None if none does."""
    values = sorted(value for card in cards if (value := measure_value(card, measure)) is not None)
    return ValueSpread(tuple(values)) if values else None

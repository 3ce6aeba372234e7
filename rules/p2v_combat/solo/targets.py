"""What the game knows of a creature that monsters may attack: the values that the ladder of targets compares."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.cards.model import Feature
from rules.tables import sizes

_NUMBER = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class TargetView:
    """An enemy of a monster as it stands in the battle: an adventurer, seen from the cardboard AI.

    ``features`` are those that it has, bought ones included; ``points`` is what it cost. ``hp`` and ``armor`` are
    today's, None where its card has none. Helpless creatures, dying ones included, are never attacked.
    """

    id: str
    name: str
    features: tuple[Feature, ...] = ()
    size: str | None = None
    points: int = 0
    hp: int | None = None
    max_hp: int | None = None
    armor: int | None = None
    is_yet_to_act: bool = False
    is_helpless: bool = False
    conditions: frozenset[str] = frozenset()

    @property
    def has_ranged_attack(self) -> bool:
        """Whether it can make a Strike at range."""
        ranges = [one.range for one in self.features if one.strike and one.range]
        return any("ranged" in (one.kind, one.other.kind if one.other else "") for one in ranges)

    @property
    def is_caster(self) -> bool:
        """Whether it casts spells."""
        return any(feature.caster for feature in self.features)

    @property
    def is_wounded(self) -> bool:
        """Whether it has lost HP."""
        return self.hp is not None and self.max_hp is not None and self.hp < self.max_hp

    @property
    def size_rank(self) -> int:
        """The place of its size among all sizes, the smallest first; Medium where the card names none."""
        return tuple(sizes.BY_NAME).index(self.size or "Medium")


def in_order_of_ids(targets: Iterable[TargetView]) -> tuple[TargetView, ...]:
    """Return targets by their ids, ``a.m2`` before ``a.m10``."""
    return tuple(
        sorted(targets, key=lambda one: [int(part) if part.isdigit() else part for part in _NUMBER.split(one.id)])
    )

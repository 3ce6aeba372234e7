"""What the game knows of a creature that monsters may attack, and which of these gambits may prefer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
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
        ranges = [feature.range for feature in self.features if feature.strike and feature.range]
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
        sorted(targets, key=lambda target: [int(part) if part.isdigit() else part for part in _NUMBER.split(target.id)])
    )


Narrowing = Callable[[Sequence[TargetView]], Sequence[TargetView]]


@dataclass(frozen=True, slots=True)
class TargetPreference:
    """A kind of enemy that monsters prefer.

    ``words`` follow "prefers"; ``clause`` follows "Which of these" in a question. ``narrow`` picks the preferred ones
    from what the game knows; None where only the player can tell.
    """

    key: str
    words: str
    clause: str
    narrow: Narrowing | None = None


def _having(test: Callable[[TargetView], bool]) -> Narrowing:
    return lambda targets: [target for target in targets if test(target)]


def _most(measure: Callable[[TargetView], int]) -> Narrowing:
    def narrow(targets: Sequence[TargetView]) -> Sequence[TargetView]:
        highest = max(map(measure, targets), default=0)
        return [target for target in targets if measure(target) == highest]

    return narrow


PREFERENCES: tuple[TargetPreference, ...] = (
    TargetPreference(
        "adjacent-to-allies",
        "enemies that are adjacent to one of its allies",
        "are already adjacent to one of its allies",
    ),
    TargetPreference("alone", "enemies that are adjacent to none of their own allies", "have no ally next to them"),
    TargetPreference(
        "near-objectives", "enemies that are next to an objective", "are next to an objective or carry one"
    ),
    TargetPreference(
        "ranged-attackers",
        "enemies with ranged attacks",
        "have a ranged attack",
        _having(lambda target: target.has_ranged_attack),
    ),
    TargetPreference("casters", "enemies that cast spells", "cast spells", _having(lambda target: target.is_caster)),
    TargetPreference("wounded", "wounded enemies", "are wounded", _having(lambda target: target.is_wounded)),
    TargetPreference(
        "off-guard",
        "enemies that are off-guard",
        "are off-guard",
        _having(lambda target: "off-guard" in target.conditions),
    ),
    TargetPreference("largest", "the largest enemies", "are the largest", _most(lambda target: target.size_rank)),
    TargetPreference("smallest", "the smallest enemies", "are the smallest", _most(lambda target: -target.size_rank)),
    TargetPreference(
        "most-points", "the enemies worth most points", "are worth most points", _most(lambda target: target.points)
    ),
)

PREFERENCES_BY_KEY: dict[str, TargetPreference] = {preference.key: preference for preference in PREFERENCES}

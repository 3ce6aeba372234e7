"""Monsters: which of a pool a party meets, chosen by dice, and stock gambits for those whose cards have none."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product

from rules.cards.model import Card
from rules.dice import Place, Roll, Roller
from rules.p2v_combat.solo.gambits import Gambits, parse_gambits
from rules.p2v_combat.solo.readings import MonsterCard, damage_of, strikes_of
from rules.points import within_half
from rules.tables import sizes

FALLBACK = "standard"

FAST = 7
"""The lowest Speed of a fast creature, in squares."""

SLOW = 4
"""The highest Speed of a slow creature, in squares."""

_NEAR_RANGES = ("Ranged 1", "Ranged 2", "Ranged 3", "Ranged 4", "Ranged 5")
_MINDLESS = frozenset({"mindless", "ooze", "zombie"})


@dataclass(frozen=True, slots=True)
class StockGambits:
    """A table of gambits for a kind of creature; ``about`` describes in a sentence how such a monster fights."""

    key: str
    name: str
    about: str
    gambits: Gambits

    @property
    def is_ruled(self) -> bool:
        """Whether it is the table that the rulings give to creatures without gambits."""
        return self.key == FALLBACK


@cache
def stock_tables() -> dict[str, StockGambits]:
    """Return the stock tables by their keys, the fallback first."""
    sections = tomllib.loads(files("rules.p2v_combat.solo").joinpath("stock.toml").read_text(encoding="utf-8"))
    return {
        key: StockGambits(key, row["name"], row["about"], parse_gambits(row["gambits"], row.get("prefers", "")))
        for key, row in sections.items()
    }


def stock_gambits_for(card: Card) -> StockGambits:
    """Return the stock table that fits a creature best, without its upgrades."""
    # Creatures without gambits use a stock table. Ruling 89; which of them, ruling 174.
    monster = MonsterCard(card)
    return stock_tables()[next((key for key, fits in _KINDS.items() if fits(monster)), FALLBACK)]


def _is_shooter(monster: MonsterCard) -> bool:
    """Return True if it shoots at a distance, nearly as hard as it strikes at close quarters."""
    ranged = strikes_of(monster.attacks, "ranged")
    shots = [strike for strike in ranged if strike.reach.partition("/")[0] not in _NEAR_RANGES]
    blows = strikes_of(monster.attacks, "melee")
    best_blow = max(map(damage_of, blows), default=0)
    return bool(shots) and 4 * max(map(damage_of, shots)) >= 3 * best_blow


def _strikes_in_melee(monster: MonsterCard) -> bool:
    return bool(strikes_of(monster.attacks, "melee"))


def _is_big(monster: MonsterCard) -> bool:
    order = tuple(sizes.BY_NAME)
    size = monster.card.size
    return _strikes_in_melee(monster) and size in order and order.index(size) >= order.index("Large")


_KINDS: dict[str, Callable[[MonsterCard], bool]] = {
    "swarm": lambda card: "Swarm" in card.card.tags,
    "caster": lambda card: any(attack.is_spell for attack in card.attacks),
    "area": lambda card: any(attack.in_area and attack.cost and damage_of(attack) for attack in card.attacks),
    "ranged": _is_shooter,
    "mindless": lambda card: not _MINDLESS.isdisjoint(tag.casefold() for tag in card.card.tags),
    "big": _is_big,
    "fast": lambda card: _strikes_in_melee(card) and card.stride >= FAST,
    "slow": lambda card: _strikes_in_melee(card) and card.stride <= SLOW,
    "melee": _strikes_in_melee,
}
"""Which creatures a table is for, the most telling trait first."""


PERCENTS = (75, 100, 125)
"""The monsters' points in an easy, an even and a hard battle, in percent of the party's points."""

KINDS = 3
"""The most kinds of monster in a warband: each rolls its own die every round."""

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
    """Return the most points for the adversaries of a party; fractions are dropped."""
    return party_points * percent // 100


def choose_adversaries(
    pool: Mapping[str, Card], points: int, roller: Roller, place: Place, *, spent: int = 0
) -> Adversaries:
    """Return monsters worth so many points, including the ``spent`` ones, of three kinds, as near as possible.

    The dice choose the kinds among the creatures of the pool that fit and cost at most half of the points; of several
    equally near results, the one with the most even numbers is taken. A pool with no such creature gives none.
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

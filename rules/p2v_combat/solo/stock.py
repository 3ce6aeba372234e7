"""Stock tables of gambits: what monsters do whose cards have no gambits.

The first table is that of ruling 89 and fits every creature. The other nine are Muster's own design, one for each kind
of creature, chosen by the fields of the card. They are data: ``stock.toml`` beside this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules.cards.model import Card
from rules.p2v_combat.solo.gambits import Gambits
from rules.p2v_combat.solo.notation import parse_gambits
from rules.p2v_combat.solo.readings import MonsterCard, damage_of, strikes_of
from rules.tables import sizes

FALLBACK = "standard"

FAST = 7
"""Squares of Speed from which a creature counts as fast."""

SLOW = 4
"""Squares of Speed up to which a creature counts as slow."""

_NEAR_RANGES = ("Ranged 1", "Ranged 2", "Ranged 3", "Ranged 4", "Ranged 5")
_MINDLESS = frozenset({"mindless", "ooze", "zombie"})


@dataclass(frozen=True, slots=True)
class StockGambits:
    """A table of gambits for a kind of creature; ``about`` says in a sentence how such a monster fights."""

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
    """Return the stock table that fits a creature best, judged by what it has without upgrades."""
    # Creatures without gambits use a stock table. Ruling 89; which of them, ruling 174.
    monster = MonsterCard(card)
    return stock_tables()[next((key for key, fits in _KINDS.items() if fits(monster)), FALLBACK)]


def _is_caster(monster: MonsterCard) -> bool:
    return any(attack.is_spell for attack in monster.attacks)


def _has_blast(monster: MonsterCard) -> bool:
    return any(attack.in_area and attack.cost and damage_of(attack) for attack in monster.attacks)


def _is_shooter(monster: MonsterCard) -> bool:
    """Return True if it shoots at a distance, nearly as hard as it strikes at close quarters."""
    shots = [strike for strike in strikes_of(monster.attacks, "ranged") if not _is_throw(strike.reach)]
    blows = strikes_of(monster.attacks, "melee")
    best_blow = max(map(damage_of, blows), default=0)
    return bool(shots) and 4 * max(map(damage_of, shots)) >= 3 * best_blow


def _is_throw(reach: str) -> bool:
    return reach.partition("/")[0] in _NEAR_RANGES


def _is_mindless(monster: MonsterCard) -> bool:
    return not _MINDLESS.isdisjoint(tag.casefold() for tag in monster.card.tags)


def _strikes_in_melee(monster: MonsterCard) -> bool:
    return bool(strikes_of(monster.attacks, "melee"))


def _is_big(monster: MonsterCard) -> bool:
    order = tuple(sizes.BY_NAME)
    size = monster.card.size
    return _strikes_in_melee(monster) and size in order and order.index(size) >= order.index("Large")


_KINDS: dict[str, Callable[[MonsterCard], bool]] = {
    "swarm": lambda card: "Swarm" in card.card.tags,
    "caster": _is_caster,
    "area": _has_blast,
    "ranged": _is_shooter,
    "mindless": _is_mindless,
    "big": _is_big,
    "fast": lambda card: _strikes_in_melee(card) and card.stride >= FAST,
    "slow": lambda card: _strikes_in_melee(card) and card.stride <= SLOW,
    "melee": _strikes_in_melee,
}
"""Which creatures a table is for, the most telling trait first."""

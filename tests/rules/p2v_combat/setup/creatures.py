"""Creatures for tables: only what a set-up asks of them."""

from rules.cards.model import Card, Feature, Stats
from rules.p2v_combat.sides import Fielded
from rules.roster.model import Member


def fielded(
    creature: str,
    level: int = 1,
    *,
    size: str = "Medium",
    positioning: tuple[str, ...] = (),
    features: tuple[str, ...] = (),
) -> Fielded:
    """Return a creature by its id, such as ``a.m1``."""
    side, member = creature.split(".")
    printed = tuple(Feature(id=name.lower().replace(" ", "-"), name=name) for name in features)
    card = Card(creature, f"Creature {creature}", level, "TN", size, Stats(4, 14, 13, 4, 4, 4, 20, 5), features=printed)
    return Fielded(creature, side, Member(card.key, member, positioning=positioning), card, card.points)

"""The kinds of monsters that a single battle against the game may be fought with: by tag, from the whole compendium."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from battles.selectors.adventures import cards_of_creatures, keys_with_tags
from rules.cards.model import Card


@dataclass(frozen=True, slots=True)
class MonsterPool:
    """Monsters with one of some tags; no tag stands for all."""

    key: str
    name: str
    tags: tuple[str, ...] = ()


POOLS: tuple[MonsterPool, ...] = (
    MonsterPool("any", "Anything"),
    MonsterPool("beasts", "Animals and beasts", ("Animal", "Beast", "Dinosaur")),
    MonsterPool("undead", "The undead", ("Undead", "Zombie")),
    MonsterPool("raiders", "Goblins, kobolds, orcs, trogs", ("Goblin", "Kobold", "Orc", "Troglodyte")),
    MonsterPool("wilds", "Fey and plants", ("Fey", "Plant", "Fungus", "Leshy")),
    MonsterPool("made", "Constructs and elementals", ("Construct", "Elemental", "Ooze")),
)
_BY_KEY = {pool.key: pool for pool in POOLS}


def pool_cards(key: str, party_points: int) -> Mapping[str, Card]:
    """Return the cards of a pool that may fight a party; the first pool for an unknown key. A few queries."""
    pool = _BY_KEY.get(key, POOLS[0])
    return {
        key: card
        for key, card in cards_of_creatures(keys_with_tags(pool.tags)).items()
        if card.stats.hp and card.stats.speed and card.points <= party_points
    }

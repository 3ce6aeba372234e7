"""Members for battles by chance."""

import random

from compendium.builtin import built_in_cards
from rules import spells
from rules.items import ITEMS
from rules.items.item import Item
from rules.roster.model import ItemChoice, Member
from tests.rules.p2v_combat.tables import card

KEYS = tuple(creature.key for creature in built_in_cards())


def member(dice: random.Random, number: int) -> Member:
    """Return a creature with everything that can be bought for it, and some items."""
    creature = card(dice.choice(KEYS))
    carried = tuple(ItemChoice(item.key, _choice(dice, item, creature.key)) for item in dice.sample(ITEMS, 3))
    return Member(
        creature.key,
        id=f"m{number}",
        upgrades=tuple(creature.upgrades),
        items=carried,
        hero_points=dice.choice((0, 0, 1, 2)),
    )


def _choice(dice: random.Random, item: Item, key: str) -> str | None:
    match item.choice:
        case "spell":
            return dice.choice([spell.name for spell in spells.SPELLS if spell.rank in item.spell_ranks])
        case "weapon":
            names = [feature.name for feature in card(key).features if feature.strike]
            return dice.choice(names) if names else None
        case "damage type":
            return dice.choice(item.options)
    return None

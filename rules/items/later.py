"""Items of later public material, which the rulebook does not have (levels 1 to 9)."""

from __future__ import annotations

from dataclasses import replace

from rules.items.item import ITEM_PAGE, Item

_SMALL = ("Small Item",)
_SMALL_CONSUMABLE = ("Small Item", "Consumable", "Interact")

_ITEMS: tuple[Item, ...] = (
    Item(
        "Healing Potion (Lesser)",
        3,
        "consumable",
        "The user, or a creature in its reach, heals 15 HP.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "[Spell] Potion III",
        5,
        "consumable",
        "Holds a rank 3 spell whose range is Self or Melee 1, chosen when the item is bought. The user, or an"
        " ally in its reach, is affected by it.",
        ap="1",
        choice="spell",
        spell_ranks=(3,),
    ),
    Item(
        "[Spell] Scroll III",
        5,
        "consumable",
        "Holds a rank 3 spell, chosen when the item is bought. A creature that can cast spells, of any"
        " tradition, casts it once and spends the action points that the spell costs.",
        ap="spell",
        choice="spell",
        spell_ranks=(3,),
        needs_caster=True,
        tags=_SMALL,
    ),
    Item(
        "Shark Tooth Charm",
        5,
        "consumable",
        "The carrier rolls 1d6 + 1 to Escape, as the later rules have it: 4 or more ends the grab. If it stays"
        " grabbed, one enemy that has it in reach takes 10 piercing damage.",
        ap="1",
        trigger="The carrier is grabbed.",
        tags=_SMALL,
    ),
    Item(
        "Potion of Leaping",
        5,
        "consumable",
        "Until the encounter ends the drinker has another action (1 AP): it jumps as many squares as its"
        " Speed, 6 at most.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "Frozen Lava",
        5,
        "consumable",
        "Everybody in the area takes 20 fire damage (Reflex half).",
        ap="1",
        range="Burst 3 within 10",
        tags=_SMALL,
    ),
    Item(
        "Potion of Resistance (Lesser)",
        5,
        "consumable",
        "Against one energy, chosen when the item is bought, the drinker has resist 2d6 until the encounter ends.",
        ap="1",
        choice="damage type",
        options=("acid", "cold", "electricity", "fire", "sonic"),
        tags=_SMALL,
        aliases=("Potion of [Acid, Cold, Electricity, Fire or Sonic] Resistance (Lesser)",),
    ),
    Item(
        "Beekeeper's Smoker",
        1,
        "encounter",
        "Until the user's next turn is over, everybody in the area is concealed, and everybody outside it is"
        " concealed from them.",
        ap="2",
        range="Cone 1",
        tags=_SMALL,
    ),
    Item(
        "Swarmsuit",
        1,
        "permanent",
        "The wearer has resist 2d6 against the damage that swarms deal.",
        tags=_SMALL,
    ),
    Item(
        "Fighter's Fork",
        3,
        "encounter",
        "A melee strike that the user is making reaches 1 square farther.",
        ap="0",
        tags=("Melee Weapon", "Interact"),
    ),
    Item(
        "Bloodseeker Beak",
        4,
        "consumable",
        "The strike deals 5 more damage, or 10 more if it is a sneak attack.",
        ap="0",
        trigger="The user's strike with a weapon hits an off-guard creature.",
        tags=_SMALL_CONSUMABLE,
    ),
    Item(
        "Ghost Touch Weapon",
        4,
        "permanent",
        "One weapon of the carrier, chosen when the item is bought, deals force damage besides its own types.",
        choice="weapon",
        tags=("Weapon",),
    ),
    Item(
        "Spacious Pouch (Type 1)",
        4,
        "permanent",
        "The carrier may take two consumables into a scenario, but using either of them costs 1 AP more.",
        tags=_SMALL,
    ),
    Item(
        "Primal Pollen Bulb",
        5,
        "consumable",
        "Everybody in the area becomes confused and slowed (Fortitude negates both). Insects have -4 on this save.",
        ap="1",
        range="Emanation 2",
        tags=_SMALL_CONSUMABLE,
    ),
    Item(
        "Wand of Summon Animal",
        5,
        "daily",
        "Casts Summon Animal in the way of a primal caster of rank 2; the user spends the action points that the"
        " spell costs.",
        ap="spell",
        tags=_SMALL,
    ),
    Item(
        "Moderate Antidote",
        6,
        "consumable",
        "Until the encounter ends, the user or a creature in its reach has +3 on Fortitude saves against poison.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "Moderate Antiplague",
        6,
        "consumable",
        "Until the encounter ends, the user or a creature in its reach has +3 on Fortitude saves against disease.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "Wounding Weapon",
        7,
        "encounter",
        "The strike deals 5 more damage, or 10 more if it is a sneak attack.",
        ap="0",
        trigger="The user's strike with a slashing or piercing weapon hits.",
        tags=("Weapon", "Interact"),
    ),
    Item(
        "Wondrous Figurine (Jade Serpent)",
        7,
        "daily",
        "A giant viper appears in an adjacent empty space. It is a minion of the creature that summoned it.",
        ap="2",
        tags=_SMALL,
    ),
    Item(
        "Elixir of Life (Moderate)",
        9,
        "consumable",
        "The user, or a creature in its reach, heals 30 HP and has +2 on saves against poison and disease"
        " until the encounter ends.",
        ap="1",
        tags=_SMALL,
    ),
)

LATER_ITEMS: tuple[Item, ...] = tuple(replace(item, source=ITEM_PAGE) for item in _ITEMS)

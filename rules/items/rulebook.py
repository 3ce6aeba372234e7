"""The items of the rulebook, level by level."""

from __future__ import annotations

from rules.items.item import Item

_SMALL = ("Small Item",)

RULEBOOK_ITEMS: tuple[Item, ...] = (
    Item(
        "Fiery Weapon",
        1,
        "permanent",
        "One weapon of the carrier, chosen when the item is bought, deals fire damage besides its own types.",
        choice="weapon",
        tags=("Weapon",),
    ),
    Item(
        "Disrupting Weapon",
        1,
        "permanent",
        "One weapon of the carrier, chosen when the item is bought, deals force damage besides its own types.",
        choice="weapon",
    ),
    Item(
        "Howdah",
        1,
        "permanent",
        "A platform on the back of a Huge creature (2 by 2 squares) or a Gargantuan one (3 by 3). One of its "
        "passengers becomes the creature's commander. Whoever rides in it has cover.",
        sizes=("Huge", "Gargantuan"),
        tags=_SMALL,
    ),
    Item(
        "Feather Token (Ladder)",
        1,
        "consumable",
        "A ladder 4 squares long appears in an adjacent empty square.",
        ap="1",
        tags=_SMALL,
        aliases=("Marvelous Miniature (Ladder)",),
    ),
    Item(
        "Holy Water",
        1,
        "consumable",
        "A thrown strike that deals 5 good damage to a fiend or an undead, and nothing to anybody else.",
        ap="1",
        range="Ranged 4/8",
        strike=True,
        tags=_SMALL,
    ),
    Item(
        "Unholy Water",
        1,
        "consumable",
        "A thrown strike that deals 5 evil damage to a celestial, and nothing to anybody else.",
        ap="1",
        range="Ranged 4/8",
        strike=True,
        tags=_SMALL,
    ),
    Item(
        "Ablative Armor Plating",
        1,
        "consumable",
        "Put on when the encounter starts: the wearer has 5 HP more for this battle.",
        trigger="The encounter starts.",
    ),
    Item(
        "Explosive Mine",
        1,
        "consumable",
        "A mine is laid in an adjacent empty square. The first creature that moves into that square sets it"
        " off and takes 7 fire damage (Reflex half, Power 16).",
        ap="2",
    ),
    Item(
        "Healing Potion (Minor)",
        1,
        "consumable",
        "The user, or a creature in its reach, heals 5 HP.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "Alchemist's Fire (Minor)",
        1,
        "consumable",
        "A thrown strike that deals 8 fire damage.",
        ap="1",
        range="Ranged 2/4",
        strike=True,
        tags=_SMALL,
    ),
    Item(
        "[Spell] Potion I",
        1,
        "consumable",
        "Holds a cantrip or a rank 1 spell whose range is Self or Melee 1, chosen when the item is bought."
        " The user, or an ally in its reach, is affected as if a rank 1 caster had cast it.",
        ap="1",
        choice="spell",
        spell_ranks=(0, 1),
    ),
    Item(
        "[Spell] Scroll I",
        1,
        "consumable",
        "Holds a cantrip or a rank 1 spell, chosen when the item is bought. A creature that can cast spells,"
        " of any tradition, casts it once at its own caster rank and spends the action points that the spell"
        " costs.",
        ap="spell",
        choice="spell",
        spell_ranks=(0, 1),
        needs_caster=True,
        tags=_SMALL,
    ),
    Item(
        "Basic Poison",
        1,
        "consumable",
        "If the user's next attack with a weapon hits, one target of it becomes sickened.",
        ap="0",
        tags=_SMALL,
    ),
    Item(
        "Oil of Unlife (Minor)",
        1,
        "consumable",
        "The user, or a creature in its reach, heals 5 HP. It works on undead only.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "Slippery Ribbon",
        1,
        "consumable",
        "The user and a creature adjacent to it change places.",
        ap="0",
    ),
    Item(
        "Thunderbird Tuft",
        1,
        "consumable",
        "The attacker takes 5 lightning (electricity) damage.",
        ap="reaction",
        trigger="A melee strike hits the carrier.",
    ),
    Item(
        "Oil of Potency (Fight)",
        2,
        "consumable",
        "Until the encounter ends, the user or an adjacent ally has +1 Fight and deals 5 more damage.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "Oil of Potency (Defense)",
        2,
        "consumable",
        "Until the encounter ends, the user or an adjacent ally has +1 Armor and +1 on all three saves.",
        ap="1",
        tags=_SMALL,
    ),
    Item(
        "[Spell] Potion II",
        3,
        "consumable",
        "Holds a rank 2 spell whose range is Self or Melee 1, chosen when the item is bought. The user, or an"
        " ally in its reach, is affected by it.",
        ap="1",
        choice="spell",
        spell_ranks=(2,),
    ),
    Item(
        "[Spell] Scroll II",
        3,
        "consumable",
        "Holds a rank 2 spell, chosen when the item is bought. A creature that can cast spells, of any"
        " tradition, casts it once and spends the action points that the spell costs.",
        ap="spell",
        choice="spell",
        spell_ranks=(2,),
        needs_caster=True,
        tags=_SMALL,
    ),
)

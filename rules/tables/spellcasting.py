"""Casting spells: what a caster's line on a card means, and how spells grow and go on."""

from __future__ import annotations

from rules.glossary.entry import Entry

TRADITIONS: tuple[str, ...] = ("arcane", "divine", "occult", "primal")

_WHERE = "Spells"

SPELLCASTING: tuple[Entry, ...] = (
    Entry(
        kind="spellcasting",
        name="Caster",
        summary="It casts the spells that its card names; each casting checks a box in front of them.",
        text=(
            "A caster's line names its tradition, its rank and its spells. Spells behind the same boxes share them: "
            "each casting of any of them checks one box. Spells at will (∞) have no boxes. The rank is that of the "
            "highest spells that the caster can cast, and it decides how far its spells are heightened. The tradition "
            "decides which spells it can learn, and nothing else.\n\n"
            "If a spell lists more than one cost, each casting takes one of these ways. A spell that is a strike needs "
            "a Fight roll that reaches the target's Armor; any other takes effect without a roll of the caster's, and "
            "a save may avert it."
        ),
        facts=(("Traditions", ", ".join(TRADITIONS)),),
        where=f"{_WHERE}, Prepared and spontaneous casters",
    ),
    Entry(
        kind="spellcasting",
        name="Cantrip",
        summary="A spell of rank 0, as a rule cast at will.",
        text=(
            "It usually has no boxes, so that its caster is limited by action points alone. Where a cantrip is "
            "heightened in steps, they are counted from rank 1: a step for every 2 ranks first comes with rank 3."
        ),
        where=f"{_WHERE}, Rank and heightening",
    ),
    Entry(
        kind="spellcasting",
        name="Heighten",
        summary="What a caster of a higher rank than the spell's adds to it.",
        text=(
            "A spell has a rank, the lowest at which it can be cast. In the hands of a caster above that rank it is "
            "heightened: either a step for every so many ranks above its own, or one at each rank that is named. All "
            "steps up to the caster's rank add up, except where a step sets a number anew."
        ),
        where=f"{_WHERE}, Rank and heightening",
    ),
    Entry(
        kind="spellcasting",
        name="Sustain",
        summary="To keep a spell going: on the next turn it is cast again for its price, and no box is checked.",
        text=(
            "Only a spell that names a price can be sustained. On each of its following turns the caster may pay those "
            "action points and has the spell once more, without using up a box, for as long as it likes. A turn in "
            "which it does not pay ends the spell for good; to have it again it has to be cast anew."
        ),
        where=f"{_WHERE}, Sustaining",
    ),
)


def entries() -> tuple[Entry, ...]:
    """Return the terms of casting spells."""
    return SPELLCASTING

"""The four common reactions; a creature has one only if its card names it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.glossary.entry import Entry
from rules.tables.rolls import d6
from rules.text import by_level

REACTIONS_BETWEEN_TURNS = 1
FEROCITY_SUCCEEDS_ON = (4, 5, 6)
FEROCITY_HP = 1
RETRIBUTIVE_BASE = 2
RETRIBUTIVE_RANGE = 3

SHIELD_BLOCK: tuple[tuple[int, int], ...] = ((1, 10), (8, 15), (13, 20))
"""What the feat Shield Block takes off, each number with the level from which it holds. A card prints its own."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction: what triggers it and what it then does."""

    name: str
    triggers: tuple[str, ...]
    summary: str
    text: str
    aliases: tuple[str, ...] = ()


REACTIONS: tuple[Reaction, ...] = (
    Reaction(
        "Attack of Opportunity",
        (
            "a creature in reach casts a spell",
            "a creature leaves its reach",
            "a creature in reach attacks at range",
        ),
        "Melee Strike at a creature in reach that casts, shoots or leaves.",
        "When someone within reach casts a spell, makes a ranged attack, or moves to where the creature's"
        " attacks no longer reach, the creature may make one melee Strike at it.",
        ("Reactive Strike", "Attacks of Opportunity"),
    ),
    Reaction(
        "Retributive Strike",
        ("an enemy within 3 squares damages an ally within 3 squares",),
        "Shield an ally within 3 from 2 + own level damage, and strike back if in reach.",
        "When an enemy within 3 squares damages an ally within 3 squares, the ally takes less damage: 2 plus"
        " the creature's own level is taken off. If that enemy is within reach, the creature also makes a"
        " melee Strike at it.",
    ),
    Reaction(
        "Ferocity",
        ("damage would leave it with 0 HP or less",),
        "On 4-6 on 1d6, stay up with 1 HP.",
        "When damage would leave the creature with 0 HP or less, it rolls 1d6. On 4, 5 or 6 its HP become 1 instead.",
    ),
    Reaction(
        "Shield Block",
        ("the creature takes slashing, piercing or bludgeoning damage",),
        "Take less slashing, piercing or bludgeoning damage, by the card's number.",
        "When the creature takes slashing, piercing or bludgeoning damage, it takes the printed number off."
        f" The feat of this name takes off {by_level(SHIELD_BLOCK)}; a card or spell that prints its own"
        " number keeps to that.",
    ),
)

BY_NAME: dict[str, Reaction] = {reaction.name: reaction for reaction in REACTIONS}


def retributive_reduction(level: int) -> int:
    """Return how much damage Retributive Strike takes off at a creature's level."""
    # Common reactions, "Retributive Strike": 2 plus the creature's own level.
    return RETRIBUTIVE_BASE + level


def ferocity_saves(face: int) -> bool:
    """Return whether a d6 keeps a creature with Ferocity up, at 1 HP."""
    # Common reactions, "Ferocity": 4, 5 and 6.
    return d6(face) in FEROCITY_SUCCEEDS_ON


def entries() -> tuple[Entry, ...]:
    """Return one entry a reaction."""
    return tuple(
        Entry(
            kind="reaction",
            name=row.name,
            summary=row.summary,
            text=f"{row.text}\n\nOnly creatures whose card names this reaction can use it. Between two of its"
            " own turns a creature takes one reaction in all, and none while it is slowed or stunned.",
            facts=tuple(("Trigger", trigger) for trigger in row.triggers),
            aliases=row.aliases,
            where="Common reactions",
        )
        for row in REACTIONS
    )

"""The four common reactions; a creature has one only if its card names it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.effects import Effect, EffectStep, Target
from rules.tables.prose import Entry, Prose, ProseRow
from rules.tables.rolls import d6
from rules.text import by_level

REACTIONS_BETWEEN_TURNS = 1
FEROCITY_SUCCEEDS_ON = (4, 5, 6)
FEROCITY_HP = 1
RETRIBUTIVE_BASE = 2
RETRIBUTIVE_RANGE = 3

SHIELD_BLOCK: tuple[tuple[int, int], ...] = ((1, 10), (8, 15), (13, 20))
"""What the feat Shield Block takes off, each number with the level from which it holds. A card prints its own."""

PROSE = Prose(
    "reactions",
    "triggers",
    REACTIONS_BETWEEN_TURNS=REACTIONS_BETWEEN_TURNS,
    FEROCITY_HP=FEROCITY_HP,
    RETRIBUTIVE_BASE=RETRIBUTIVE_BASE,
    RETRIBUTIVE_RANGE=RETRIBUTIVE_RANGE,
    SHIELD_BLOCK=by_level(SHIELD_BLOCK),
)


@dataclass(frozen=True, slots=True)
class Reaction(ProseRow, Effect):
    """A common reaction, which any of its ``triggers`` allows."""

    prose: ClassVar[Prose] = PROSE

    name: str
    aliases: tuple[str, ...] = ()

    @property
    def triggers(self) -> tuple[str, ...]:
        """The events that allow the reaction, as clauses."""
        return self.prose.lines(self.key, "triggers")


_ATTACKER = Target(who="trigger", where="reach")

REACTIONS: tuple[Reaction, ...] = (
    Reaction(
        "Attack of Opportunity",
        cost="reaction",
        target=_ATTACKER,
        steps=(EffectStep(action="strike", names=("melee",)),),
        aliases=("Reactive Strike", "Attacks of Opportunity"),
    ),
    Reaction(
        "Retributive Strike",
        cost="reaction",
        target=Target(who="ally", within=RETRIBUTIVE_RANGE),
        then=(Effect(target=_ATTACKER, steps=(EffectStep(action="strike", names=("melee",), optional=True),)),),
    ),
    # A d6 decides (``ferocity_saves``).
    Reaction("Ferocity", cost="reaction", target=Target(who="self"), by_table=True),
    Reaction("Shield Block", cost="reaction", target=Target(who="self")),
)

BY_NAME: dict[str, Reaction] = {reaction.name: reaction for reaction in REACTIONS}


def reaction_at_level(reaction: Reaction, level: int) -> Reaction:
    """Return the reaction with what it takes off the damage at a creature's level, where no card prints a number."""
    match reaction.name:
        case "Retributive Strike":
            return replace(reaction, reduces=retributive_reduction(level))
        case "Shield Block":
            return replace(reaction, reduces=[amount for start, amount in SHIELD_BLOCK if start <= max(level, 1)][-1])
        case _:
            return reaction


def retributive_reduction(level: int) -> int:
    """Return how much damage Retributive Strike takes off at a creature's level."""
    # Common reactions, "Retributive Strike": 2 plus the creature's own level.
    return RETRIBUTIVE_BASE + level


def ferocity_saves(face: int) -> bool:
    """Return True if a d6 keeps a creature with Ferocity up, at 1 HP."""
    # Common reactions, "Ferocity": 4, 5 and 6.
    return d6(face) in FEROCITY_SUCCEEDS_ON


def entries() -> tuple[Entry, ...]:
    """Return one entry per reaction."""
    return tuple(
        PROSE.entry(
            "reaction",
            row.name,
            facts=tuple(("Trigger", trigger) for trigger in row.triggers),
            aliases=row.aliases,
            where="Common reactions",
            by_table=row.is_left_to_table,
        )
        for row in REACTIONS
    )

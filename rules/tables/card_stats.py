"""The eight stats at the left of a card, and what each of them is rolled for or against."""

from __future__ import annotations

from dataclasses import dataclass

from rules.glossary.entry import Entry
from rules.tables.skills import SKILLS
from rules.tables.stats import MINIMUM_SPEED, stat_name

_WHERE = "How to read a creature card, Stats"


@dataclass(frozen=True, slots=True)
class CardStat:
    """One of the eight stats, by the name of its field, with its rule in words."""

    stat: str
    summary: str
    text: str

    @property
    def skills(self) -> tuple[str, ...]:
        """The skills whose checks add this stat."""
        return tuple(skill.name for skill in SKILLS if skill.save == self.stat)


def _save(stat: str, against: str) -> CardStat:
    return CardStat(
        stat,
        f"A saving throw, {against}: 1d20 + {stat_name(stat)} against a Power.",
        f"It is the save {against}. The creature rolls 1d20 and adds the number; a sum that reaches the attacker's"
        " Power succeeds. Skill checks have no numbers of their own: each skill adds one of the three saves.",
    )


CARD_STATS: tuple[CardStat, ...] = (
    CardStat(
        "fight",
        "How well it attacks: 1d20 + Fight against the target's Armor.",
        "Fight is added to the d20 of every Fight roll: of strikes, and of actions such as Grapple, Shove and Trip. A"
        " strike hits with a sum that reaches the target's Armor. Earlier attacks of the same turn, distance, an enemy"
        " within reach, lying prone and being rattled all lower the roll.",
    ),
    CardStat(
        "armor",
        "How hard it is to hit: the number that a strike has to reach.",
        "A Fight roll that reaches the creature's Armor hits it, and one that is 10 above hits critically. Where a card"
        " has a second number in brackets, Armor falls to that once the armor is broken; a feature of the card says"
        " when.",
    ),
    CardStat(
        "power",
        "How hard its powers and spells are to resist: the number that saves have to reach.",
        "Whoever saves against one of the creature's powers or spells has to reach its Power. Checks against the"
        " creature itself, such as looking through its disguise, have to reach it as well.",
    ),
    _save("fortitude", "against what a body has to bear"),
    _save("reflex", "against what one can dodge"),
    _save("will", "against what works on the mind"),
    CardStat(
        "hp",
        "How much damage it can take before it is dying.",
        "The number is the maximum, and every battle starts with it. Damage lowers the creature's HP; healing raises"
        " them again, though never above the maximum. At 0 HP or less the creature is dying.",
    ),
    CardStat(
        "speed",
        "How many squares it can move with one Stride.",
        "One Stride is worth so many squares of movement; some diagonals and some terrain use up more than one. A sign"
        " behind the number is a movement mode, such as Flight. No penalty takes Speed below"
        f" {MINIMUM_SPEED}, which is Muster's ruling.",
    ),
)


def entries() -> tuple[Entry, ...]:
    """Return one entry a stat."""
    return tuple(
        Entry(
            kind="stat",
            name=stat_name(row.stat),
            summary=row.summary,
            text=row.text,
            facts=(("Skills", ", ".join(row.skills)),) if row.skills else (),
            where=_WHERE,
        )
        for row in CARD_STATS
    )

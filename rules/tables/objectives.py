"""Standard objectives: how many lie on the board, and with which skills each can be claimed.

Rulebook: "Objectives" and "Standard objectives".
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.rolls import d6
from rules.text import listed, slug

WHERE = "Setting up a standard game, Objectives"


@dataclass(frozen=True, slots=True)
class Objective:
    """A standard objective with its four skills, in the order that the d6 table counts them."""

    name: str
    skills: tuple[str, str, str, str]

    @property
    def key(self) -> str:
        """The slug of the name."""
        return slug(self.name)


@dataclass(frozen=True, slots=True)
class ClaimTerms:
    """What claiming one objective takes in this game: any one of the skills, against the Power."""

    skills: tuple[str, ...]
    power: int


OBJECTIVES: tuple[Objective, ...] = (
    Objective("Book", ("Arcana", "Lore", "Occultism", "Religion")),
    Objective("Device", ("Arcana", "Crafting", "Thievery", "Medicine")),
    Objective("Exotic Flower", ("Medicine", "Nature", "Survival", "Thievery")),
    Objective("Golem's Eye", ("Acrobatics", "Crafting", "Stealth", "Thievery")),
    Objective("Notable", ("Deception", "Diplomacy", "Intimidation", "Society")),
    Objective("Savage Beast", ("Athletics", "Intimidation", "Nature", "Performance")),
    Objective("Spectral Haunt", ("Diplomacy", "Occultism", "Performance", "Religion")),
    Objective("Willful Sprite", ("Deception", "Society", "Lore", "Survival")),
)

TERRAIN = ("difficult", "obstructing")
"""The terrain traits of an objective's square, unless it says otherwise."""

# For each face of the d6: the numbers of the skills that count, and the Power.
_CLAIM_TABLE: dict[int, tuple[tuple[int, ...], int]] = {
    1: ((1, 2), 15),
    2: ((2, 3), 15),
    3: ((3, 4), 15),
    4: ((1, 4), 15),
    5: ((1, 2, 3, 4), 15),
    6: ((1, 2, 3, 4), 20),
}


def number_of_objectives(first: int, second: int) -> int:
    """Return how many objectives are placed, 1 to 6, from the faces of two d6."""
    # Roll 2d6; the higher die is the number of objectives in play. Setting up, "Standard objectives".
    return max(d6(first), d6(second))


def claim_terms(objective: Objective, face: int) -> ClaimTerms:
    """Return the skills and the Power for claiming an objective whose d6 fell on ``face``."""
    # Each objective rolls 1d6 when it is placed: 1 to 4 leave two of its four skills, 5 and 6 all of them; the
    # Power is 15, on a 6 it is 20. Setting up, "Standard objectives".
    numbers, power = _CLAIM_TABLE[d6(face)]
    return ClaimTerms(tuple(objective.skills[number - 1] for number in numbers), power)


def round_score(claimed: int) -> int:
    """Return the victory points that a warband scores at the end of a round for its claimed objectives."""
    # 1 victory point for each objective that is the warband's own, whenever it was claimed and whatever became
    # of the claimer. Setting up, "Objectives".
    if claimed < 0:
        raise RulesError(f"A warband cannot have claimed {claimed} objectives.")
    return claimed


_RULE = (
    "Roll 2d6 and keep the higher die: that many objectives are placed, by the players in turn, on any "
    "open squares, and never two of the same type. For each of them 1d6 is rolled, which says which of its "
    "four skills count: on 1 the first two, on 2 the two in the middle, on 3 the last two, on 4 the first and the "
    "last, on 5 and 6 all of them. The Power is 15, and 20 on a 6.\n\nAn objective is difficult and obstructing "
    "terrain, and nobody may end a move on it. A creature next to it uses Interact (1 AP) and makes a check with "
    "one of the skills; equalling the Power is enough. Success claims the objective for the whole warband, also "
    "from an enemy, and the claim outlasts the claimer.\n\nAt the end of each round every claimed "
    "objective scores 1 victory point for its warband."
)


def _entry(row: Objective) -> Entry:
    terms = [(face, claim_terms(row, face)) for face in range(1, 7)]
    return Entry(
        kind="objective",
        name=row.name,
        summary=f"A standard objective, claimed with {listed(row.skills, 'or')}.",
        text=(
            "The d6 that is rolled when it is placed decides which of its skills count and against which "
            "Power. A creature next to it makes the check with Interact (1 AP); success claims it for the "
            "warband and it scores 1 victory point at the end of each round while it stays claimed."
        ),
        facts=tuple((f"d6: {face}", f"{listed(t.skills, 'or')}, Power {t.power}") for face, t in terms),
        where=WHERE,
    )


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: the rule of standard objectives, then one entry an objective."""
    rule = Entry(
        kind="objective",
        name="Standard Objectives",
        summary="1 to 6 objectives; each scores 1 victory point a round for the warband that has claimed it.",
        text=_RULE,
        facts=(("Number", "the higher of 2d6"), ("Claim", "Interact, 1 AP"), ("Score", "1 point a round each")),
        aliases=("Objective", "Objectives", "Claim"),
        where=WHERE,
    )
    return (rule, *map(_entry, OBJECTIVES))

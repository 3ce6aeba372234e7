"""Standard objectives: how many lie on the board, and with which skills each can be claimed.

Rulebook: "Objectives" and "Standard objectives".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import RulesError
from rules.tables.entry import Entry
from rules.tables.prose import Prose
from rules.tables.rolls import d6
from rules.text import listed, slug

WHERE = "Setting up a standard game, Objectives"
POWER, HIGH_POWER = 15, 20
PROSE = Prose("objectives", POWER=POWER, HIGH_POWER=HIGH_POWER)


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
    1: ((1, 2), POWER),
    2: ((2, 3), POWER),
    3: ((3, 4), POWER),
    4: ((1, 4), POWER),
    5: ((1, 2, 3, 4), POWER),
    6: ((1, 2, 3, 4), HIGH_POWER),
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


@dataclass(frozen=True, slots=True)
class Claim:
    """A successful check: the objective's key, and the warband that now owns it."""

    objective: str
    warband: str


def owners(claims: Iterable[Claim]) -> dict[str, str]:
    """Return which warband owns each claimed objective, from the claims of the game in their order."""
    # The last claim counts. It is the warband's, so it outlasts the claimer. Setting up, "Objectives";
    # ruling 79.
    return {claim.objective: claim.warband for claim in claims}


def round_score(claimed: int) -> int:
    """Return the victory points that a warband scores at the end of a round for its claimed objectives."""
    # 1 victory point for each objective that the warband owns. Setting up, "Objectives".
    if claimed < 0:
        raise RulesError(f"A warband cannot have claimed {claimed} objectives.")
    return claimed


def _entry(row: Objective) -> Entry:
    terms = [(face, claim_terms(row, face)) for face in range(1, 7)]
    return PROSE.entry(
        "objective",
        row.name,
        section="each",
        facts=tuple((f"d6: {face}", f"{listed(t.skills, 'or')}, Power {t.power}") for face, t in terms),
        where=WHERE,
        skills=listed(row.skills, "or"),
    )


def entries() -> tuple[Entry, ...]:
    """Return the glossary's entries: the rule of standard objectives, then one entry an objective."""
    return (*PROSE.terms("objective"), *map(_entry, OBJECTIVES))

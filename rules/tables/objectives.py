"""Objectives: how many are on the board, the skills that claim each, and thirteen that do more than score."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rules.errors import RulesError
from rules.tables.prose import Entry, Prose, ProseRow
from rules.tables.rolls import d6
from rules.text import listed, slug, with_article

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
    """The terms for claiming one objective in this game: any one of the skills, against the Power."""

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
    """Return the skills and the Power for claiming an objective whose d6 shows ``face``."""
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


DEFAULT_POWER = 15
"""The Power if no creature sets it: the appendix prints none, so the usual one of objectives applies."""

ItemWanted = Literal["scroll", "melee weapon", "consumable", "item"]
"""Which items fit when a creature gains one or trades for one."""

DIRECTIONS = (
    "toward the top",
    "toward the top right",
    "to the right",
    "toward the bottom right",
    "toward the bottom",
    "toward the bottom left",
    "to the left",
    "toward the top left",
)
"""The direction in which an objective walks, by the face of a d8: clockwise, on the plan of the table. Ruling 357."""

_SPECIAL_PROSE = Prose("special_objectives", "success", "failure", "bonus")


class SpecialObjective(ProseRow, prose=_SPECIAL_PROSE):
    """An objective with a special effect.

    ``power`` is None if the Power is that of a ``creature`` on which the players agree, such as the ``examples``.
    ``removed`` means that the objective leaves the board when it is claimed. ``gains`` is the kind of item that its
    claimer gains, ``walks`` how many squares it moves after a failed check.
    """

    name: str
    skill: str
    power: int | None = DEFAULT_POWER
    creature: str = ""
    examples: str = ""
    removed: bool = False
    gains: ItemWanted | None = None
    walks: int = 0

    @property
    def success(self) -> str:
        """The effect of a successful check, in sentences."""
        return self.prose.text(self.key, "success", row=self)

    @property
    def failure(self) -> str:
        """The effect of a failed check, in sentences; empty if there is none."""
        return self.prose.text(self.key, "failure", row=self)

    @property
    def bonus(self) -> str:
        """The effect of owning the objective, in sentences; empty if there is none."""
        return self.prose.text(self.key, "bonus", row=self)


def _beast(name: str, skill: str, creature: str, examples: str) -> SpecialObjective:
    """Return one of the three objectives that are a creature with its own card."""
    return SpecialObjective(name, skill, power=None, creature=creature, examples=examples)


SPECIAL_OBJECTIVES: tuple[SpecialObjective, ...] = (
    SpecialObjective("Arcane Grimoire", "Arcana", removed=True, gains="scroll"),
    _beast("Unactivated Golem", "Arcana", "construct", "animated armor or a soulbound doll"),
    SpecialObjective("Sword in the Stone", "Athletics", removed=True, gains="melee weapon"),
    SpecialObjective("Alchemist's Table", "Crafting", gains="consumable"),
    SpecialObjective("Merchant", "Diplomacy"),
    SpecialObjective("Ancient Runes", "Lore"),
    SpecialObjective("Invalid", "Medicine"),
    _beast("Wild Animal", "Nature", "animal", "a boar"),
    SpecialObjective("Ambulant Shrine", "Occultism", walks=5),
    _beast("Mercurial Fey", "Performance", "fey", "a naiad or a grig"),
    SpecialObjective("Altar", "Religion"),
    SpecialObjective("Web-Wrapped Victim", "Survival"),
    SpecialObjective("Trapped Treasure Chest", "Thievery"),
)


def power_to_claim(objective: SpecialObjective, creature_power: int | None = None) -> int:
    """Return the Power that the check must reach; a golem, animal or fey needs the Power of its creature."""
    # An agreed creature sets the Power with its own; everywhere else it is 15. Appendix "Special objectives".
    if objective.power is not None:
        return objective.power
    if creature_power is None:
        raise RulesError(f"{objective.name} is claimed against the Power of its creature: name that Power.")
    return creature_power


def table_explodes(face: int) -> bool:
    """Return True if an Alchemist's Table blows up after a failed check, by the face of a d6."""
    # Failing at the table rolls 1d6 and a 1 blows it up. Appendix "Special objectives".
    return d6(face) == 1


def _special_entry(row: SpecialObjective) -> Entry:
    power = _SPECIAL_PROSE.text("each", "own_power") if row.power is None else str(row.power)
    against = power if row.power is None else f"Power {power}"
    lines = [_SPECIAL_PROSE.text("each", "claim", row=row, against=against)]
    if row.creature:
        lines.append(_SPECIAL_PROSE.text("each", "creature", row=row, creature=with_article(row.creature)))
    lines.append(f"Success: {row.success}")
    lines.extend(f"{label}: {line}" for label, line in (("Failure", row.failure), ("Owned", row.bonus)) if line)
    return _SPECIAL_PROSE.entry(
        "special-objective",
        row.name,
        text="\n\n".join(lines),
        facts=(("Skill", row.skill), ("Power", power)),
        where="Appendix: Special objectives",
    )


def entries() -> tuple[Entry, ...]:
    """Return the rule of standard objectives, then one entry an objective, the special ones last."""
    return (*PROSE.terms("objective"), *map(_entry, OBJECTIVES), *map(_special_entry, SPECIAL_OBJECTIVES))

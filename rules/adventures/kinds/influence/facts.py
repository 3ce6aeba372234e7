"""The facts of a gathering: people with their skills and DCs, thresholds, resistances, weaknesses and biases."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from rules.adventures.fields import (
    MAX_POINTS,
    FactKey,
    FactName,
    FactProse,
    LevelOrNone,
    ModifierOrNone,
    Points,
    SkillDCs,
    Thresholds,
    check_thresholds,
)
from rules.documents.records import records_of
from rules.documents.shapes import integer, number, text_list
from rules.errors import RulesError
from rules.lengths import MAX_NAME

LeaningKind = Literal["resistance", "weakness", "bias"]
LeaningEffect = Literal["", "bars", "wins"]

RESISTANCE, STRONG_RESISTANCE = 2, 5
WEAKNESS, STRONG_WEAKNESS = -2, -5

MAX_PEOPLE = 30
MAX_LEANINGS = 20
MAX_DC_CHANGE = 20


@dataclass(frozen=True, slots=True)
class Leaning:
    """A person's resistance, weakness or bias.

    ``by`` is the change of the DC if it is not the usual one. ``points`` are gained or lost at once. One that ``bars``
    ends the conversation with that person; one that ``wins`` reaches the person's last threshold.
    """

    key: FactKey
    text: FactProse
    strong: bool = False
    by: Annotated[int | None, number(-MAX_DC_CHANGE, MAX_DC_CHANGE)] = None
    points: Annotated[int, integer(-MAX_POINTS, MAX_POINTS)] = 0
    effect: LeaningEffect = ""

    def dc_change(self, kind: LeaningKind) -> int:
        """Return the change of a check's DC when it applies."""
        # 2 more for a resistance, 5 for a strong one; as much less for a weakness. A bias says what it is worth.
        # "Influence Stat Blocks".
        if self.by is not None:
            return self.by
        match kind:
            case "resistance":
                return STRONG_RESISTANCE if self.strong else RESISTANCE
            case "weakness":
                return STRONG_WEAKNESS if self.strong else WEAKNESS
        return 0


@dataclass(frozen=True, slots=True)
class InfluencePerson:
    """A person who can be influenced, as in an influence stat block.

    ``level`` is the social level, None for the party's. ``perception`` and ``will`` are printed modifiers: skills
    without their own DC are adjusted from 10 more. ``background`` is for the organizer. Players do not know a
    ``hidden`` person; one that is ``away`` comes later.
    """

    key: FactKey
    name: FactName
    about: FactProse = ""
    traits: Annotated[tuple[str, ...], text_list(20, MAX_NAME)] = ()
    level: LevelOrNone = None
    perception: ModifierOrNone = None
    will: ModifierOrNone = None
    senses: FactName = ""
    discovery: SkillDCs = ()
    skills: SkillDCs = ()
    thresholds: Thresholds = ()
    resistances: Annotated[tuple[Leaning, ...], records_of(Leaning, MAX_LEANINGS)] = ()
    weaknesses: Annotated[tuple[Leaning, ...], records_of(Leaning, MAX_LEANINGS)] = ()
    biases: Annotated[tuple[Leaning, ...], records_of(Leaning, MAX_LEANINGS)] = ()
    penalty: FactProse = ""
    background: FactProse = ""
    start: Points = 0
    hidden: bool = False
    away: bool = False

    @property
    def most(self) -> int:
        """The most points that anyone can have with this person: those of the last threshold."""
        return self.thresholds[-1].points if self.thresholds else MAX_POINTS

    def leanings(self) -> Iterator[tuple[LeaningKind, Leaning]]:
        """Yield all resistances, weaknesses and biases."""
        yield from (("resistance", resistance) for resistance in self.resistances)
        yield from (("weakness", weakness) for weakness in self.weaknesses)
        yield from (("bias", bias) for bias in self.biases)


def leaning_key(person: str, kind: LeaningKind, leaning: str) -> str:
    """Return the key of a resistance, weakness or bias among all facts of the gathering."""
    return f"{person}:{kind}:{leaning}"


def check_person(person: InfluencePerson) -> None:
    """Raise ``RulesError`` for a stat block that does not fit together."""
    if not person.key or ":" in person.key or not person.name:
        raise RulesError("A person needs a name, and a key without a colon.")
    check_thresholds(person.thresholds, person.name)
    keys = [leaning.key for _, leaning in person.leanings()]
    if "" in keys or len(set(keys)) != len(keys):
        raise RulesError(f"Each resistance, weakness and bias of {person.name} needs a key of its own.")
    if person.start > person.most:
        raise RulesError(f"{person.name} starts above the last threshold.")


DIPLOMACY = "diplomacy"


@dataclass(frozen=True, slots=True)
class InfluenceFacts:
    """A gathering. With ``shows_dcs`` players know the DCs of the skills that they know."""

    people: Annotated[tuple[InfluencePerson, ...], records_of(InfluencePerson, MAX_PEOPLE)]
    shows_dcs: bool = False

    def person(self, key: str) -> InfluencePerson | None:
        """Return the person with that key, None if there is none."""
        return next((person for person in self.people if person.key == key), None)


def check_gathering(facts: InfluenceFacts) -> None:
    """Raise ``RulesError`` for a gathering that does not fit together."""
    if not facts.people:
        raise RulesError("A gathering needs at least one person to influence.")
    if len({person.key for person in facts.people}) != len(facts.people):
        raise RulesError("Two people at a gathering have the same key.")
    for person in facts.people:
        check_person(person)


def influence_advice(facts: InfluenceFacts) -> tuple[str, ...]:
    """Return what most stat blocks have by the rules, and one of these lacks."""
    advice = []
    for person in facts.people:
        names = [skill.skill.casefold() for skill in person.skills]
        if not person.thresholds:
            advice.append(f"{person.name} has no threshold.")
        if DIPLOMACY not in names:
            advice.append(f"{person.name} cannot be influenced with Diplomacy.")
        elif len(names) > 1 and names[0] == DIPLOMACY:
            advice.append(f"Diplomacy is the best skill with {person.name}: Discover would find out little.")
        if not person.weaknesses:
            advice.append(f"{person.name} has no weakness.")
    return tuple(advice)

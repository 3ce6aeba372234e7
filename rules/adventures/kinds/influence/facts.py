"""The facts of a gathering: who can be influenced, and what a game master may want to mend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules.adventures.kinds.influence.people import MAX_PEOPLE, InfluencePerson, check_person
from rules.documents.records import records_of
from rules.errors import RulesError

DIPLOMACY = "diplomacy"


@dataclass(frozen=True, slots=True)
class InfluenceFacts:
    """A gathering. With ``shows_dcs`` players know the DCs of the skills that they know."""

    people: Annotated[tuple[InfluencePerson, ...], records_of(InfluencePerson, MAX_PEOPLE)]
    shows_dcs: bool = False

    def person(self, key: str) -> InfluencePerson | None:
        """Return the person of that key, None if there is none."""
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
    """Return what the rules say most stat blocks have, and one of these does not."""
    found = []
    for person in facts.people:
        names = [skill.skill.casefold() for skill in person.skills]
        if not person.thresholds:
            found.append(f"{person.name} has no threshold.")
        if DIPLOMACY not in names:
            found.append(f"{person.name} cannot be influenced with Diplomacy.")
        elif len(names) > 1 and names[0] == DIPLOMACY:
            found.append(f"Diplomacy is the best skill with {person.name}: Discover would find out little.")
        if not person.weaknesses:
            found.append(f"{person.name} has no weakness.")
    return tuple(found)

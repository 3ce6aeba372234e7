"""Where a gathering stands: points with each person, what has been found out, and what waits for the organizer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, cast

from rules.adventures.difficulties import SkillDC
from rules.adventures.kinds.influence.facts import InfluenceFacts
from rules.adventures.kinds.influence.people import InfluencePerson, Leaning, LeaningKind, leaning_key
from rules.adventures.scales import dc_number
from rules.adventures.state import AdventureState, CheckAttempt
from rules.adventures.tracks import crossed
from rules.documents.records import InDocument
from rules.errors import ChangeRefused
from rules.text import counted

INFLUENCE_KEY = "influence"

FactKind = Literal["skill", "bias", "resistance", "weakness"]
FACT_KINDS: tuple[FactKind, ...] = ("skill", "bias", "resistance", "weakness")
FACT_KIND_NAMES: Mapping[str, str] = {
    "skill": "The skill that works best",
    "bias": "A bias",
    "resistance": "A resistance",
    "weakness": "A weakness",
}
LEARNT = "learnt"
"""The first part of the key by which players name a fact that they have been told, true or not."""


@dataclass(frozen=True, slots=True)
class PendingFact:
    """A fact that a Discover check has earned and the organizer has yet to tell."""

    number: int
    person: str
    participant: str
    kind: FactKind
    is_false: Annotated[bool, InDocument(key="false")] = False


@dataclass(frozen=True, slots=True)
class LearntFact:
    """A fact that players have been told; ``key`` is what it is in truth, "" for nothing.

    In what players see ``key`` is empty and ``is_false`` never set.
    """

    number: int
    person: str
    kind: FactKind
    text: str
    key: str = ""
    is_false: Annotated[bool, InDocument(key="false")] = False


@dataclass(frozen=True, slots=True)
class InfluenceState:
    """The points with each person, by key; who is ``away`` or will not listen any more; facts told and to be told."""

    points: tuple[tuple[str, int], ...]
    away: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    pending: tuple[PendingFact, ...] = ()
    learnt: tuple[LearntFact, ...] = ()

    def points_with(self, person: str) -> int:
        """Return the points with a person."""
        return dict(self.points)[person]

    @property
    def next_fact(self) -> int:
        """The number of the next fact."""
        return 1 + max((*(fact.number for fact in self.pending), *(fact.number for fact in self.learnt)), default=0)


def gathering(state: AdventureState) -> InfluenceFacts:
    """Return the facts of a gathering."""
    return cast("InfluenceFacts", state.facts)


def influence_state(state: AdventureState) -> InfluenceState:
    """Return where it stands."""
    return cast("InfluenceState", state.own)


def person_in(state: AdventureState, key: str) -> InfluencePerson:
    """Return a person by key; raise ``ChangeRefused`` if there is none."""
    found = gathering(state).person(key)
    if found is None:
        raise ChangeRefused("There is no such person at this gathering.")
    return found


def present_person(state: AdventureState, key: str) -> InfluencePerson:
    """Return a person who is there to be talked to; raise ``ChangeRefused`` otherwise."""
    person = person_in(state, key)
    if key in influence_state(state).away:
        raise ChangeRefused(f"{person.name} is not here.")
    return person


def person_level(state: AdventureState, person: InfluencePerson) -> int:
    """Return the level that a person's DCs lose on the scale of the core rules."""
    return state.level if person.level is None else person.level


def leanings_met(state: AdventureState, attempt: CheckAttempt) -> tuple[tuple[LeaningKind, Leaning], ...]:
    """Return what a check meets of its person's leanings: those that were named, and those behind facts told."""
    truths = {f"{LEARNT}:{fact.number}": fact.key for fact in influence_state(state).learnt}
    keys = {truths.get(key, key) for key in attempt.applies}
    person = person_in(state, attempt.target)
    return tuple(
        (kind, leaning) for kind, leaning in person.leanings() if leaning_key(person.key, kind, leaning.key) in keys
    )


def skill_key(person: str, skill: str) -> str:
    """Return the key of a skill that works on a person."""
    return f"{person}:skill:{skill.casefold()}"


def threshold_key_of(person: str, points: int) -> str:
    """Return the key of what a person's threshold brings."""
    return f"{person}:threshold:{points}"


def truths_of_kind(state: AdventureState, person: InfluencePerson, kind: FactKind) -> tuple[tuple[str, str], ...]:
    """Return the facts of a kind that players do not know yet, as keys with texts: of skills only the easiest."""
    known = state.shown | {fact.key for fact in influence_state(state).learnt}
    if kind != "skill":
        found = (
            (leaning_key(person.key, kind, leaning.key), leaning.text)
            for own, leaning in person.leanings()
            if own == kind
        )
        return tuple((key, text) for key, text in found if key not in known)
    unknown = [skill for skill in person.skills if skill_key(person.key, skill.skill) not in known]
    if not unknown:
        return ()
    easiest = min(_skill_value(state, person, skill_dc) for skill_dc in unknown)
    best = (skill_dc for skill_dc in unknown if _skill_value(state, person, skill_dc) == easiest)
    return tuple((skill_key(person.key, skill_dc.skill), skill_dc.skill) for skill_dc in best)


def _skill_value(state: AdventureState, person: InfluencePerson, skill: SkillDC) -> int:
    return dc_number(skill.based_on(person.will), state.scale, person_level(state, person)).value


def influenced(state: AdventureState, person: InfluencePerson, by: int, who: str | None = None) -> AdventureState:
    """Return the state with points more or less with a person, inside their limits, and what the change brings."""
    own = influence_state(state)
    before = own.points_with(person.key)
    now = min(max(before + by, 0), person.most)
    points = tuple((key, now if key == person.key else one) for key, one in own.points)
    state = state.with_own(replace(own, points=points))
    if now != before:
        change = f"{counted(abs(now - before), 'point')} {'gained' if now > before else 'lost'}"
        state = state.note(f"{person.name}: {change}, {now} now.", who, hidden=is_unknown(state, person))
    for threshold in crossed(person.thresholds, before, now):
        state = state.show((threshold_key_of(person.key, threshold.points),))
        words = f"{person.name}: {counted(threshold.points, 'point')} reached. {threshold.unlocks}".strip()
        state = state.note(words, hidden=is_unknown(state, person))
    return state


def is_unknown(state: AdventureState, person: InfluencePerson) -> bool:
    """Return True if players do not know a person yet."""
    return person.hidden and person.key not in state.shown


def learnt_skills(state: AdventureState, person: str) -> Iterator[str]:
    """Yield the skills that players have been told to work on a person, those that are not true left out."""
    for fact in influence_state(state).learnt:
        if fact.person == person and fact.kind == "skill" and not fact.is_false:
            yield fact.text

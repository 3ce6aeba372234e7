"""The state of a gathering, and its two actions: Influence a person, or Discover something about them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, cast

from rules.adventures.checks import CheckAction, CheckTarget
from rules.adventures.fields import ACCUMULATING, DEGREES, SkillDC, crossed, dc_number, points_words, skill_dc
from rules.adventures.kinds.influence.facts import InfluenceFacts, InfluencePerson, Leaning, LeaningKind, leaning_key
from rules.adventures.participants import PERCEPTION
from rules.adventures.state import AdventureState, CheckAttempt
from rules.documents.records import InDocument
from rules.errors import ChangeRefused, require
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.tables.rolls import Degree
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
"""The prefix of the key by which players name a fact that they have heard, true or not."""


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
    """A fact that players have heard; ``key`` is the true fact, "" for none.

    In players' views, ``key`` is empty and ``is_false`` is never set.
    """

    number: int
    person: str
    kind: FactKind
    text: str
    key: str = ""
    is_false: Annotated[bool, InDocument(key="false")] = False


@dataclass(frozen=True, slots=True)
class InfluenceState:
    """The points with each person, by key; who is ``away`` or no longer listens; facts told and to be told."""

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


class InfluenceInPlay(AdventureState):
    """A gathering in play."""

    facts: InfluenceFacts
    own: InfluenceState

    def person_in(self, key: str) -> InfluencePerson:
        """Return a person by key; raise ``ChangeRefused`` if there is none."""
        return require(self.facts.person(key), ChangeRefused("There is no such person at this gathering."))

    def present_person(self, key: str) -> InfluencePerson:
        """Return a person who is present; raise ``ChangeRefused`` otherwise."""
        person = self.person_in(key)
        if key in self.own.away:
            raise ChangeRefused(f"{person.name} is not here.")
        return person

    def person_level(self, person: InfluencePerson) -> int:
        """Return the level that a person's DCs lose on the scale of the core rules."""
        return self.level if person.level is None else person.level

    def leanings_met(self, attempt: CheckAttempt) -> tuple[tuple[LeaningKind, Leaning], ...]:
        """Return the leanings that apply to a check: the named ones, and those behind told facts."""
        truths = {f"{LEARNT}:{fact.number}": fact.key for fact in self.own.learnt}
        keys = {truths.get(key, key) for key in attempt.applies}
        person = self.person_in(attempt.target)
        return tuple(
            (kind, leaning) for kind, leaning in person.leanings() if leaning_key(person.key, kind, leaning.key) in keys
        )

    def truths_of_kind(self, person: InfluencePerson, kind: FactKind) -> tuple[tuple[str, str], ...]:
        """Return the facts of a kind that players do not know yet, as keys with texts: for skills, only the easiest."""
        known = self.shown | {fact.key for fact in self.own.learnt}
        if kind != "skill":
            truths = (
                (leaning_key(person.key, kind, leaning.key), leaning.text)
                for own, leaning in person.leanings()
                if own == kind
            )
            return tuple((key, text) for key, text in truths if key not in known)
        unknown = [skill for skill in person.skills if skill_key(person.key, skill.skill) not in known]
        if not unknown:
            return ()
        easiest = min(_skill_value(self, person, skill_dc) for skill_dc in unknown)
        best = (skill_dc for skill_dc in unknown if _skill_value(self, person, skill_dc) == easiest)
        return tuple((skill_key(person.key, skill_dc.skill), skill_dc.skill) for skill_dc in best)

    def learnt_skills(self, person: str) -> Iterator[str]:
        """Yield the skills that players have heard to work on a person, without false ones."""
        for fact in self.own.learnt:
            if fact.person == person and fact.kind == "skill" and not fact.is_false:
                yield fact.text


def skill_key(person: str, skill: str) -> str:
    """Return the key of a skill that works on a person."""
    return f"{person}:skill:{skill.casefold()}"


def threshold_key_of(person: str, points: int) -> str:
    """Return the key of the effect of a person's threshold."""
    return f"{person}:threshold:{points}"


def _skill_value(state: InfluenceInPlay, person: InfluencePerson, skill: SkillDC) -> int:
    return dc_number(skill.based_on(person.will), state.scale, state.person_level(person)).value


def influenced(state: InfluenceInPlay, person: InfluencePerson, by: int, who: str | None = None) -> InfluenceInPlay:
    """Return the state with points added or removed for a person, within limits, and the effects of the change."""
    own = state.own
    before = own.points_with(person.key)
    now = min(max(before + by, 0), person.most)
    points = tuple((key, now if key == person.key else value) for key, value in own.points)
    state = state.with_own(points=points)
    if now != before:
        change = f"{counted(abs(now - before), 'point')} {'gained' if now > before else 'lost'}"
        state = state.note(f"{person.name}: {change}, {now} now.", who, hidden=state.hides(person))
    for threshold in crossed(person.thresholds, before, now):
        state = state.show((threshold_key_of(person.key, threshold.points),))
        words = f"{person.name}: {counted(threshold.points, 'point')} reached. {threshold.unlocks}".strip()
        state = state.note(words, hidden=state.hides(person))
    return state


FACTS_LEARNT: Mapping[Degree, int] = {
    Degree.CRITICAL_SUCCESS: 2,
    Degree.SUCCESS: 1,
    Degree.FAILURE: 0,
    Degree.CRITICAL_FAILURE: 1,
}
"""The number of facts of a Discover check; that of a critical failure is false."""
_DISCOVERIES: Mapping[Degree, str] = {
    Degree.CRITICAL_SUCCESS: "learn two facts",
    Degree.SUCCESS: "learn one fact",
    Degree.FAILURE: "learn nothing",
    Degree.CRITICAL_FAILURE: "learn something false",
}


class InfluenceAction(CheckAction, key="influence", name="Influence"):
    """Make an impression on a person: points with them by the degree."""

    def targets(self, state: InfluenceInPlay) -> tuple[CheckTarget, ...]:
        """Return the people who are present and listen, with the skills known to work."""
        return tuple(
            CheckTarget(person.key, person.name, _known_skills(state, person))
            for person in state.facts.people
            if person.key not in state.own.away | state.own.barred
        )

    def meets(self, state: InfluenceInPlay, target: str) -> Mapping[str, str]:
        """Return the known leanings of the person, and what players have heard about them."""
        person = state.facts.person(target)
        if person is None:
            return {}
        known = {
            leaning_key(target, kind, leaning.key): f"{kind.capitalize()}: {leaning.text}"
            for kind, leaning in person.leanings()
        }
        heard = {
            f"{LEARNT}:{fact.number}": f"{fact.kind.capitalize()} that they were told: {fact.text}"
            for fact in state.own.learnt
            if fact.person == target and fact.kind != "skill"
        }
        return known | heard

    def dc(self, state: InfluenceInPlay, attempt: CheckAttempt) -> BattleNumber:
        """Return the DC of the skill, with the resistances and weaknesses that the check meets."""
        person = state.present_person(attempt.target)
        if person.key in state.own.barred:
            raise ChangeRefused(f"{person.name} no longer listens.")
        dc = skill_dc(person.skills, attempt.skill, state.scale, state.person_level(person), person.will)
        met = (NamedModifier(leaning.text, leaning.dc_change(kind)) for kind, leaning in state.leanings_met(attempt))
        return replace(dc, parts=(*dc.parts, *(part for part in met if part.by)))

    def is_dc_known(self, state: InfluenceInPlay, attempt: CheckAttempt) -> bool:
        """Return True if the DC of that skill has been shown, and nothing unknown changes it."""
        # Of a skill that was only told the DC stays unknown: it would say whether the fact is true.
        person = state.person_in(attempt.target)
        has_dcs = state.facts.shows_dcs or f"{person.key}:dcs" in state.shown
        is_skill_shown = skill_key(person.key, attempt.skill) in state.shown
        # A fact that was told may be false; it keeps the DC unknown either way.
        relies = any(key.startswith(f"{LEARNT}:") for key in attempt.applies)
        is_changed = relies or bool(state.leanings_met(attempt)) or state.adjustment(attempt.participant) is not None
        return has_dcs and is_skill_shown and not is_changed

    def outcomes(self, state: InfluenceInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        name = state.person_in(attempt.target).name
        return {degree: f"{points_words(ACCUMULATING[degree])} with {name}" for degree in DEGREES}

    def resolve(self, state: InfluenceInPlay, attempt: CheckAttempt, degree: Degree) -> InfluenceInPlay:
        """Change the points, then apply the other effects of a resistance or a weakness."""
        # What a leaning does beside the DC happens each time a check meets it: ruling 281.
        person = state.person_in(attempt.target)
        met = [leaning for _, leaning in state.leanings_met(attempt)]
        by = ACCUMULATING[degree] + sum(leaning.points for leaning in met)
        if any(leaning.effect == "wins" for leaning in met):
            by = max(by, (person.thresholds[-1].points if person.thresholds else 0))
        state = influenced(state, person, by, attempt.participant)
        if any(leaning.effect == "bars" for leaning in met):
            own = state.own
            state = state.with_own(barred=own.barred | {person.key})
            state = state.note(f"{person.name} no longer listens.", hidden=state.hides(person))
        if degree is Degree.CRITICAL_FAILURE and person.penalty:
            state = state.note(f"{person.name} is antagonized: {person.penalty}", hidden=True)
        return state


class DiscoverAction(CheckAction, key="discover", name="Discover", is_secret=True):
    """Study a person in secret: facts of the player's chosen kinds, told by the organizer."""

    def targets(self, state: InfluenceInPlay) -> tuple[CheckTarget, ...]:
        """Return the people who are present; Perception always works."""
        return tuple(
            CheckTarget(
                person.key, person.name, tuple(dict.fromkeys((PERCEPTION, *(row.skill for row in person.discovery))))
            )
            for person in state.facts.people
            if person.key not in state.own.away
        )

    def choices(self, state: InfluenceInPlay, target: str) -> Mapping[str, str]:
        """Return the kinds of facts; one or two are chosen."""
        return FACT_KIND_NAMES

    def dc(self, state: InfluenceInPlay, attempt: CheckAttempt) -> BattleNumber:
        person = state.present_person(attempt.target)
        if not 1 <= len(attempt.choices) <= FACTS_LEARNT[Degree.CRITICAL_SUCCESS] or not all(
            choice in FACT_KINDS for choice in attempt.choices
        ):
            raise ChangeRefused("Choose one or two things to learn about: a skill, a bias, a resistance or a weakness.")
        rows = person.discovery or (SkillDC(PERCEPTION),)
        return skill_dc(rows, attempt.skill, state.scale, state.person_level(person), person.perception)

    def is_dc_known(self, state: InfluenceInPlay, attempt: CheckAttempt) -> bool:
        """Return False: the check is secret."""
        return False

    def outcomes(self, state: InfluenceInPlay, attempt: CheckAttempt) -> Mapping[Degree, str]:
        return _DISCOVERIES

    def resolve(self, state: InfluenceInPlay, attempt: CheckAttempt, degree: Degree) -> InfluenceInPlay:
        """Store which facts the organizer must tell, including false ones; players see none of it."""
        own, is_false = state.own, degree is Degree.CRITICAL_FAILURE
        # The second fact of a critical success is of the second kind, or of the first one again.
        kinds = (*attempt.choices, attempt.choices[0])[: FACTS_LEARNT[degree]]
        pending = tuple(
            PendingFact(own.next_fact + place, attempt.target, attempt.participant, cast("FactKind", kind), is_false)
            for place, kind in enumerate(kinds)
        )
        state = state.with_own(pending=(*own.pending, *pending))
        name = state.person_in(attempt.target).name
        return state.note(f"{name}: {degree.value}, {_DISCOVERIES[degree]}.", attempt.participant, hidden=True)


def _known_skills(state: InfluenceInPlay, person: InfluencePerson) -> tuple[str, ...]:
    """Return the skills of a stat block, which players see only as far as they know it, and those that they have
    heard.
    """
    return tuple(dict.fromkeys((*(skill.skill for skill in person.skills), *state.learnt_skills(person.key))))

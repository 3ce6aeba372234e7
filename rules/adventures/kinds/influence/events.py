"""The organizer's events at a gathering: tell facts, give points, let people come, go and stop listening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent, part_offers
from rules.adventures.events.parts import (
    EventKey,
    OptionalKey,
    OptionalReason,
    PartChange,
    Reason,
    YesOrNo,
    needed_text,
)
from rules.adventures.fields import HIGHEST_LEVEL, LOWEST_LEVEL, MAX_MODIFIER, MAX_POINTS, MAX_PROSE, Threshold
from rules.adventures.kinds.influence.facts import MAX_PEOPLE, InfluencePerson
from rules.adventures.kinds.influence.play import FactKind, InfluenceInPlay, LearntFact, influenced
from rules.cards.model import Card
from rules.combat.log import KIND, log_event_document
from rules.documents.shapes import integer, number, text
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME
from rules.text import slug

MAX_FACTS = 10_000
_FACT_WORDS: dict[FactKind, str] = {
    "skill": "skill that works best",
    "bias": "bias",
    "resistance": "resistance",
    "weakness": "weakness",
}


class FactTold(AdventureEvent, kind="fact-told", button="Tell a fact", by_organizer=True, reveals=True):
    """The organizer tells a fact that a Discover check has earned, by its number.

    ``key`` is a true one. A false fact has the organizer's ``text``; its ``key``, if any, is the true fact in its
    place, which applies to a check that relies on the false fact. If no fact of the kind is left, there is only
    ``text``.
    """

    number: Annotated[int, integer(1, MAX_FACTS)]
    key: OptionalKey = ""
    text: Annotated[str, text(MAX_PROSE)] = ""

    @classmethod
    def options(cls, state: InfluenceInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the facts to tell, and the true ones of their kinds."""
        pending = state.own.pending
        people = {fact.number: state.person_in(fact.person) for fact in pending}
        words = {
            str(fact.number): f"{people[fact.number].name}, {fact.kind}{', false' if fact.is_false else ''}"
            for fact in pending
        }
        truths = {
            key: f"{people[fact.number].name}, {fact.kind}: {words}"
            for fact in pending
            for key, words in state.truths_of_kind(people[fact.number], fact.kind)
        }
        return {"number": words, "key": {"": "In my own words", **truths}}

    def play(self, state: InfluenceInPlay, side: str | None) -> InfluenceInPlay:
        """Let players know, in the same words whether it is true or not."""
        own = state.own
        pending = next((fact for fact in own.pending if fact.number == self.number), None)
        if pending is None:
            raise ChangeRefused("There is no fact with that number to tell.")
        person = state.person_in(pending.person)
        truths = dict(state.truths_of_kind(person, pending.kind))
        if pending.is_false:
            words = self._false_text(state, person, pending.kind)
        elif truths and self.key not in truths:
            raise ChangeRefused(
                "Choose a fact of that kind that players do not know yet. Of skills, choose the easiest."
            )
        elif not truths and (self.key or not self.text):
            raise ChangeRefused(f"Nothing of that kind is left to learn about {person.name}. Say so in your own words.")
        else:
            words = self.text or truths[self.key]
        fact = LearntFact(pending.number, person.key, pending.kind, words, self.key, pending.is_false)
        left = tuple(fact for fact in own.pending if fact is not pending)
        state = state.with_own(pending=left, learnt=(*own.learnt, fact))
        return state.note(f"{person.name}, {_FACT_WORDS[pending.kind]}: {words}", pending.participant)

    def _false_text(self, state: InfluenceInPlay, person: InfluencePerson, kind: FactKind) -> str:
        if not self.text:
            raise ChangeRefused("Write the false fact in your own words.")
        true = {leaning.text.casefold() for own, leaning in person.leanings() if own == kind}
        if kind == "skill":
            true = {name.casefold() for _, name in state.truths_of_kind(person, kind)}
        if self.text.strip().casefold() in true:
            raise ChangeRefused("That fact is true. Write something false.")
        return self.text


class _PersonEvent(AdventureEvent):
    """An organizer's event about a person; players see it if they know the person."""

    by_organizer = True
    offers = part_offers(person=lambda state: {person.key: person.name for person in state.facts.people})

    person: EventKey

    def player_document(self, state: InfluenceInPlay) -> dict[str, Any] | None:
        return None if state.hides(state.person_in(self.person)) else log_event_document(self)


class InfluenceChanged(_PersonEvent, kind="influence-changed", button="Give or take points"):
    """The organizer gives or takes points with a person."""

    by: PartChange
    reason: Reason

    def play(self, state: InfluenceInPlay, side: str | None) -> InfluenceInPlay:
        person = state.person_in(self.person)
        return influenced(state.note(self.reason, hidden=state.hides(person)), person, self.by)


class PersonMoved(_PersonEvent, kind="person-moved", button="Set who is here"):
    """A person joins the gathering, or leaves it for a while."""

    away: YesOrNo
    reason: OptionalReason = ""

    def play(self, state: InfluenceInPlay, side: str | None) -> InfluenceInPlay:
        person, own = state.person_in(self.person), state.own
        away = own.away | {person.key} if self.away else own.away - {person.key}
        state = state.with_own(away=away)
        words = f"{person.name} {'leaves' if self.away else 'joins the gathering'}. {self.reason}".strip()
        return state.note(words, hidden=state.hides(person))


class PersonBarred(_PersonEvent, kind="person-barred", button="Set who listens"):
    """A person closes its ears for good, or opens them again."""

    barred: YesOrNo
    reason: Reason

    def play(self, state: InfluenceInPlay, side: str | None) -> InfluenceInPlay:
        person, own = state.person_in(self.person), state.own
        barred = own.barred | {person.key} if self.barred else own.barred - {person.key}
        words = f"{person.name} {'no longer listens' if self.barred else 'listens again'}. {self.reason}"
        return state.with_own(barred=barred).note(words, hidden=state.hides(person))


class PersonAdded(AdventureEvent, kind="person-added", button="Add a person", by_organizer=True):
    """An improvised person: any skill may influence them, at the DC of the modifier or level.

    ``modifier`` is the printed Will and Perception; ``points`` are a threshold and ``unlocks`` is its effect.
    """

    name: Annotated[str, needed_text(MAX_NAME)]
    about: OptionalReason = ""
    level: Annotated[int | None, number(LOWEST_LEVEL, HIGHEST_LEVEL)] = None
    modifier: Annotated[int | None, number(-MAX_MODIFIER, MAX_MODIFIER)] = None
    points: Annotated[int | None, number(1, MAX_POINTS)] = None
    unlocks: OptionalReason = ""

    def play(self, state: InfluenceInPlay, side: str | None) -> InfluenceInPlay:
        facts, own, key = state.facts, state.own, slug(self.name)
        if not key or facts.person(key) is not None:
            raise ChangeRefused(f"{self.name} needs a name that no one else at the gathering has.")
        if len(facts.people) >= MAX_PEOPLE:
            raise ChangeRefused(f"A gathering has at most {MAX_PEOPLE} people.")
        person = InfluencePerson(
            key,
            self.name,
            self.about,
            level=self.level,
            perception=self.modifier,
            will=self.modifier,
            thresholds=() if self.points is None else (Threshold(self.points, self.unlocks),),
        )
        own = replace(own, points=(*own.points, (key, 0)))
        state = replace(state, facts=replace(facts, people=(*facts.people, person)), own=own)
        return state.note(f"{self.name} is here. {self.about}".strip())

    def player_document(self, state: InfluenceInPlay) -> dict[str, Any] | None:
        """Show the person."""
        return {KIND: self.kind, "name": self.name, "about": self.about}


def creature_person(card: Card) -> PersonAdded:
    """Return the event by which a compendium creature joins a gathering, with DCs from its Will."""
    # On the scale of the core rules it has its level more: ruling 221.
    modifier = None if card.stats.will is None else card.stats.will + card.level
    level = min(max(card.level, LOWEST_LEVEL), HIGHEST_LEVEL)
    return PersonAdded(card.name[:MAX_NAME], level=level, modifier=modifier)

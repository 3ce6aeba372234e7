"""The kind for winning people over: what players may not know, and stat blocks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.fields import AdventureTrack
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, signed, skills_text
from rules.adventures.kinds.influence import events
from rules.adventures.kinds.influence.facts import (
    InfluenceFacts,
    InfluencePerson,
    Leaning,
    LeaningKind,
    check_gathering,
    influence_advice,
    leaning_key,
)
from rules.adventures.kinds.influence.play import (
    INFLUENCE_KEY,
    DiscoverAction,
    InfluenceAction,
    InfluenceInPlay,
    InfluenceState,
    skill_key,
    threshold_key_of,
)
from rules.documents.records import written_document
from rules.text import counted, listed, with_minus

_EFFECTS = {"": "", "bars": "ends the conversation", "wins": "wins the person over"}


def person_block(state: InfluenceInPlay, person: InfluencePerson) -> AdventureBlock:
    """Return the stat block of a person, with DCs of the present scale; for a view, what players know."""
    level, scale = state.person_level(person), state.scale
    senses = " ".join(part for part in (signed(person.perception), person.senses) if part)
    return AdventureBlock(
        title=person.name,
        word="Influence" if person.level is None else with_minus(f"Influence {person.level}"),
        traits=person.traits,
        about=person.about,
        lines=block_lines(
            (
                ("Perception", senses),
                ("Will", signed(person.will)),
                ("Discovery", skills_text(person.discovery, scale, level, person.perception)),
                ("Influence skills", skills_text(person.skills, scale, level, person.will)),
                *((f"Influence {threshold.points}", threshold.unlocks) for threshold in person.thresholds),
                ("Resistances", _leanings_text("resistance", person.resistances)),
                ("Weaknesses", _leanings_text("weakness", person.weaknesses)),
                ("Biases", _leanings_text("bias", person.biases)),
                ("Penalty", person.penalty),
                ("Background", person.background),
                ("Learned", _learnt_text(state, person)),
            )
        ),
    )


def _learnt_text(state: InfluenceInPlay, person: InfluencePerson) -> str:
    """Return what players have heard; the organizer's copy marks what is false."""
    learnt = (fact for fact in state.own.learnt if fact.person == person.key)
    return " ".join(f"{fact.kind.capitalize()}: {fact.text}{' (false)' if fact.is_false else ''}." for fact in learnt)


def _leanings_text(kind: LeaningKind, leanings: tuple[Leaning, ...]) -> str:
    return " ".join(_leaning_text(kind, leaning) for leaning in leanings)


def _leaning_text(kind: LeaningKind, leaning: Leaning) -> str:
    changes = [with_minus(f"DC {by:+d}") if (by := leaning.dc_change(kind)) else ""]
    changes.append(with_minus(f"{leaning.points:+d} at once") if leaning.points else "")
    changes.append(_EFFECTS[leaning.effect])
    effects = ", ".join(change for change in changes if change)
    return f"{leaning.text} ({effects})" if effects else leaning.text


def _hidden_of(person: InfluencePerson) -> Iterator[tuple[str, str]]:
    if person.hidden:
        yield person.key, person.name
    yield f"{person.key}:numbers", f"Perception and Will of {person.name}"
    yield f"{person.key}:discovery", f"What helps to discover something about {person.name}"
    yield f"{person.key}:dcs", f"The DCs of {person.name}"
    for skill in person.skills:
        yield skill_key(person.key, skill.skill), f"{person.name} can be influenced with {skill.skill}"
    for kind, leaning in person.leanings():
        yield leaning_key(person.key, kind, leaning.key), leaning.text
    for row in person.thresholds:
        yield threshold_key_of(person.key, row.points), row.unlocks
    if person.penalty:
        yield f"{person.key}:penalty", person.penalty
    if person.background:
        yield f"{person.key}:background", person.background


def _seen(state: InfluenceInPlay, person: InfluencePerson) -> InfluencePerson:
    def shows(key: str) -> bool:
        return f"{person.key}:{key}" in state.shown

    def leanings(kind: LeaningKind, candidates: tuple[Leaning, ...]) -> tuple[Leaning, ...]:
        # What a leaning does stays with the organizer; players see that it is there.
        return tuple(
            Leaning(leaning.key, leaning.text)
            for leaning in candidates
            if leaning_key(person.key, kind, leaning.key) in state.shown
        )

    known = tuple(skill for skill in person.skills if skill_key(person.key, skill.skill) in state.shown)
    has_dcs = state.facts.shows_dcs or shows("dcs")
    return InfluencePerson(
        key=person.key,
        name=person.name,
        about=person.about,
        traits=person.traits,
        perception=person.perception if shows("numbers") else None,
        will=person.will if shows("numbers") else None,
        senses=person.senses if shows("numbers") else "",
        discovery=tuple(skill_dc.veiled for skill_dc in person.discovery) if shows("discovery") else (),
        skills=known if has_dcs else tuple(skill_dc.veiled for skill_dc in known),
        thresholds=tuple(threshold for threshold in person.thresholds if shows(f"threshold:{threshold.points}")),
        resistances=leanings("resistance", person.resistances),
        weaknesses=leanings("weakness", person.weaknesses),
        biases=leanings("bias", person.biases),
        penalty=person.penalty if shows("penalty") else "",
        background=person.background if shows("background") else "",
    )


class InfluenceKind(AdventureKind):
    """Influence: points with each person of a gathering, one act a round."""

    key = INFLUENCE_KEY
    name = "Influence"
    about = "A gathering: find out about the people there, and win them over before it ends."
    emblem = "conversation"
    tint = "rose"
    facts = InfluenceFacts
    state = InfluenceInPlay
    actions = (InfluenceAction(), DiscoverAction())
    events = (events,)

    check_facts = staticmethod(check_gathering)
    advice = staticmethod(influence_advice)

    def begin(self, facts: InfluenceFacts) -> InfluenceState:
        away = frozenset(person.key for person in facts.people if person.away)
        return InfluenceState(tuple((person.key, person.start) for person in facts.people), away)

    def hidden_facts(self, state: InfluenceInPlay) -> Mapping[str, str]:
        return {key: text for person in state.facts.people for key, text in _hidden_of(person)}

    def player_facts(self, state: InfluenceInPlay) -> InfluenceFacts:
        """Return the gathering as players know it. What they have heard is in the state, true or not."""
        facts = state.facts
        return replace(facts, people=tuple(_seen(state, person) for person in facts.people if not state.hides(person)))

    def player_own(self, state: InfluenceInPlay) -> InfluenceState:
        """Return the state of a gathering as players know it: a false fact looks like a true one."""
        own = state.own
        known = {person.key for person in state.facts.people if not state.hides(person)}
        return InfluenceState(
            points=tuple((key, points) for key, points in own.points if key in known),
            away=own.away & known,
            barred=own.barred & known,
            learnt=tuple(replace(fact, key="", is_false=False) for fact in own.learnt),
        )

    def own_document(self, state: InfluenceInPlay) -> dict[str, Any]:
        own = state.own
        return {
            "points": dict(own.points),
            "away": sorted(own.away),
            "barred": sorted(own.barred),
            "to_tell": [written_document(fact) for fact in own.pending],
            "learnt": [written_document(fact) for fact in own.learnt],
        }

    def tracks(self, state: InfluenceInPlay) -> tuple[AdventureTrack, ...]:
        return tuple(
            AdventureTrack(person.key, person.name, state.own.points_with(person.key), None, person.thresholds)
            for person in state.facts.people
        )

    def summary(self, state: InfluenceInPlay) -> tuple[str, ...]:
        """Return a sentence for each person."""
        own, lines = state.own, []
        for person in state.facts.people:
            points = own.points_with(person.key)
            reached = [str(row.points) for row in person.thresholds if row.points <= points]
            words = f", thresholds {listed(reached)} reached" if reached else ""
            lines.append(f"{person.name}: {counted(points, 'point')}{words}.")
        return tuple(lines)

    def stat_blocks(self, state: InfluenceInPlay) -> tuple[AdventureBlock, ...]:
        return tuple(person_block(state, person) for person in state.facts.people)

    def time_ran_out(self, state: InfluenceInPlay) -> InfluenceInPlay:
        return state.ended("The gathering is over.")


INFLUENCE = InfluenceKind()

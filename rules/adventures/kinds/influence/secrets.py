"""What players may not know of a gathering: all hidden facts by key, and facts and state without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.adventures.kinds.influence.facts import InfluenceFacts
from rules.adventures.kinds.influence.people import InfluencePerson, Leaning, LeaningKind, leaning_key
from rules.adventures.kinds.influence.play import (
    InfluenceState,
    gathering,
    influence_state,
    is_unknown,
    skill_key,
    threshold_key_of,
)
from rules.adventures.state import AdventureState


def hidden_of_gathering(facts: InfluenceFacts) -> Mapping[str, str]:
    """Return everything that players do not know from the start: keys with their texts."""
    return {key: text for person in facts.people for key, text in _hidden_of(person)}


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


def player_gathering(state: AdventureState) -> InfluenceFacts:
    """Return the gathering as players know it. What they were told stands in the state, true or not."""
    facts = gathering(state)
    return replace(
        facts, people=tuple(_seen(state, person) for person in facts.people if not is_unknown(state, person))
    )


def _seen(state: AdventureState, person: InfluencePerson) -> InfluencePerson:
    def shows(key: str) -> bool:
        return f"{person.key}:{key}" in state.shown

    def leanings(kind: LeaningKind, found: tuple[Leaning, ...]) -> tuple[Leaning, ...]:
        # What a leaning does stays with the organizer; players see that it is there.
        return tuple(
            Leaning(leaning.key, leaning.text)
            for leaning in found
            if leaning_key(person.key, kind, leaning.key) in state.shown
        )

    known = tuple(skill for skill in person.skills if skill_key(person.key, skill.skill) in state.shown)
    has_dcs = gathering(state).shows_dcs or shows("dcs")
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


def player_influence(state: AdventureState) -> InfluenceState:
    """Return where a gathering stands as players know it: a false fact is the same as a true one."""
    own = influence_state(state)
    known = {person.key for person in gathering(state).people if not is_unknown(state, person)}
    return InfluenceState(
        points=tuple((key, points) for key, points in own.points if key in known),
        away=own.away & known,
        barred=own.barred & known,
        learnt=tuple(replace(fact, key="", is_false=False) for fact in own.learnt),
    )

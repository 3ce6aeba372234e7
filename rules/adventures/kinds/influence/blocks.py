"""Influence stat blocks as they are printed."""

from __future__ import annotations

from rules.adventures.blocks import AdventureBlock, block_lines, signed, skills_text
from rules.adventures.kinds.influence.people import InfluencePerson, Leaning, LeaningKind
from rules.adventures.kinds.influence.play import influence_state, person_level
from rules.adventures.state import AdventureState
from rules.text import with_minus

_EFFECTS = {"": "", "bars": "ends the conversation", "wins": "wins the person over"}


def person_block(state: AdventureState, person: InfluencePerson) -> AdventureBlock:
    """Return the stat block of a person, with DCs of the scale that is played; of a view, what players know."""
    level, scale = person_level(state, person), state.scale
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


def _learnt_text(state: AdventureState, person: InfluencePerson) -> str:
    """Return what players have been told; the organizer's copy says what is not true."""
    learnt = (fact for fact in influence_state(state).learnt if fact.person == person.key)
    return " ".join(f"{fact.kind.capitalize()}: {fact.text}{' (false)' if fact.is_false else ''}." for fact in learnt)


def _leanings_text(kind: LeaningKind, leanings: tuple[Leaning, ...]) -> str:
    return " ".join(_leaning_text(kind, leaning) for leaning in leanings)


def _leaning_text(kind: LeaningKind, leaning: Leaning) -> str:
    changes = [with_minus(f"DC {by:+d}") if (by := leaning.dc_change(kind)) else ""]
    changes.append(with_minus(f"{leaning.points:+d} at once") if leaning.points else "")
    changes.append(_EFFECTS[leaning.effect])
    effects = ", ".join(change for change in changes if change)
    return f"{leaning.text} ({effects})" if effects else leaning.text

"""Obstacles, complications, opportunities and preparations of an infiltration in the form of printed stat blocks."""

from __future__ import annotations

from rules.adventures.blocks import AdventureBlock, block_lines, skills_text
from rules.adventures.difficulties import SkillDC
from rules.adventures.kinds.infiltration.actions import AWARENESS_POINT
from rules.adventures.kinds.infiltration.facts import Complication, InfiltrationObstacle, Opportunity
from rules.adventures.kinds.infiltration.play import infiltration_facts
from rules.adventures.kinds.infiltration.preparations import Preparation
from rules.adventures.kinds.infiltration.preparing import outcome_words
from rules.adventures.scales import DEGREES, SUCCESSES
from rules.adventures.state import AdventureState
from rules.tables.rolls import Degree
from rules.text import counted, listed

_SCOPES = {"one": "the one who met it", "individual": "individual", "group": "group"}


def infiltration_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return every stat block, those of obstacles first; of a view, what players know."""
    facts = infiltration_facts(state)
    return (
        *(_obstacle_block(state, one) for objective in facts.objectives for one in objective.obstacles),
        *(_complication_block(state, one) for one in facts.complications),
        *(_opportunity_block(state, one) for one in facts.opportunities),
        *(_preparation_block(state, one) for one in facts.preparations),
    )


def _overcome(state: AdventureState, skills: tuple[SkillDC, ...], level: int | None = None) -> str:
    return skills_text(skills, state.scale, state.level if level is None else level)


def _obstacle_block(state: AdventureState, one: InfiltrationObstacle) -> AdventureBlock:
    return AdventureBlock(
        title=one.name,
        word="Optional obstacle" if one.optional else "Obstacle",
        about=one.text,
        lines=block_lines(
            (
                ("Infiltration Points", f"{one.points} ({one.scope})"),
                ("Overcome", _overcome(state, one.skills, one.level)),
                ("Critical failure", one.critical_failure),
                ("Edge Points", listed(one.uses)),
            )
        ),
    )


def _complication_block(state: AdventureState, one: Complication) -> AdventureBlock:
    trigger = ""
    if one.tier is not None:
        trigger = f"Tier {one.tier} of awareness, the first time."
    elif one.awareness is not None:
        trigger = f"{counted(one.awareness, AWARENESS_POINT)}, the first time."
    points = f"{one.points} ({_SCOPES[one.scope]})" if one.points else ""
    return AdventureBlock(
        title=one.name,
        word="Complication",
        about=one.text,
        lines=block_lines(
            (
                ("Trigger", trigger),
                ("Infiltration Points", points),
                ("For", "" if one.points else _SCOPES[one.scope]),
                ("Overcome", _overcome(state, one.skills)),
                *_failures(one),
                ("Edge Points", listed(one.uses)),
            )
        ),
    )


def _opportunity_block(state: AdventureState, one: Opportunity) -> AdventureBlock:
    word = "Opportunity" if not one.repeatable else "Opportunity, again and again"
    lines = (("Attempt", _overcome(state, one.skills)), *_failures(one))
    return AdventureBlock(title=one.name, word=word, about=one.text, lines=block_lines(lines))


def _failures(one: Complication | Opportunity) -> tuple[tuple[str, str], ...]:
    failures = (degree for degree in reversed(DEGREES) if degree not in SUCCESSES)
    rows = ((degree, one.awareness_after(degree)) for degree in failures)
    return tuple((degree.value.capitalize(), counted(by, AWARENESS_POINT) if by else "") for degree, by in rows)


def _preparation_block(state: AdventureState, one: Preparation) -> AdventureBlock:
    facts = infiltration_facts(state)
    needed = one.needed_among(facts.preparations)
    names = [row.title for row in facts.preparations if row.key in needed]
    degrees = reversed(DEGREES)
    outcomes = ((degree.value.capitalize(), outcome_words(one.outcome(degree))) for degree in degrees)
    if one.outcome(Degree.CRITICAL_SUCCESS) == one.outcome(Degree.SUCCESS):
        outcomes = (row for row in outcomes if row[0] != Degree.CRITICAL_SUCCESS.value.capitalize())
    return AdventureBlock(
        title=one.title,
        word="Preparation",
        traits=("secret",) if one.is_secret else (),
        about=one.text,
        lines=block_lines(
            (
                ("Cost", one.cost or (one.ready.cost if one.ready else "")),
                ("Requirement", f"{listed(names)} has succeeded." if names else ""),
                ("Attempt", _overcome(state, one.skill_dcs)),
                ("Edge Points", one.edge_use),
                *outcomes,
            )
        ),
    )

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
        *(_obstacle_block(state, obstacle) for objective in facts.objectives for obstacle in objective.obstacles),
        *(_complication_block(state, complication) for complication in facts.complications),
        *(_opportunity_block(state, opportunity) for opportunity in facts.opportunities),
        *(_preparation_block(state, preparation) for preparation in facts.preparations),
    )


def _overcome(state: AdventureState, skills: tuple[SkillDC, ...], level: int | None = None) -> str:
    return skills_text(skills, state.scale, state.level if level is None else level)


def _obstacle_block(state: AdventureState, obstacle: InfiltrationObstacle) -> AdventureBlock:
    return AdventureBlock(
        title=obstacle.name,
        word="Optional obstacle" if obstacle.optional else "Obstacle",
        about=obstacle.text,
        lines=block_lines(
            (
                ("Infiltration Points", f"{obstacle.points} ({obstacle.scope})"),
                ("Overcome", _overcome(state, obstacle.skills, obstacle.level)),
                ("Critical failure", obstacle.critical_failure),
                ("Edge Points", listed(obstacle.uses)),
            )
        ),
    )


def _complication_block(state: AdventureState, complication: Complication) -> AdventureBlock:
    trigger = ""
    if complication.tier is not None:
        trigger = f"Tier {complication.tier} of awareness, the first time."
    elif complication.awareness is not None:
        trigger = f"{counted(complication.awareness, AWARENESS_POINT)}, the first time."
    points = f"{complication.points} ({_SCOPES[complication.scope]})" if complication.points else ""
    return AdventureBlock(
        title=complication.name,
        word="Complication",
        about=complication.text,
        lines=block_lines(
            (
                ("Trigger", trigger),
                ("Infiltration Points", points),
                ("For", "" if complication.points else _SCOPES[complication.scope]),
                ("Overcome", _overcome(state, complication.skills)),
                *_failures(complication),
                ("Edge Points", listed(complication.uses)),
            )
        ),
    )


def _opportunity_block(state: AdventureState, opportunity: Opportunity) -> AdventureBlock:
    word = "Opportunity" if not opportunity.repeatable else "Opportunity, again and again"
    lines = (("Attempt", _overcome(state, opportunity.skills)), *_failures(opportunity))
    return AdventureBlock(title=opportunity.name, word=word, about=opportunity.text, lines=block_lines(lines))


def _failures(opportunity: Complication | Opportunity) -> tuple[tuple[str, str], ...]:
    failures = (degree for degree in reversed(DEGREES) if degree not in SUCCESSES)
    rows = ((degree, opportunity.awareness_after(degree)) for degree in failures)
    return tuple((degree.value.capitalize(), counted(by, AWARENESS_POINT) if by else "") for degree, by in rows)


def _preparation_block(state: AdventureState, preparation: Preparation) -> AdventureBlock:
    facts = infiltration_facts(state)
    needed = preparation.needed_among(facts.preparations)
    names = [row.title for row in facts.preparations if row.key in needed]
    degrees = reversed(DEGREES)
    outcomes = ((degree.value.capitalize(), outcome_words(preparation.outcome(degree))) for degree in degrees)
    if preparation.outcome(Degree.CRITICAL_SUCCESS) == preparation.outcome(Degree.SUCCESS):
        outcomes = (row for row in outcomes if row[0] != Degree.CRITICAL_SUCCESS.value.capitalize())
    return AdventureBlock(
        title=preparation.title,
        word="Preparation",
        traits=("secret",) if preparation.is_secret else (),
        about=preparation.text,
        lines=block_lines(
            (
                ("Cost", preparation.cost or (preparation.ready.cost if preparation.ready else "")),
                ("Requirement", f"{listed(names)} has succeeded." if names else ""),
                ("Attempt", _overcome(state, preparation.skill_dcs)),
                ("Edge Points", preparation.edge_use),
                *outcomes,
            )
        ),
    )

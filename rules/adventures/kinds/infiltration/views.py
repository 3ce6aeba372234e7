"""An infiltration as players see it, as documents tell it, and as tracks draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.kinds.infiltration.facts import (
    AWARENESS,
    Complication,
    InfiltrationFacts,
    InfiltrationObjective,
    InfiltrationObstacle,
)
from rules.adventures.kinds.infiltration.play import (
    awareness_of,
    awareness_scheme,
    current_objective,
    has_reached,
    infiltration_facts,
    infiltration_own,
    infiltrators,
    knows_awareness,
)
from rules.adventures.kinds.infiltration.preparing import veiled_record
from rules.adventures.kinds.infiltration.state import POOLED, InfiltrationState
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack, Threshold
from rules.documents.written import written_document
from rules.text import counted, listed

UNKNOWN = "Not found out yet"


def tier_key(number: int) -> str:
    """Return the key of what a tier brings."""
    return f"tier:{number}"


def hidden_of_infiltration(state: AdventureState) -> Mapping[str, str]:
    """Return everything that players do not know from the start, by its key."""
    facts, own = infiltration_facts(state), infiltration_own(state)
    false = (one for one in own.edges if one.quality != "real")
    return {
        **({} if facts.shows_awareness else {AWARENESS: "Awareness"}),
        **{tier_key(number): one.text for number, one in enumerate(facts.tiers, 1) if one.text},
        **{one.key: one.name for one in facts.obstacles.values() if one.hidden},
        **{one.key: one.name for one in facts.opportunities if one.hidden},
        **{one.key: one.name for one in facts.complications},
        **{one.key: f"{one.name}: this Edge Point is {one.quality}." for one in false},
    }


def player_infiltration_facts(state: AdventureState) -> InfiltrationFacts:
    """Return the facts without what is hidden, DCs unless shown, and what failures start."""
    facts, shown = infiltration_facts(state), state.shown
    return replace(
        facts,
        objectives=tuple(_player_objective(state, one) for one in facts.objectives),
        complications=tuple(_player_complication(facts, one) for one in facts.complications if one.key in shown),
        opportunities=tuple(
            replace(
                one,
                hidden=False,
                complication="",
                obstacles=tuple(key for key in one.obstacles if key in shown or not facts.obstacles[key].hidden),
                skills=one.skills if facts.shows_dcs else tuple(row.veiled for row in one.skills),
            )
            for one in facts.opportunities
            if not one.hidden or one.key in shown
        ),
        preparations=tuple(
            one if facts.shows_dcs else replace(one, skills=tuple(row.veiled for row in one.skill_dcs))
            for one in facts.preparations
        ),
        tiers=tuple(
            one if tier_key(number) in shown else replace(one, text="") for number, one in enumerate(facts.tiers, 1)
        )
        if knows_awareness(state)
        else (),
        fails_at=facts.fails_at if knows_awareness(state) else None,
    )


def _player_objective(state: AdventureState, objective: InfiltrationObjective) -> InfiltrationObjective:
    rows: list[InfiltrationObstacle] = []
    for number, one in enumerate(objective.obstacles, 1):
        if not one.hidden or one.key in state.shown:
            rows.append(_player_obstacle(infiltration_facts(state), one))
        elif not one.optional:
            # That there is another obstacle is not a secret: the number of those needed follows from it.
            rows.append(InfiltrationObstacle(f"{objective.key}:{number}", UNKNOWN, scope=one.scope))
    return replace(objective, obstacles=tuple(rows))


def _player_obstacle(facts: InfiltrationFacts, one: InfiltrationObstacle) -> InfiltrationObstacle:
    bare = replace(one, hidden=False, critical_failure="", complication="")
    if facts.shows_dcs:
        return bare
    return replace(bare, level=None, skills=tuple(row.veiled for row in one.skills))


def _player_complication(facts: InfiltrationFacts, one: Complication) -> Complication:
    bare = replace(one, awareness=None, tier=None)
    return bare if facts.shows_dcs else replace(bare, skills=tuple(row.veiled for row in one.skills))


def player_infiltration_own(state: AdventureState) -> InfiltrationState:
    """Return where it stands without the awareness, the degrees of secret checks, and what false Edge Points are."""
    own, facts = infiltration_own(state), infiltration_facts(state)
    return replace(
        own,
        awareness=own.awareness if knows_awareness(state) else None,
        edges=tuple(one if one.key in state.shown else replace(one, quality="real") for one in own.edges),
        records=tuple(veiled_record(one, facts.preparation(one.key)) for one in own.records),
        misled=(),
        failed=replace(own.failed, before=None) if own.failed else None,
    )


def infiltration_document(state: AdventureState) -> dict[str, Any]:
    """Return where an infiltration stands as an object of JSON; of a player's view, what players may see."""
    facts, own = infiltration_facts(state), infiltration_own(state)
    knows = own.awareness is not None
    return {
        "inside": own.is_inside,
        "awareness": own.awareness,
        "fails_at": awareness_scheme(state).fails_at if knows else None,
        "objectives": [
            {
                "key": objective.key,
                "name": objective.name,
                "needed": objective.required,
                "reached": [one.id for one in infiltrators(state) if has_reached(state, objective, one.id)],
                "obstacles": [
                    {
                        "key": one.key,
                        "name": one.name,
                        "scope": one.scope,
                        "needed": one.points,
                        "points": {who: points for key, who, points in own.points if key == one.key},
                    }
                    for one in objective.obstacles
                ],
            }
            for objective in facts.objectives
        ],
        "complications": [{**written_document(one), "points": dict(one.points)} for one in own.pending],
        "edges": [{"key": one.key, "name": one.name, "use": one.use, "quality": one.quality} for one in own.edges],
        "may_spend_edge": own.failed is not None,
        "preparations": [written_document(one) for one in own.records],
        "seized": list(own.seized),
    }


def infiltration_tracks(state: AdventureState) -> tuple[AdventureTrack, ...]:
    """Return the awareness, if it is known, and a track of each obstacle."""
    facts, own = infiltration_facts(state), infiltration_own(state)
    found = []
    if own.awareness is not None:
        scheme = awareness_scheme(state)
        tiers = tuple(Threshold(one.points, one.text) for one in scheme.tiers if one.points <= scheme.fails_at)
        points = min(awareness_of(state), scheme.fails_at)
        found.append(AdventureTrack(AWARENESS, "Awareness Points", points, scheme.fails_at, tiers))
    size = max(len(infiltrators(state)), 1)
    present = {POOLED, *(one.id for one in infiltrators(state))}
    for one in facts.obstacles.values():
        end = one.points * (size if one.scope == "individual" else 1)
        points = sum(points for key, who, points in own.points if key == one.key and who in present)
        found.append(AdventureTrack(one.key, one.name, points, end))
    return tuple(found)


def infiltration_summary(state: AdventureState) -> tuple[str, ...]:
    """Return who is at which objective, what waits, and how much is noticed, as sentences."""
    facts, own = infiltration_facts(state), infiltration_own(state)
    found = [state.outcome] if state.is_over else []
    if not own.is_inside:
        found.append("The party is preparing.")
    else:
        for objective in facts.objectives:
            if here := [one.name for one in infiltrators(state) if current_objective(state, one.id) == objective]:
                found.append(f"At {objective.name}: {listed(here)}.")
        if through := [one.name for one in infiltrators(state) if current_objective(state, one.id) is None]:
            found.append(f"Made it through: {listed(through)}.")
    names = [facts.complications_by_key[one.key].name for one in own.pending if one.key in facts.complications_by_key]
    if names:
        found.append(f"Complications to deal with first: {listed(names)}.")
    if own.awareness is not None:
        found.append(f"{own.awareness} of {counted(awareness_scheme(state).fails_at, 'Awareness Point')}.")
    if own.edges:
        found.append(f"{counted(len(own.edges), 'Edge Point')}.")
    return tuple(found)

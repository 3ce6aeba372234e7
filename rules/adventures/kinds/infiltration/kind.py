"""The kind for infiltrations: players' view, documents, tracks and stat blocks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.fields import DEGREES, SUCCESSES, AdventureTrack, SkillDC, Threshold
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, skills_text
from rules.adventures.kinds.infiltration import events
from rules.adventures.kinds.infiltration.actions import (
    AWARENESS_POINT,
    ComplicationAction,
    OpportunityAction,
    OvercomeAction,
)
from rules.adventures.kinds.infiltration.facts import (
    AWARENESS,
    ROUND_AWARENESS,
    Complication,
    InfiltrationFacts,
    InfiltrationObjective,
    InfiltrationObstacle,
    Opportunity,
    check_infiltration,
    infiltration_advice,
)
from rules.adventures.kinds.infiltration.play import (
    INFILTRATION_KEY,
    POOLED,
    InfiltrationInPlay,
    InfiltrationState,
    settled_infiltration,
    with_awareness,
)
from rules.adventures.kinds.infiltration.preparations import Preparation
from rules.adventures.kinds.infiltration.preparing import (
    OpenPreparationAction,
    SecretPreparationAction,
    outcome_words,
    veiled_record,
)
from rules.documents.records import written_document
from rules.tables.rolls import Degree
from rules.text import counted, listed

_SCOPES = {"one": "the one who met it", "individual": "individual", "group": "group"}


def _overcome(state: InfiltrationInPlay, skills: tuple[SkillDC, ...], level: int | None = None) -> str:
    return skills_text(skills, state.scale, state.level if level is None else level)


def _obstacle_block(state: InfiltrationInPlay, obstacle: InfiltrationObstacle) -> AdventureBlock:
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


def _complication_block(state: InfiltrationInPlay, complication: Complication) -> AdventureBlock:
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


def _opportunity_block(state: InfiltrationInPlay, opportunity: Opportunity) -> AdventureBlock:
    word = "Opportunity" if not opportunity.repeatable else "Opportunity, again and again"
    lines = (("Attempt", _overcome(state, opportunity.skills)), *_failures(opportunity))
    return AdventureBlock(title=opportunity.name, word=word, about=opportunity.text, lines=block_lines(lines))


def _failures(opportunity: Complication | Opportunity) -> tuple[tuple[str, str], ...]:
    failures = (degree for degree in reversed(DEGREES) if degree not in SUCCESSES)
    rows = ((degree, opportunity.awareness_after(degree)) for degree in failures)
    return tuple((degree.value.capitalize(), counted(by, AWARENESS_POINT) if by else "") for degree, by in rows)


def _preparation_block(state: InfiltrationInPlay, preparation: Preparation) -> AdventureBlock:
    facts = state.facts
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


UNKNOWN = "Not found out yet"


def tier_key(number: int) -> str:
    """Return the key of a tier's effect."""
    return f"tier:{number}"


def _player_objective(state: InfiltrationInPlay, objective: InfiltrationObjective) -> InfiltrationObjective:
    rows: list[InfiltrationObstacle] = []
    for number, obstacle in enumerate(objective.obstacles, 1):
        if not obstacle.hidden or obstacle.key in state.shown:
            rows.append(_player_obstacle(state.facts, obstacle))
        elif not obstacle.optional:
            # That there is another obstacle is not a secret: the number of those needed follows from it.
            rows.append(InfiltrationObstacle(f"{objective.key}:{number}", UNKNOWN, scope=obstacle.scope))
    return replace(objective, obstacles=tuple(rows))


def _player_obstacle(facts: InfiltrationFacts, obstacle: InfiltrationObstacle) -> InfiltrationObstacle:
    bare = replace(obstacle, hidden=False, critical_failure="", complication="")
    if facts.shows_dcs:
        return bare
    return replace(bare, level=None, skills=tuple(row.veiled for row in obstacle.skills))


def _player_complication(facts: InfiltrationFacts, complication: Complication) -> Complication:
    bare = replace(complication, awareness=None, tier=None)
    return bare if facts.shows_dcs else replace(bare, skills=tuple(row.veiled for row in complication.skills))


class InfiltrationKind(AdventureKind):
    """An infiltration: objectives behind obstacles, while the opposition becomes aware of the party."""

    key = INFILTRATION_KEY
    name = "Infiltration"
    about = "Get in unseen: prepare, overcome the obstacles of each objective, and finish before anyone notices."
    emblem = "lock-picking"
    tint = "dusk"
    facts = InfiltrationFacts
    state = InfiltrationInPlay
    actions = (
        OvercomeAction(),
        ComplicationAction(),
        OpportunityAction(),
        OpenPreparationAction(),
        SecretPreparationAction(),
    )
    events = (events,)

    check_facts = staticmethod(check_infiltration)
    advice = staticmethod(infiltration_advice)
    settled = staticmethod(settled_infiltration)

    def begin(self, facts: InfiltrationFacts) -> InfiltrationState:
        return InfiltrationState(is_inside=not facts.preparations)

    def hidden_facts(self, state: InfiltrationInPlay) -> Mapping[str, str]:
        """Return everything that players do not know from the start, by its key."""
        facts, own = state.facts, state.own
        false = (edge for edge in own.edges if edge.quality != "real")
        return {
            **({} if facts.shows_awareness else {AWARENESS: "Awareness"}),
            **{tier_key(number): tier.text for number, tier in enumerate(facts.tiers, 1) if tier.text},
            **{obstacle.key: obstacle.name for obstacle in facts.obstacles.values() if obstacle.hidden},
            **{opportunity.key: opportunity.name for opportunity in facts.opportunities if opportunity.hidden},
            **{complication.key: complication.name for complication in facts.complications},
            **{point.key: f"{point.name}: this Edge Point is {point.quality}." for point in false},
        }

    def player_facts(self, state: InfiltrationInPlay) -> InfiltrationFacts:
        """Return the facts without hidden ones, DCs unless shown, and complications that failures start."""
        facts, shown = state.facts, state.shown
        return replace(
            facts,
            objectives=tuple(_player_objective(state, objective) for objective in facts.objectives),
            complications=tuple(
                _player_complication(facts, complication)
                for complication in facts.complications
                if complication.key in shown
            ),
            opportunities=tuple(
                replace(
                    opportunity,
                    hidden=False,
                    complication="",
                    obstacles=tuple(
                        key for key in opportunity.obstacles if key in shown or not facts.obstacles[key].hidden
                    ),
                    skills=opportunity.skills if facts.shows_dcs else tuple(row.veiled for row in opportunity.skills),
                )
                for opportunity in facts.opportunities
                if not opportunity.hidden or opportunity.key in shown
            ),
            preparations=tuple(
                preparation
                if facts.shows_dcs
                else replace(preparation, skills=tuple(row.veiled for row in preparation.skill_dcs))
                for preparation in facts.preparations
            ),
            tiers=tuple(
                tier if tier_key(number) in shown else replace(tier, text="")
                for number, tier in enumerate(facts.tiers, 1)
            )
            if state.knows_awareness()
            else (),
            fails_at=facts.fails_at if state.knows_awareness() else None,
        )

    def player_own(self, state: InfiltrationInPlay) -> InfiltrationState:
        """Return the state without awareness, degrees of secret checks, and the falseness of Edge Points."""
        own, facts = state.own, state.facts
        return replace(
            own,
            awareness=own.awareness if state.knows_awareness() else None,
            edges=tuple(edge if edge.key in state.shown else replace(edge, quality="real") for edge in own.edges),
            records=tuple(veiled_record(record, facts.preparation(record.key)) for record in own.records),
            misled=(),
            failed=replace(own.failed, before=None) if own.failed else None,
        )

    def own_document(self, state: InfiltrationInPlay) -> dict[str, Any]:
        facts, own = state.facts, state.own
        knows = own.awareness is not None
        return {
            "inside": own.is_inside,
            "awareness": own.awareness,
            "fails_at": state.awareness_scheme().fails_at if knows else None,
            "objectives": [
                {
                    "key": objective.key,
                    "name": objective.name,
                    "needed": objective.required,
                    "reached": [
                        infiltrator.id
                        for infiltrator in state.infiltrators()
                        if state.has_reached(objective, infiltrator.id)
                    ],
                    "obstacles": [
                        {
                            "key": obstacle.key,
                            "name": obstacle.name,
                            "scope": obstacle.scope,
                            "needed": obstacle.points,
                            "points": {who: points for key, who, points in own.points if key == obstacle.key},
                        }
                        for obstacle in objective.obstacles
                    ],
                }
                for objective in facts.objectives
            ],
            "complications": [
                {**written_document(complication), "points": dict(complication.points)} for complication in own.pending
            ],
            "edges": [
                {"key": edge.key, "name": edge.name, "use": edge.use, "quality": edge.quality} for edge in own.edges
            ],
            "may_spend_edge": own.failed is not None,
            "preparations": [written_document(record) for record in own.records],
            "seized": list(own.seized),
        }

    def tracks(self, state: InfiltrationInPlay) -> tuple[AdventureTrack, ...]:
        facts, own = state.facts, state.own
        tracks = []
        if own.awareness is not None:
            scheme = state.awareness_scheme()
            tiers = tuple(Threshold(tier.points, tier.text) for tier in scheme.tiers if tier.points <= scheme.fails_at)
            points = min(state.awareness_of(), scheme.fails_at)
            tracks.append(AdventureTrack(AWARENESS, "Awareness Points", points, scheme.fails_at, tiers))
        size = max(len(state.infiltrators()), 1)
        present = {POOLED, *(infiltrator.id for infiltrator in state.infiltrators())}
        for obstacle in facts.obstacles.values():
            end = obstacle.points * (size if obstacle.scope == "individual" else 1)
            points = sum(points for key, who, points in own.points if key == obstacle.key and who in present)
            tracks.append(AdventureTrack(obstacle.key, obstacle.name, points, end))
        return tuple(tracks)

    def stat_blocks(self, state: InfiltrationInPlay) -> tuple[AdventureBlock, ...]:
        """Return every stat block, those of obstacles first; for a view, what players know."""
        facts = state.facts
        return (
            *(_obstacle_block(state, obstacle) for objective in facts.objectives for obstacle in objective.obstacles),
            *(_complication_block(state, complication) for complication in facts.complications),
            *(_opportunity_block(state, opportunity) for opportunity in facts.opportunities),
            *(_preparation_block(state, preparation) for preparation in facts.preparations),
        )

    def summary(self, state: InfiltrationInPlay) -> tuple[str, ...]:
        """Return the party's objectives, waiting complications and awareness, as sentences."""
        facts, own = state.facts, state.own
        lines = [state.outcome] if state.is_over else []
        if not own.is_inside:
            lines.append("The party is preparing.")
        else:
            for objective in facts.objectives:
                if here := [
                    infiltrator.name
                    for infiltrator in state.infiltrators()
                    if state.current_objective(infiltrator.id) == objective
                ]:
                    lines.append(f"At {objective.name}: {listed(here)}.")
            if through := [
                infiltrator.name
                for infiltrator in state.infiltrators()
                if state.current_objective(infiltrator.id) is None
            ]:
                lines.append(f"Made it through: {listed(through)}.")
        names = [
            facts.complications_by_key[complication.key].name
            for complication in own.pending
            if complication.key in facts.complications_by_key
        ]
        if names:
            lines.append(f"Complications to deal with first: {listed(names)}.")
        if own.awareness is not None:
            lines.append(f"{own.awareness} of {counted(state.awareness_scheme().fails_at, 'Awareness Point')}.")
        if own.edges:
            lines.append(f"{counted(len(own.edges), 'Edge Point')}.")
        return tuple(lines)

    def round_ended(self, state: InfiltrationInPlay) -> InfiltrationInPlay:
        """Add an Awareness Point for each round inside."""
        own = state.own
        state = state.with_own_value(own.changed())
        return with_awareness(state.entered(), ROUND_AWARENESS) if own.is_inside else state


INFILTRATION = InfiltrationKind()

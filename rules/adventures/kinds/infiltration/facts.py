"""The facts of an infiltration: objectives with obstacles, awareness, complications, opportunities, preparations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.fields import MAX_KEY, MAX_POINTS, FactKey, FactName, FactProse, LevelOrNone, SkillDCs
from rules.adventures.kinds.infiltration.preparations import MAX_AWARENESS, Preparation, check_preparations
from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import integer, number, text_list
from rules.errors import RulesError
from rules.tables.rolls import Degree
from rules.text import counted

ObstacleScope = Literal["individual", "group"]
ComplicationScope = Literal["one", "individual", "group"]

AWARENESS = "awareness"
"""The key of the awareness total, which players do not know."""

INFILTRATION_POINTS: Mapping[Degree, int] = {
    Degree.CRITICAL_SUCCESS: 2,
    Degree.SUCCESS: 1,
    Degree.FAILURE: 0,
    Degree.CRITICAL_FAILURE: 0,
}
AWARENESS_POINTS: Mapping[Degree, int] = {
    Degree.CRITICAL_SUCCESS: 0,
    Degree.SUCCESS: 0,
    Degree.FAILURE: 1,
    Degree.CRITICAL_FAILURE: 2,
}
ROUND_AWARENESS = 1
"""The Awareness Points that the end of a round adds."""

TIER_DCS = (1, 1, 2)
"""The total increase of obstacles' DCs at each tier before the last, at which the infiltration fails."""
MOST_COMPLICATIONS = 2
"""The recommended maximum of complications per tier."""

MAX_OBJECTIVES = 12
MAX_OBSTACLES = 40
MAX_ROWS = 40
MAX_TIERS = 12
MAX_OBSTACLE_POINTS = 20
MAX_ROUNDS = 1_000


@dataclass(frozen=True, slots=True)
class AwarenessTier:
    """Awareness Points at which something changes: the total increase of obstacles' DCs, and a text."""

    points: Annotated[int, integer(1, MAX_POINTS)]
    dc: Annotated[int, integer(0, MAX_AWARENESS)] = 0
    text: FactProse = ""


@dataclass(frozen=True, slots=True)
class AwarenessScheme:
    """The tiers of awareness, and the points at which the infiltration fails."""

    tiers: tuple[AwarenessTier, ...]
    fails_at: int

    def dc_at(self, points: int) -> int:
        """Return the increase of obstacles' DCs with so many Awareness Points."""
        return next((tier.dc for tier in reversed(self.tiers) if points >= tier.points), 0)


def standard_scheme(needed: int) -> AwarenessScheme:
    """Return the usual scheme of an infiltration that needs so many Infiltration Points."""
    # It fails at twice the points; the tiers are quarters of that, rounded up: ruling 231.
    fails_at = 2 * needed
    tiers = tuple(AwarenessTier(-(-fails_at * part // 4), dc) for part, dc in enumerate(TIER_DCS, 1))
    return AwarenessScheme(tiers, fails_at)


@dataclass(frozen=True, slots=True)
class InfiltrationObstacle:
    """A challenge in an infiltration, in the form of a stat block: Infiltration Points (individual or group), and
    Overcome.

    ``level`` None means the party's. An ``optional`` one may replace another. ``critical_failure`` is an additional
    effect, ``complication`` the key of one that starts. ``uses`` are the words of limited Edge Points that help here.
    Players do not know a ``hidden`` one.
    """

    key: FactKey
    name: FactName
    points: Annotated[int, integer(1, MAX_OBSTACLE_POINTS), WRITTEN] = 1
    scope: Annotated[ObstacleScope, WRITTEN] = "individual"
    skills: SkillDCs = ()
    level: LevelOrNone = None
    text: FactProse = ""
    optional: bool = False
    critical_failure: FactProse = ""
    complication: FactKey = ""
    uses: Annotated[tuple[str, ...], text_list(MAX_ROWS, MAX_KEY)] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class InfiltrationObjective:
    """A goal of an infiltration. A participant reaches it with as many obstacles as there are required ones."""

    key: FactKey
    name: FactName
    obstacles: Annotated[tuple[InfiltrationObstacle, ...], records_of(InfiltrationObstacle, MAX_OBSTACLES)]
    text: FactProse = ""

    @property
    def required(self) -> int:
        """The number of obstacles that a participant must overcome."""
        return sum(not obstacle.optional for obstacle in self.obstacles)


@dataclass(frozen=True, slots=True)
class Complication:
    """A problem that comes before anything else, the first time that its trigger is met.

    The trigger is a number of Awareness Points or a tier from 1, or neither, for one that an obstacle or the organizer
    starts. Without ``points``, one attempt clears it, even a failed one. ``scope`` says who must deal with it: the one
    who met it, each participant, or any of them for all.
    """

    key: FactKey
    name: FactName
    awareness: Annotated[int | None, number(0, MAX_POINTS)] = None
    tier: Annotated[int | None, number(1, MAX_TIERS)] = None
    scope: ComplicationScope = "group"
    points: Annotated[int, integer(0, MAX_OBSTACLE_POINTS)] = 0
    skills: SkillDCs = ()
    text: FactProse = ""
    failure_awareness: Annotated[int, integer(0, MAX_AWARENESS)] = 0
    critical_failure_awareness: Annotated[int, integer(0, MAX_AWARENESS)] = 0
    uses: Annotated[tuple[str, ...], text_list(MAX_ROWS, MAX_KEY)] = ()

    def awareness_after(self, degree: Degree) -> int:
        """Return the Awareness Points of a degree."""
        return {
            Degree.FAILURE: self.failure_awareness,
            Degree.CRITICAL_FAILURE: self.critical_failure_awareness,
        }.get(degree, 0)


@dataclass(frozen=True, slots=True)
class Opportunity:
    """Something that helps without counting for an objective.

    A success removes ``awareness`` points, changes the DCs of ``obstacles`` (all if empty) by ``dc``, and gives an Edge
    Point named ``edge``, which helps only with ``edge_use`` if there is one.
    """

    key: FactKey
    name: FactName
    skills: SkillDCs = ()
    text: FactProse = ""
    repeatable: bool = False
    awareness: Annotated[int, integer(0, MAX_AWARENESS)] = 0
    dc: Annotated[int, integer(-MAX_AWARENESS, MAX_AWARENESS)] = 0
    obstacles: Annotated[tuple[str, ...], text_list(MAX_OBSTACLES, MAX_KEY)] = ()
    edge: FactName = ""
    edge_use: FactKey = ""
    failure_awareness: Annotated[int, integer(0, MAX_AWARENESS)] = 0
    critical_failure_awareness: Annotated[int, integer(0, MAX_AWARENESS)] = 0
    complication: FactKey = ""
    hidden: bool = False

    def awareness_after(self, degree: Degree) -> int:
        """Return the Awareness Points that a degree adds or removes."""
        return {
            Degree.FAILURE: self.failure_awareness,
            Degree.CRITICAL_FAILURE: self.critical_failure_awareness,
        }.get(degree, -self.awareness)


@dataclass(frozen=True)
class InfiltrationFacts:
    """An infiltration. Without ``tiers`` and ``fails_at``, the usual scheme applies.

    ``preparation_rounds`` is the number of rounds for preparing, None for as many as the party likes; without
    preparations, the party is inside from the start.
    """

    objectives: Annotated[tuple[InfiltrationObjective, ...], records_of(InfiltrationObjective, MAX_OBJECTIVES)]
    complications: Annotated[tuple[Complication, ...], records_of(Complication, MAX_ROWS)] = ()
    opportunities: Annotated[tuple[Opportunity, ...], records_of(Opportunity, MAX_ROWS)] = ()
    preparations: Annotated[tuple[Preparation, ...], records_of(Preparation, MAX_ROWS)] = ()
    preparation_rounds: Annotated[int | None, number(1, MAX_ROUNDS)] = None
    tiers: Annotated[tuple[AwarenessTier, ...], records_of(AwarenessTier, MAX_TIERS)] = ()
    fails_at: Annotated[int | None, number(1, MAX_POINTS)] = None
    shows_dcs: bool = False
    shows_awareness: bool = False

    @cached_property
    def obstacles(self) -> Mapping[str, InfiltrationObstacle]:
        """All obstacles by their keys."""
        return {obstacle.key: obstacle for objective in self.objectives for obstacle in objective.obstacles}

    @cached_property
    def complications_by_key(self) -> Mapping[str, Complication]:
        """All complications by their keys."""
        return {complication.key: complication for complication in self.complications}

    def opportunity(self, key: str) -> Opportunity | None:
        """Return the opportunity with that key, None if there is none."""
        return next((opportunity for opportunity in self.opportunities if opportunity.key == key), None)

    def preparation(self, key: str) -> Preparation | None:
        """Return the preparation with that key, None if there is none."""
        return next((preparation for preparation in self.preparations if preparation.key == key), None)

    def needed(self, size: int) -> int:
        """Return the Infiltration Points that a party of a size needs for all obstacles that are not optional."""
        return sum(
            obstacle.points * (size if obstacle.scope == "individual" else 1)
            for obstacle in self.obstacles.values()
            if not obstacle.optional
        )

    def scheme(self, size: int) -> AwarenessScheme:
        """Return the scheme of awareness for a party of a size: its own, or the usual one."""
        usual = standard_scheme(self.needed(max(size, 1)))
        return AwarenessScheme(self.tiers or usual.tiers, usual.fails_at if self.fails_at is None else self.fails_at)

    def trigger(self, complication: Complication, scheme: AwarenessScheme) -> int | None:
        """Return the Awareness Points that start a complication, None for one that they do not start."""
        if complication.tier is not None:
            return scheme.tiers[complication.tier - 1].points
        return complication.awareness


def _keys(facts: InfiltrationFacts) -> Iterator[str]:
    for objective in facts.objectives:
        yield objective.key
        yield from (obstacle.key for obstacle in objective.obstacles)
    for row in (facts.complications, facts.opportunities, facts.preparations):
        yield from (preparation.key for preparation in row)


def check_infiltration(facts: InfiltrationFacts) -> None:
    """Raise ``RulesError`` for objectives, triggers and references that do not fit together."""
    keys = list(_keys(facts))
    if not facts.objectives:
        raise RulesError("An infiltration needs an objective.")
    if len(set(keys)) != len(keys) or any(not key or ":" in key or key == AWARENESS for key in keys):
        raise RulesError("Everything in an infiltration needs a key of its own, without a colon.")
    for objective in facts.objectives:
        if not objective.required:
            raise RulesError(f"{objective.name} needs an obstacle that is not optional.")
    points = [tier.points for tier in facts.tiers]
    if points != sorted(set(points)) or (facts.fails_at is not None and points and points[-1] >= facts.fails_at):
        raise RulesError("The awareness tiers must rise, and the infiltration must fail above the last one.")
    known = facts.complications_by_key
    started = {obstacle.complication for obstacle in facts.obstacles.values()} | {
        opportunity.complication for opportunity in facts.opportunities
    }
    if not started <= {"", *known}:
        raise RulesError("An obstacle or an opportunity starts a complication that does not exist.")
    for complication in facts.complications:
        if complication.tier is not None and complication.awareness is not None:
            raise RulesError(f"{complication.name} starts at a tier or at a number of Awareness Points, not both.")
        if complication.tier is not None and complication.tier > len(facts.tiers or TIER_DCS):
            raise RulesError(f"{complication.name} starts at a tier that does not exist.")
    if any(key not in facts.obstacles for opportunity in facts.opportunities for key in opportunity.obstacles):
        raise RulesError("An opportunity helps with an obstacle that does not exist.")
    check_preparations(facts.preparations)


def infiltration_advice(facts: InfiltrationFacts) -> tuple[str, ...]:
    """Return what a game master may want to fix: too many complications, no choice of obstacles, one skill."""
    advice = []
    for tier in range(1, len(facts.tiers or TIER_DCS) + 1):
        count = sum(complication.tier == tier for complication in facts.complications)
        if count > MOST_COMPLICATIONS:
            advice.append(
                f"Tier {tier} has {counted(count, 'complication')}, and {MOST_COMPLICATIONS} should be the most."
            )
    for objective in facts.objectives:
        if objective.required == len(objective.obstacles):
            advice.append(f"{objective.name}: an optional obstacle would give a choice.")
    for obstacle in facts.obstacles.values():
        if obstacle.scope == "individual" and len({skill.skill for skill in obstacle.skills}) < 2:
            advice.append(f"{obstacle.name}: everyone needs it, so a second skill would help.")
    return tuple(advice)

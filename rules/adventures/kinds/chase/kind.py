"""The kind of adventures that are chases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.checks import CheckAction
from rules.adventures.kind import AdventureKind, ReadyPart
from rules.adventures.kinds.chase.actions import OvercomeObstacleAction
from rules.adventures.kinds.chase.blocks import obstacle_blocks
from rules.adventures.kinds.chase.drawing import chase_drawing, chase_summary, drawing_document
from rules.adventures.kinds.chase.events import (
    ChaseObstacleBypassed,
    ChaseOrderSet,
    ChasePaceSet,
    ChasePathTaken,
    ChasePointsChanged,
    ChaseSideMoved,
)
from rules.adventures.kinds.chase.facts import (
    FACE_DOWN,
    GOAL,
    ChaseFacts,
    ChaseObstacle,
    ChaseWay,
    chase_advice,
    check_chase,
    way_key,
)
from rules.adventures.kinds.chase.obstacles import ready_obstacle_parts
from rules.adventures.kinds.chase.play import (
    CHASE_KEY,
    ChaseGroup,
    ChaseState,
    begin_chase,
    chase_facts,
    chase_own,
    group_name,
    is_face_down,
    is_veiled,
    needed_points,
    party_groups,
    settled_chase,
)
from rules.adventures.kinds.chase.rounds import chase_round_ended, turn_lost
from rules.adventures.kinds.chase.shapes import CHASE_SHAPE
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.shapes import Shape


class ChaseKind(AdventureKind):
    """A chase: obstacles in a line, one after another, and a side that is ahead or behind."""

    key = CHASE_KEY
    name = "Chase"
    about = "A line of obstacles and two sides: catch someone, get away, beat the clock, or come in first."
    facts_shape: ClassVar[Shape] = CHASE_SHAPE
    actions: ClassVar[tuple[CheckAction, ...]] = (OvercomeObstacleAction(),)
    events: ClassVar[tuple[type[Any], ...]] = (
        ChasePathTaken,
        ChasePointsChanged,
        ChaseSideMoved,
        ChaseObstacleBypassed,
        ChaseOrderSet,
        ChasePaceSet,
    )

    def check_facts(self, facts: ChaseFacts) -> None:
        """Refuse obstacles and ways that do not fit together."""
        check_chase(facts)

    def advice(self, facts: ChaseFacts) -> tuple[str, ...]:
        """Return what makes a chase short of obstacles, or hard for some."""
        return chase_advice(facts)

    def ready_parts(self) -> tuple[ReadyPart, ...]:
        """Return the obstacles that come with Muster."""
        return ready_obstacle_parts()

    def begin(self, facts: ChaseFacts) -> ChaseState:
        """Return both sides at their starts."""
        return begin_chase(facts)

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return the obstacles that are face down, and the ways that have to be found."""
        facts = chase_facts(state)
        return {
            **{one.key: one.name for one in facts.obstacles if is_veiled(facts, one.key)},
            **{
                way_key(key, way): way.name or "Another way"
                for key, ways in facts.ways.items()
                for way in ways
                if way.degree
            },
        }

    def player_facts(self, state: AdventureState) -> ChaseFacts:
        """Return the facts with obstacles face down, without ways that were not found."""
        facts, seen = chase_facts(state), _player_keys(state)
        visible = _visible_obstacles(state)
        obstacles = tuple(_player_obstacle(state, one, seen) for one in facts.obstacles if one.key in visible)
        return replace(facts, obstacles=obstacles)

    def player_own(self, state: AdventureState) -> ChaseState:
        """Return where both sides stand, without the names of obstacles that players do not know."""
        own, seen = chase_own(state), _player_keys(state)

        def veiled(group: ChaseGroup) -> ChaseGroup:
            return replace(group, at=seen[group.at], since=seen[group.since])

        opened = tuple(key for key in own.opened if key in state.shown)
        others = veiled(own.others) if own.others else None
        return replace(own, party=tuple(veiled(one) for one in own.party), others=others, opened=opened)

    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return the order, the pace, and the chase as it is drawn."""
        own = chase_own(state)
        return {
            "first": own.first,
            "pace": own.pace,
            "others_have_moved": own.has_moved,
            "line": drawing_document(chase_drawing(state)),
        }

    def tracks(self, state: AdventureState) -> tuple[AdventureTrack, ...]:
        """Return how far each group of the party has come, and its Chase Points."""
        facts, found = chase_facts(state), []
        for number, group in enumerate(party_groups(state), 1):
            name, total = group_name(state, group), facts.columns[GOAL]
            come = min(facts.columns[group.at], total)
            found.append(AdventureTrack(f"way-{number}", f"{name}: obstacles", come, total))
            if group.at != GOAL:
                needed = needed_points(state, group)
                title = f"{name}: Chase Points at {facts.by_key[group.at].name}"
                found.append(AdventureTrack(f"points-{number}", title, group.points, needed))
        return tuple(found)

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return the obstacles."""
        return obstacle_blocks(state)

    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return where everyone stands, or how the chase ended."""
        return chase_summary(state)

    def settled(self, state: AdventureState) -> AdventureState:
        """Move on every group that has the points."""
        return settled_chase(state)

    def passed(self, state: AdventureState, participant: str) -> AdventureState:
        """Take a Chase Point from the group."""
        return turn_lost(state, participant)

    def round_ended(self, state: AdventureState) -> AdventureState:
        """Take points for those who did not act, and move the other side."""
        return chase_round_ended(state)


def _player_keys(state: AdventureState) -> Mapping[str, str]:
    """Return what players call each obstacle: its key, or its place on the line where it lies face down."""
    return {GOAL: GOAL} | {
        one.key: f"{FACE_DOWN}{number}" if is_face_down(state, one) else one.key
        for number, one in enumerate(chase_facts(state).obstacles, 1)
    }


def _visible_ways(state: AdventureState, key: str) -> tuple[ChaseWay, ...]:
    known = {*chase_own(state).opened, *state.shown}
    return tuple(way for way in chase_facts(state).ways[key] if not way.degree or way_key(key, way) in known)


def _visible_obstacles(state: AdventureState) -> frozenset[str]:
    """Return the obstacles of which players know that they are there, face down or not."""
    facts, own = chase_facts(state), chase_own(state)
    groups = (*own.party, *((own.others,) if own.others else ()))
    found = {facts.obstacles[0].key, *(key for one in groups for key in facts.main_way(one.at))}
    # A way leads further down the list, so one pass finds all.
    for one in facts.obstacles:
        if one.key in found:
            found.update(way.to for way in _visible_ways(state, one.key))
    return frozenset(found)


def _player_obstacle(state: AdventureState, obstacle: ChaseObstacle, seen: Mapping[str, str]) -> ChaseObstacle:
    facts = chase_facts(state)
    ways = tuple(replace(way, to=seen[way.to]) for way in _visible_ways(state, obstacle.key))
    if is_face_down(state, obstacle):
        bare = tuple(ChaseWay(way.to, degree=way.degree) for way in ways)
        return ChaseObstacle(seen[obstacle.key], "Face down", ways=bare)
    skills = obstacle.skills if facts.shows_dcs else tuple(one.veiled for one in obstacle.skills)
    level = obstacle.level if facts.shows_dcs else None
    return replace(obstacle, skills=skills, level=level, ways=ways, effort=1)


CHASE = ChaseKind()

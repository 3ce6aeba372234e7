"""The kind of adventures that are chases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.chase import events
from rules.adventures.kinds.chase.actions import OvercomeObstacleAction, chase_round_ended, turn_lost
from rules.adventures.kinds.chase.drawing import chase_drawing, chase_summary, obstacle_blocks
from rules.adventures.kinds.chase.facts import (
    FACE_DOWN,
    GOAL,
    ChaseFacts,
    ChaseObstacle,
    ChaseWay,
    chase_advice,
    check_chase,
    ready_obstacle_parts,
    way_key,
)
from rules.adventures.kinds.chase.play import (
    CHASE_KEY,
    ChaseGroup,
    ChaseState,
    begin_chase,
    chase_facts,
    chase_state,
    group_name,
    is_face_down,
    is_veiled,
    needed_points,
    party_groups,
    settled_chase,
)
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.records import written_document


def _hidden_facts(state: AdventureState) -> Mapping[str, str]:
    """Return the obstacles that are face down, and the ways that have to be found."""
    facts = chase_facts(state)
    return {
        **{obstacle.key: obstacle.name for obstacle in facts.obstacles if is_veiled(facts, obstacle.key)},
        **{
            way_key(key, way): way.name or "Another way"
            for key, ways in facts.ways.items()
            for way in ways
            if way.degree
        },
    }


def _player_facts(state: AdventureState) -> ChaseFacts:
    """Return the facts with obstacles face down, without ways that were not found."""
    facts, seen = chase_facts(state), _player_keys(state)
    visible = _visible_obstacles(state)
    obstacles = tuple(
        _player_obstacle(state, obstacle, seen) for obstacle in facts.obstacles if obstacle.key in visible
    )
    return replace(facts, obstacles=obstacles)


def _player_state(state: AdventureState) -> ChaseState:
    """Return where both sides stand, without the names of obstacles that players do not know."""
    own, seen = chase_state(state), _player_keys(state)

    def veiled(group: ChaseGroup) -> ChaseGroup:
        return replace(group, at=seen[group.at], since=seen[group.since])

    opened = tuple(key for key in own.opened if key in state.shown)
    others = veiled(own.others) if own.others else None
    return replace(own, party=tuple(veiled(group) for group in own.party), others=others, opened=opened)


def _own_document(state: AdventureState) -> dict[str, Any]:
    """Return the order, the pace, and the chase as it is drawn."""
    own = chase_state(state)
    return {
        "first": own.first,
        "pace": own.pace,
        "others_have_moved": own.has_moved,
        "line": written_document(chase_drawing(state)),
    }


def _tracks(state: AdventureState) -> tuple[AdventureTrack, ...]:
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


def _player_keys(state: AdventureState) -> Mapping[str, str]:
    """Return what players call each obstacle: its key, or its place on the line where it lies face down."""
    return {GOAL: GOAL} | {
        obstacle.key: f"{FACE_DOWN}{number}" if is_face_down(state, obstacle) else obstacle.key
        for number, obstacle in enumerate(chase_facts(state).obstacles, 1)
    }


def _visible_ways(state: AdventureState, key: str) -> tuple[ChaseWay, ...]:
    known = {*chase_state(state).opened, *state.shown}
    return tuple(way for way in chase_facts(state).ways[key] if not way.degree or way_key(key, way) in known)


def _visible_obstacles(state: AdventureState) -> frozenset[str]:
    """Return the obstacles of which players know that they are there, face down or not."""
    facts, own = chase_facts(state), chase_state(state)
    groups = (*own.party, *((own.others,) if own.others else ()))
    found = {facts.obstacles[0].key, *(key for group in groups for key in facts.main_way(group.at))}
    # A way leads further down the list, so one pass finds all.
    for obstacle in facts.obstacles:
        if obstacle.key in found:
            found.update(way.to for way in _visible_ways(state, obstacle.key))
    return frozenset(found)


def _player_obstacle(state: AdventureState, obstacle: ChaseObstacle, seen: Mapping[str, str]) -> ChaseObstacle:
    facts = chase_facts(state)
    ways = tuple(replace(way, to=seen[way.to]) for way in _visible_ways(state, obstacle.key))
    if is_face_down(state, obstacle):
        bare = tuple(ChaseWay(way.to, degree=way.degree) for way in ways)
        return ChaseObstacle(seen[obstacle.key], "Face down", ways=bare)
    skills = obstacle.skills if facts.shows_dcs else tuple(skill.veiled for skill in obstacle.skills)
    level = obstacle.level if facts.shows_dcs else None
    return replace(obstacle, skills=skills, level=level, ways=ways, effort=1)


CHASE = AdventureKind(
    key=CHASE_KEY,
    name="Chase",
    about="A line of obstacles and two sides: catch someone, get away, beat the clock, or come in first.",
    facts=ChaseFacts,
    actions=(OvercomeObstacleAction(),),
    events=(events,),
    check_facts=check_chase,
    advice=chase_advice,
    ready_parts=ready_obstacle_parts,
    begin=begin_chase,
    hidden_facts=_hidden_facts,
    player_facts=_player_facts,
    player_kind_state=_player_state,
    own_document=_own_document,
    tracks=_tracks,
    stat_blocks=obstacle_blocks,
    summary=chase_summary,
    settled=settled_chase,
    passed=turn_lost,
    round_ended=chase_round_ended,
)
"""A chase: obstacles in a line, one after another, and a side that is ahead or behind."""

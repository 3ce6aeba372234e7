"""The kind for chases: players' knowledge, the drawn line, a summary and stat blocks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.fields import AdventureTrack
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, skills_text
from rules.adventures.kinds.chase import events
from rules.adventures.kinds.chase.actions import OvercomeObstacleAction, chase_round_ended, turn_lost
from rules.adventures.kinds.chase.events import may_bypass
from rules.adventures.kinds.chase.facts import (
    FACE_DOWN,
    GOAL,
    ChaseFacts,
    ChaseObstacle,
    ChaseWay,
    chase_advice,
    check_chase,
    ready_obstacle_parts,
    standard_points,
    way_key,
)
from rules.adventures.kinds.chase.play import (
    CHASE_KEY,
    ChaseGroup,
    ChaseInPlay,
    ChaseState,
    begin_chase,
    in_sentence,
    is_veiled,
    settled_chase,
)
from rules.documents.records import InDocument, written_document
from rules.text import counted, with_minus


@dataclass(frozen=True, slots=True)
class ChaseLink:
    """A path between two obstacles; one that a check finds is open afterward."""

    start: Annotated[str, InDocument(key="from")]
    end: Annotated[str, InDocument(key="to")]
    name: str
    is_open: Annotated[bool, InDocument(key="open")]
    is_main: Annotated[bool, InDocument(key="main")]


@dataclass(frozen=True, slots=True)
class ChaseMark:
    """A group at its place: its names, its Chase Points, and its lead over the other side."""

    name: str
    members: tuple[str, ...]
    points: int
    needed: int | None
    lead: int | None
    may_bypass: bool = False


@dataclass(frozen=True, slots=True)
class ChaseStop:
    """An obstacle in the drawing, or the goal with the key ``GOAL``: its column from the start and its row.

    Row 0 is the default path. Face-down obstacles have no name.
    """

    key: str
    name: str
    column: int
    row: int
    is_face_down: Annotated[bool, InDocument(key="face_down")]
    party: tuple[ChaseMark, ...] = ()
    others: ChaseMark | None = None


@dataclass(frozen=True, slots=True)
class ChaseDrawing:
    """A chase to draw: the numbers of columns and rows, the stops in order, and the links."""

    columns: int
    rows: int
    stops: tuple[ChaseStop, ...]
    links: tuple[ChaseLink, ...]


def chase_drawing(state: ChaseInPlay) -> ChaseDrawing:
    """Return the drawing of a chase; for a player's state, with only what players know."""
    facts, own = state.facts, state.own
    rows = _rows(facts)
    stops = [
        ChaseStop(
            key=key,
            name=facts.goal if key == GOAL else facts.by_key[key].name,
            column=facts.columns[key],
            row=rows[key],
            is_face_down=key.startswith(FACE_DOWN),
            party=tuple(_mark(state, group) for group in state.party_groups() if group.at == key),
            others=_mark(state, own.others) if own.others and own.others.at == key else None,
        )
        for key in (*facts.by_key, GOAL)
    ]
    links = tuple(
        ChaseLink(key, way.to, way.name, not way.degree or way_key(key, way) in own.opened, not index)
        for key, ways in facts.ways.items()
        for index, way in enumerate(ways)
    )
    stops.sort(key=lambda stop: (stop.column, stop.row))
    return ChaseDrawing(facts.columns[GOAL] + 1, max(rows.values()) + 1, tuple(stops), links)


def lead_words(facts: ChaseFacts, name: str, lead: int) -> str:
    """Return a sentence about the distance between a group of the party and the other side."""
    if not lead:
        return f"{name} and {in_sentence(facts.others)} face the same obstacle."
    ahead, behind = (name, facts.others) if lead > 0 else (facts.others, name)
    return f"{ahead}: {counted(abs(lead), 'obstacle')} ahead of {in_sentence(behind)}."


def _left(facts: ChaseFacts, group: ChaseGroup) -> str:
    left = len(facts.main_way(group.at)) - 1
    return f"{counted(left, 'obstacle')} after it" if left else "the last obstacle"


def _mark(state: ChaseInPlay, group: ChaseGroup) -> ChaseMark:
    return ChaseMark(
        name=state.group_name(group),
        members=tuple(member.id for member in state.members_of(group)),
        points=group.points,
        needed=None if group.at == GOAL or group.at.startswith(FACE_DOWN) else state.needed_points(group),
        lead=state.lead_of(group),
        may_bypass=may_bypass(state, group),
    )


def _rows(facts: ChaseFacts) -> dict[str, int]:
    # The main line is row 0. A branch stays in the row of the obstacle before it if that cell is free.
    main = {*facts.main_way(facts.obstacles[0].key), GOAL}
    rows = dict.fromkeys(main, 0)
    taken = {(facts.columns[key], 0) for key in main}
    before = {way.to: key for key, ways in facts.ways.items() for way in ways}
    for obstacle in facts.obstacles:
        if obstacle.key in main:
            continue
        row = max(rows.get(before.get(obstacle.key, ""), 0), 1)
        while (facts.columns[obstacle.key], row) in taken:
            row += 1
        rows[obstacle.key] = row
        taken.add((facts.columns[obstacle.key], row))
    return rows


def _obstacle_block(state: ChaseInPlay, obstacle: ChaseObstacle) -> AdventureBlock:
    level = state.level if obstacle.level is None else obstacle.level
    points = obstacle.points or standard_points(state.facts.columns[obstacle.key], state.party_size)
    ways = (f"{state.place_name(way.to)}{f' ({way.name})' if way.name else ''}{_found(way)}" for way in obstacle.ways)
    return AdventureBlock(
        title=obstacle.name,
        word="Obstacle" if obstacle.level is None else with_minus(f"Obstacle {obstacle.level}"),
        about=obstacle.text,
        lines=block_lines(
            (
                ("Chase Points", str(points)),
                ("Overcome", skills_text(obstacle.skills, state.scale, level)),
                ("Ways", "; ".join(ways)),
                ("For the other side", counted(obstacle.effort, "move") if obstacle.effort > 1 else ""),
            )
        ),
    )


def _found(way: ChaseWay) -> str:
    if not way.degree:
        return ""
    return f", found by a {way.degree}{f' with {way.skill}' if way.skill else ''}"


def _player_keys(state: ChaseInPlay) -> Mapping[str, str]:
    """Return each obstacle's key for players: its key, or its place on the line if it is face down."""
    return {GOAL: GOAL} | {
        obstacle.key: f"{FACE_DOWN}{number}" if state.is_face_down(obstacle) else obstacle.key
        for number, obstacle in enumerate(state.facts.obstacles, 1)
    }


def _visible_ways(state: ChaseInPlay, key: str) -> tuple[ChaseWay, ...]:
    known = {*state.own.opened, *state.shown}
    return tuple(way for way in state.facts.ways[key] if not way.degree or way_key(key, way) in known)


def _visible_obstacles(state: ChaseInPlay) -> frozenset[str]:
    """Return the obstacles of which players know that they are there, face down or not."""
    facts, own = state.facts, state.own
    groups = (*own.party, *((own.others,) if own.others else ()))
    keys = {facts.obstacles[0].key, *(key for group in groups for key in facts.main_way(group.at))}
    # A way leads further down the list, so one pass finds all.
    for obstacle in facts.obstacles:
        if obstacle.key in keys:
            keys.update(way.to for way in _visible_ways(state, obstacle.key))
    return frozenset(keys)


def _player_obstacle(state: ChaseInPlay, obstacle: ChaseObstacle, seen: Mapping[str, str]) -> ChaseObstacle:
    facts = state.facts
    ways = tuple(replace(way, to=seen[way.to]) for way in _visible_ways(state, obstacle.key))
    if state.is_face_down(obstacle):
        bare = tuple(ChaseWay(way.to, degree=way.degree) for way in ways)
        return ChaseObstacle(seen[obstacle.key], "Face down", ways=bare)
    skills = obstacle.skills if facts.shows_dcs else tuple(skill.veiled for skill in obstacle.skills)
    level = obstacle.level if facts.shows_dcs else None
    return replace(obstacle, skills=skills, level=level, ways=ways, effort=1)


class ChaseKind(AdventureKind):
    """A chase: obstacles in a line, one after another, and a side that is ahead or behind."""

    key = CHASE_KEY
    name = "Chase"
    about = "A line of obstacles and two sides: catch someone, get away, beat the clock, or come in first."
    emblem = "sprint"
    tint = "rust"
    facts = ChaseFacts
    state = ChaseInPlay
    actions = (OvercomeObstacleAction(),)
    events = (events,)

    check_facts = staticmethod(check_chase)
    advice = staticmethod(chase_advice)
    ready_parts = staticmethod(ready_obstacle_parts)
    begin = staticmethod(begin_chase)
    settled = staticmethod(settled_chase)
    passed = staticmethod(turn_lost)
    round_ended = staticmethod(chase_round_ended)

    def hidden_facts(self, state: ChaseInPlay) -> Mapping[str, str]:
        """Return the face-down obstacles, and the paths still to be found."""
        facts = state.facts
        return {
            **{obstacle.key: obstacle.name for obstacle in facts.obstacles if is_veiled(facts, obstacle.key)},
            **{
                way_key(key, way): way.name or "Another way"
                for key, ways in facts.ways.items()
                for way in ways
                if way.degree
            },
        }

    def player_facts(self, state: ChaseInPlay) -> ChaseFacts:
        """Return the facts with obstacles face down, without unfound paths."""
        facts, seen = state.facts, _player_keys(state)
        visible = _visible_obstacles(state)
        obstacles = tuple(
            _player_obstacle(state, obstacle, seen) for obstacle in facts.obstacles if obstacle.key in visible
        )
        return replace(facts, obstacles=obstacles)

    def player_own(self, state: ChaseInPlay) -> ChaseState:
        """Return the state of both sides, without the names of obstacles that players do not know."""
        own, seen = state.own, _player_keys(state)

        def veiled(group: ChaseGroup) -> ChaseGroup:
            return replace(group, at=seen[group.at], since=seen[group.since])

        opened = tuple(key for key in own.opened if key in state.shown)
        others = veiled(own.others) if own.others else None
        return replace(own, party=tuple(veiled(group) for group in own.party), others=others, opened=opened)

    def own_document(self, state: ChaseInPlay) -> dict[str, Any]:
        own = state.own
        return {
            "first": own.first,
            "pace": own.pace,
            "others_have_moved": own.has_moved,
            "line": written_document(chase_drawing(state)),
        }

    def tracks(self, state: ChaseInPlay) -> tuple[AdventureTrack, ...]:
        facts, tracks = state.facts, []
        for number, group in enumerate(state.party_groups(), 1):
            name, total = state.group_name(group), facts.columns[GOAL]
            come = min(facts.columns[group.at], total)
            tracks.append(AdventureTrack(f"way-{number}", f"{name}: obstacles", come, total))
            if group.at != GOAL:
                needed = state.needed_points(group)
                title = f"{name}: Chase Points at {facts.by_key[group.at].name}"
                tracks.append(AdventureTrack(f"points-{number}", title, group.points, needed))
        return tuple(tracks)

    def stat_blocks(self, state: ChaseInPlay) -> tuple[AdventureBlock, ...]:
        """Return the stat block of every obstacle; of a view, of those that players know."""
        # In what players see, an obstacle that lies face down has a key of another kind.
        known = (obstacle for obstacle in state.facts.obstacles if not obstacle.key.startswith(FACE_DOWN))
        return tuple(_obstacle_block(state, obstacle) for obstacle in known)

    def summary(self, state: ChaseInPlay) -> tuple[str, ...]:
        """Return the place of every group and the distance between the sides, as sentences."""
        if state.is_over:
            return (state.outcome,)
        facts, lines = state.facts, []
        for group in state.party_groups():
            name = state.group_name(group)
            if group.at == GOAL:
                lines.append(f"{name}: at {in_sentence(facts.goal)}.")
                continue
            points = f"{group.points} of {counted(state.needed_points(group), 'Chase Point')}"
            lines.append(f"{name}: at {facts.by_key[group.at].name}, {points}, {_left(facts, group)}.")
            lead = state.lead_of(group)
            if lead is not None:
                lines.append(lead_words(facts, name, lead))
        return tuple(lines)


CHASE = ChaseKind()

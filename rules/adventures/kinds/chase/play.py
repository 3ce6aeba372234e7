"""A chase in play: each side's place on the line, its Chase Points, how it moves on, and how the chase ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from rules.adventures.kinds.chase.facts import (
    GOAL,
    ChaseFacts,
    ChaseObstacle,
    ChaseSide,
    ChaseWay,
    standard_points,
    way_key,
)
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.text import counted, listed

CHASE_KEY = "chase"


@dataclass(frozen=True, slots=True)
class ChaseGroup:
    """Members of a side who move together: the obstacle that they face, ``GOAL`` at the end, and their Chase Points.

    ``members`` is empty for the first group of the party, which has everyone who is in no other. ``since`` is the
    obstacle that they passed last. ``is_tried`` is True if anyone has acted against the obstacle, ``struggles`` if
    anyone has in this round; ``stuck`` counts the rounds that ended so.
    """

    at: str
    members: tuple[str, ...] = ()
    points: int = 0
    since: str = ""
    is_tried: bool = False
    struggles: bool = False
    stuck: int = 0


@dataclass(frozen=True, slots=True)
class ChaseState:
    """The state of a chase. ``others`` is None if there is no other side.

    ``first`` acts first in each round. ``has_moved`` is True if the other side has moved on in this round, at its pace.
    ``opened`` are the keys of the paths that were found. ``pace`` is the other side's at present.
    """

    party: tuple[ChaseGroup, ...]
    others: ChaseGroup | None
    first: ChaseSide
    pace: int
    has_moved: bool = False
    opened: tuple[str, ...] = ()

    def with_group(self, group: ChaseGroup, changed: ChaseGroup) -> ChaseState:
        """Return the state in which one group has changed."""
        if group is self.others:
            return replace(self, others=changed)
        return replace(
            self, party=tuple(changed if chase_group is group else chase_group for chase_group in self.party)
        )


class ChaseInPlay(AdventureState):
    """A chase in play."""

    facts: ChaseFacts
    own: ChaseState

    def chase_group(self, participant: str) -> ChaseGroup:
        """Return a participant's group; raise ``ChangeRefused`` for a rival if no other side rolls."""
        own = self.own
        if self.participant(participant).is_rival:
            if own.others is None or not self.facts.others_roll:
                raise ChangeRefused("The other side moves at a set pace and does not roll.")
            return own.others
        return next((group for group in own.party if participant in group.members), own.party[0])

    def members_of(self, group: ChaseGroup) -> tuple[AdventureParticipant, ...]:
        """Return the members of a group who are not out of action."""
        present = (participant for participant in self.participants if not participant.is_out)
        if group is self.own.others:
            return tuple(participant for participant in present if participant.is_rival)
        party = (participant for participant in present if not participant.is_rival)
        if group.members:
            return tuple(participant for participant in party if participant.id in group.members)
        elsewhere = {name for group in self.own.party for name in group.members}
        return tuple(participant for participant in party if participant.id not in elsewhere)

    def needed_points(self, group: ChaseGroup) -> int:
        """Return the Chase Points that a group needs at its obstacle; at a pace, the moves of the other side."""
        facts = self.facts
        obstacle = facts.by_key[group.at]
        if group is self.own.others and not facts.others_roll:
            return obstacle.effort
        if obstacle.points is not None:
            return obstacle.points
        # Each group needs points by its own size: rulings 226 and 227.
        return standard_points(facts.columns[group.at], len(self.members_of(group)))

    def group_name(self, group: ChaseGroup) -> str:
        """Return a group's name in sentences."""
        if group is self.own.others:
            return self.facts.others
        if len(self.own.party) == 1:
            return "The party"
        return listed(member.name for member in self.members_of(group)) or "The rest of the party"

    def party_groups(self) -> tuple[ChaseGroup, ...]:
        """Return the groups of the party that are not empty; the first one if all are out of action."""
        return tuple(group for group in self.own.party if self.members_of(group)) or self.own.party[:1]

    def lead_of(self, group: ChaseGroup) -> int | None:
        """Return a party group's lead in obstacles, negative if it is behind; None without another side."""
        others = self.own.others
        if others is None:
            return None
        # Counted by the obstacles that are left, as paths may be of different lengths: ruling 227.
        facts = self.facts
        return len(facts.main_way(others.at)) - len(facts.main_way(group.at))

    def with_chase_points(self, group: ChaseGroup, by: int, *, acted: bool = False) -> Self:
        """Return the state with points more or less for a group, never below 0 and never more than it needs."""
        points = min(max(group.points + by, 0), self.needed_points(group))
        changed = replace(group, points=points, is_tried=group.is_tried or acted, struggles=group.struggles or acted)
        return self.with_own_value(self.own.with_group(group, changed))

    def ended_by_arrival(self, *, may_catch: bool) -> Self:
        """Return the state at its end if a side is at the goal, or the pursuers have just caught up."""
        facts, own = self.facts, self.own
        groups, others = self.party_groups(), own.others
        # Competitors need one group at the goal; everyone else has to come through together.
        if facts.row.pursued is None and others is not None and any(group.at == GOAL for group in groups):
            return self.ended(f"The party got to {in_sentence(facts.goal)} first.")
        if all(group.at == GOAL for group in groups):
            return self.ended(f"The party reached {in_sentence(facts.goal)}.")
        if others is None:
            return self
        if may_catch and (caught := _caught(facts, groups, others)):
            if facts.row.pursued == "others":
                return self.ended(f"{self.group_name(caught)} caught up with {in_sentence(facts.others)}.")
            return self.ended(f"{facts.others} caught up with {in_sentence(self.group_name(caught))}.")
        if others.at == GOAL and facts.row.pursued != "party":
            goal = in_sentence(facts.goal)
            words = f"got to {goal} first" if facts.row.pursued is None else f"reached {goal}"
            return self.ended(f"{facts.others} {words}.")
        return self

    def shown_obstacles(self) -> Self:
        """Return the state in which players know every obstacle that a group of theirs has reached."""
        reached = {group.at for group in self.own.party} - {GOAL}
        return self if reached <= self.shown else self.show(reached)

    def place_name(self, key: str) -> str:
        """Return the name of an obstacle or the goal."""
        facts = self.facts
        return facts.goal if key == GOAL else facts.by_key[key].name

    def ways_before(self, group: ChaseGroup) -> tuple[ChaseWay, ...]:
        """Return the open ways from the obstacle that a group has passed last, none once it has tried the next one."""
        if group.at == GOAL or not group.since or group.is_tried:
            return ()
        opened = self.own.opened
        ways = self.facts.ways[group.since]
        return tuple(way for way in ways if not way.degree or way_key(group.since, way) in opened)

    def way_on(self, group: ChaseGroup, to: str) -> ChaseWay:
        """Return the alternative path that a group may take; raise ``ChangeRefused`` if there is none."""
        if group.at == GOAL or not group.since or group.is_tried:
            raise ChangeRefused("Choose the way before anyone acts against the next obstacle.")
        way = next((way for way in self.ways_before(group) if way.to == to), None)
        if way is None:
            raise ChangeRefused("No open way leads there.")
        if to == group.at:
            raise ChangeRefused("They are already on that way.")
        return way

    def is_face_down(self, obstacle: ChaseObstacle) -> bool:
        """Return True if players do not know an obstacle yet."""
        return obstacle.key not in self.shown and is_veiled(self.facts, obstacle.key)


def begin_chase(facts: ChaseFacts) -> ChaseState:
    """Return both sides at their starts; an other side that acts first at its pace has made its first move."""
    row = facts.row
    own = ChaseState(
        party=(ChaseGroup(facts.start_of("party")),),
        others=ChaseGroup(facts.start_of("others")) if row.has_others else None,
        first=row.first,
        pace=facts.pace,
    )
    if own.others is None or own.first != "others" or facts.others_roll:
        return own
    return replace(own, others=_after_pace(facts, own.others, own.pace), has_moved=True)


def settled_chase(state: ChaseInPlay) -> ChaseInPlay:
    """Return the state in which every group has passed the obstacle for which it has the points."""
    while not state.is_over:
        own = state.own
        groups = (*own.party, *((own.others,) if own.others else ()))
        ready = [group for group in groups if group.at != GOAL and group.points >= state.needed_points(group)]
        if not ready:
            break
        # Extra points do not carry over. "Obstacles".
        state = passed_on(state, ready[0], state.facts.ways[ready[0].at][0].to)
    return state.shown_obstacles()


def passed_on(state: ChaseInPlay, group: ChaseGroup, to: str) -> ChaseInPlay:
    """Return the state after a group has passed its obstacle and faces another, or is at the goal."""
    own, facts = state.own, state.facts
    name = state.group_name(group)
    if group is own.others:
        # No name of the obstacle: players may not know it.
        state = state.note(f"{name} passed an obstacle.")
    else:
        where = f"Next: {facts.by_key[to].name}." if to != GOAL else f"Next: {facts.goal}."
        state = state.note(f"{name} passed {facts.by_key[group.at].name}. {where}")
    return arrived(state.with_own_value(own.with_group(group, _onward(group, to))), group is own.others)


def _onward(group: ChaseGroup, to: str) -> ChaseGroup:
    return ChaseGroup(at=to, members=group.members, since=group.at)


def arrived(state: ChaseInPlay, by_others: bool) -> ChaseInPlay:
    """Return the state after a group has come to another obstacle: groups that meet join, and the chase may end."""
    own = state.own
    state = state.with_own(party=_joined(own.party)).shown_obstacles()
    pursued = state.facts.row.pursued
    is_pursuer = pursued is not None and (pursued == "party") is by_others
    return state.ended_by_arrival(may_catch=is_pursuer)


def _joined(party: tuple[ChaseGroup, ...]) -> tuple[ChaseGroup, ...]:
    # Groups that meet go on together with the points of the one that was there, as the other comes with none: ruling
    # 227. Those in no other group stay in the first.
    merged_groups: list[ChaseGroup] = []
    for group in party:
        place = next((n for n, chase_group in enumerate(merged_groups) if chase_group.at == group.at), None)
        if place is None:
            merged_groups.append(group)
            continue
        chase_group = merged_groups[place]
        members = (*chase_group.members, *group.members) if chase_group.members else ()
        there = chase_group if (chase_group.points, chase_group.stuck) >= (group.points, group.stuck) else group
        merged_groups[place] = replace(
            there,
            members=members,
            is_tried=chase_group.is_tried or group.is_tried,
            struggles=chase_group.struggles or group.struggles,
        )
    return tuple(merged_groups)


def _caught(facts: ChaseFacts, groups: Iterable[ChaseGroup], others: ChaseGroup) -> ChaseGroup | None:
    # The pursuers have caught up if they face the same obstacle, or one that the pursued have yet to reach: ruling 228.
    for group in groups:
        ahead, behind = (others, group) if facts.row.pursued == "others" else (group, others)
        if ahead.at != GOAL and behind.at in (*facts.main_way(ahead.at), GOAL):
            return group
    return None


def in_sentence(name: str) -> str:
    """Return a name for the middle of a sentence: "The thieves" gets a lowercase letter there."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def _after_pace(facts: ChaseFacts, group: ChaseGroup, moves: int) -> ChaseGroup:
    for _ in range(moves):
        if group.at == GOAL:
            break
        group = replace(group, points=group.points + 1)
        if group.points >= facts.by_key[group.at].effort:
            group = _onward(group, facts.ways[group.at][0].to)
    return group


def others_moved(state: ChaseInPlay) -> ChaseInPlay:
    """Return the state after the other side has moved on at its pace."""
    own, facts = state.own, state.facts
    if own.others is None or facts.others_roll:
        return state
    after = _after_pace(facts, own.others, own.pace)
    gained = len(facts.main_way(own.others.at)) - len(facts.main_way(after.at))
    state = state.with_own(others=after, has_moved=True)
    if not gained:
        return state.note(f"{facts.others} did not pass an obstacle.")
    return arrived(state.note(f"{facts.others} passed {counted(gained, 'obstacle')}."), by_others=True)


def is_veiled(facts: ChaseFacts, key: str) -> bool:
    """Return True if players do not know an obstacle from the start: it is face down, or its path must be found."""
    if key not in facts.open_columns:
        return True
    return facts.face_down and facts.columns[key] > facts.columns[facts.start_of("party")]

"""Events of a chase without a check: paths chosen, sides moved, points changed by hand, the order."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent, AnnouncedEvent, part_offers
from rules.adventures.events.parts import MAX_PART, EventKeys, OptionalKey, PartChange, ParticipantKey, Reason
from rules.adventures.kinds.chase.facts import GOAL, MAX_PACE, STUCK_ROUNDS, ChaseSide
from rules.adventures.kinds.chase.play import ChaseGroup, ChaseInPlay, arrived, others_moved, passed_on
from rules.combat.log import log_event_document
from rules.documents.shapes import integer, number
from rules.errors import ChangeRefused
from rules.text import listed


class ChasePathTaken(AdventureEvent, kind="chase-path-taken", button="Take another way"):
    """Participants take another open path from the obstacle that they have just passed; the others continue without
    them.

    ``to`` is the key of an obstacle, "" the goal.
    """

    participants: EventKeys
    to: OptionalKey

    @classmethod
    def options(cls, state: ChaseInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the other paths of groups that have just passed a fork, and those who may take them."""
        names: dict[str, str] = {}
        places: dict[str, str] = {}
        for group in state.own.party:
            others = [way for way in state.ways_before(group) if way.to != group.at]
            if others:
                names |= {member.id: member.name for member in state.members_of(group)}
                places |= {other.to: other.name or state.place_name(other.to) for other in others}
        return {"participants": names, "to": places}

    def play(self, state: ChaseInPlay, side: str | None) -> ChaseInPlay:
        """Move the group, or part of it as a group of its own."""
        if not self.participants or any(state.participant(participant).is_rival for participant in self.participants):
            raise ChangeRefused("Choose who of the party takes the other way.")
        group = state.chase_group(self.participants[0])
        if any(state.chase_group(participant) is not group for participant in self.participants):
            raise ChangeRefused("They are not at the same obstacle.")
        way = state.way_on(group, self.to)
        own = state.own
        names = listed(state.participant(participant).name for participant in self.participants)
        state = state.note(f"{names} took {way.name or 'another way'} to {state.place_name(self.to)}.")
        moved = ChaseGroup(self.to, since=group.since)
        if {member.id for member in state.members_of(group)} <= set(self.participants):
            own = own.with_group(group, replace(moved, members=group.members))
            return arrived(state.with_own_value(own), by_others=False)
        left = tuple(member for member in group.members if member not in self.participants)
        own = own.with_group(group, replace(group, members=left))
        parted = replace(moved, members=self.participants)
        return arrived(state.with_own_value(replace(own, party=(*own.party, parted))), by_others=False)


class _ChaseEvent(AnnouncedEvent):
    """An event of a chase that the organizer announces."""


class ChasePointsChanged(_ChaseEvent, kind="chase-points-changed", button="Give or take Chase Points"):
    """Chase Points by hand: an idea, a mishap. ``participant`` is one of the group, "" the other side."""

    offers = part_offers(participant=lambda state: group_names(state))

    participant: OptionalKey
    by: PartChange
    reason: Reason

    def play(self, state: ChaseInPlay, side: str | None) -> ChaseInPlay:
        group = _named_group(state, self.participant)
        if group.at == GOAL:
            raise ChangeRefused("They have reached the goal.")
        return state.note(self.reason).with_chase_points(group, self.by)


class ChaseSideMoved(_ChaseEvent, kind="chase-side-moved", button="Move a side"):
    """The organizer puts a group at another obstacle. ``participant`` is one of it, "" the other side."""

    participant: OptionalKey
    to: OptionalKey
    reason: Reason

    @classmethod
    def options(cls, state: ChaseInPlay) -> Mapping[str, Mapping[str, str]]:
        places = {key: state.place_name(key) for key in (*state.facts.by_key, GOAL)}
        return {"participant": group_names(state), "to": places}

    def play(self, state: ChaseInPlay, side: str | None) -> ChaseInPlay:
        group, own = _named_group(state, self.participant), state.own
        if self.to != GOAL and self.to not in state.facts.by_key:
            raise ChangeRefused("There is no such obstacle in this chase.")
        if self.to == group.at:
            raise ChangeRefused("They are already there.")
        changed = ChaseGroup(self.to, members=group.members)
        return arrived(state.note(self.reason).with_own_value(own.with_group(group, changed)), group is own.others)

    def player_document(self, state: ChaseInPlay) -> dict[str, Any] | None:
        """Show it, but for an obstacle that players do not know."""
        document = log_event_document(self)
        obstacle = state.facts.by_key.get(self.to)
        return {**document, "to": ""} if obstacle and state.is_face_down(obstacle) else document


class ChaseObstacleBypassed(_ChaseEvent, kind="chase-obstacle-bypassed", button="Find a way around"):
    """A group that has struggled for three rounds with an obstacle of the standard points finds a way around."""

    participant: ParticipantKey
    reason: Reason

    @classmethod
    def options(cls, state: ChaseInPlay) -> Mapping[str, Mapping[str, str]]:
        stuck = [group for group in state.own.party if may_bypass(state, group)]
        return {"participant": group_names(state, stuck)}

    def play(self, state: ChaseInPlay, side: str | None) -> ChaseInPlay:
        group = state.chase_group(self.participant)
        if not may_bypass(state, group):
            raise ChangeRefused(
                f"A group finds a way around after {STUCK_ROUNDS} rounds at an obstacle with the standard points."
            )
        return passed_on(state.note(self.reason), group, state.facts.ways[group.at][0].to)


class ChaseOrderSet(_ChaseEvent, kind="chase-order-set", button="Set who goes first"):
    """Who acts first in this and later rounds of a competitive chase, by initiative or by the organizer's decision.

    ``party`` and ``others`` are the totals of the initiative, null without a roll.
    """

    first: ChaseSide
    party: Annotated[int | None, number(-MAX_PART, MAX_PART)] = None
    others: Annotated[int | None, number(-MAX_PART, MAX_PART)] = None

    @classmethod
    def options(cls, state: ChaseInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer both sides of a competitive chase before anyone acts in the round."""
        facts = state.facts
        is_open = facts.row.has_others and facts.row.pursued is None and not state.acted
        return {"first": {"party": "The party", "others": facts.others} if is_open else {}}

    def play(self, state: ChaseInPlay, side: str | None) -> ChaseInPlay:
        """Set the order; an other side that acts first at its pace moves at once."""
        own = state.own
        if own.others is None or state.facts.row.pursued is not None:
            raise ChangeRefused("The pursued act first; only competitors roll for the order.")
        if state.acted:
            raise ChangeRefused("Set the order before anyone acts in the round.")
        if self.party is not None and self.others is not None:
            # The other side acts first on a tie, as opponents do in the game of this subsystem.
            winner = "party" if self.party > self.others else "others"
            if self.first != winner:
                raise ChangeRefused("The higher initiative acts first; on a tie, the other side.")
        state = state.with_own(first=self.first)
        if self.first == "others" and not own.has_moved:
            return others_moved(state)
        return state


class ChasePaceSet(_ChaseEvent, kind="chase-pace-set", button="Change the other side’s pace"):
    """How many obstacles the other side passes in a round from now on."""

    pace: Annotated[int, integer(0, MAX_PACE)]
    reason: Reason

    @classmethod
    def options(cls, state: ChaseInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer nothing if no side moves at a pace."""
        facts = state.facts
        return {} if facts.row.has_others and not facts.others_roll else {"pace": {}}

    def play(self, state: ChaseInPlay, side: str | None) -> ChaseInPlay:
        if state.own.others is None or state.facts.others_roll:
            raise ChangeRefused("No side moves at a set pace in this chase.")
        return state.note(self.reason).with_own(pace=self.pace)


def may_bypass(state: ChaseInPlay, group: ChaseGroup) -> bool:
    """Return True if a group of the party has struggled long enough to find a way around its obstacle."""
    # Only obstacles with the standard points: "If the PCs Get Stuck"; ruling 229.
    if group is state.own.others or group.at == GOAL or state.facts.by_key[group.at].points is not None:
        return False
    return group.stuck >= STUCK_ROUNDS


def group_names(state: ChaseInPlay, groups: Iterable[ChaseGroup] | None = None) -> Mapping[str, str]:
    """Return groups by one of their members, with their names, and the other side by "" unless groups are named."""
    party = state.own.party if groups is None else groups
    names = {members[0].id: state.group_name(group) for group in party if (members := state.members_of(group))}
    return {**names, "": state.facts.others} if state.own.others and groups is None else names


def _named_group(state: ChaseInPlay, participant: str) -> ChaseGroup:
    others = state.own.others
    if participant:
        return state.chase_group(participant)
    if others is None:
        raise ChangeRefused("There is no other side in this chase.")
    return others

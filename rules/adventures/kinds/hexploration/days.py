"""Days of hexploration: activities by the slowest Speed, forced marches, rest, and what a new day brings."""

from __future__ import annotations

from dataclasses import replace

from rules.adventures.kinds.hexploration.play import (
    TravelGroup,
    group_with,
    hexploration_state,
    number_of,
    travelers_of,
    with_group,
    with_number,
    with_parts,
)
from rules.adventures.kinds.hexploration.tables import HALVES, half_activities
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.text import listed

FEET = 5
"""Feet in a square."""
USUAL_SPEED = 5
"""Squares of someone whose Speed no one has said."""
CONSTITUTION = "constitution"


def squares_of(state: AdventureState, who: AdventureParticipant) -> int:
    """Return the Speed of a participant in squares: as it was set in play, its own, or the usual one."""
    # Named characters without a Speed have 25 feet: ruling 289.
    known = dict(hexploration_state(state).speeds).get(who.id, who.speed)
    return USUAL_SPEED if known is None else known


def group_squares(state: AdventureState, group: TravelGroup) -> int:
    """Return the Speed of a group in squares: that of its slowest member."""
    return min((squares_of(state, traveler) for traveler in travelers_of(state, group)), default=USUAL_SPEED)


def daily_halves(state: AdventureState, group: TravelGroup) -> int:
    """Return what a group can do today, in halves of activities: at its Speed, and a Travel more on a forced march."""
    halves = half_activities(group_squares(state, group) * FEET)
    if group.rests:
        return 0
    if group.marches:
        # A group with half an activity has one whole Travel instead. "Running Hexploration".
        return halves + HALVES if halves >= HALVES else HALVES
    return halves + group.saved


def left_for(state: AdventureState, participant: str) -> int:
    """Return how many activities a participant has left today, alone or with the group."""
    group = group_with(state, participant)
    alone = number_of(hexploration_state(state).alone, participant)
    return max(daily_halves(state, group) - group.spent, 0) // HALVES - alone


def left_for_group(state: AdventureState, group: TravelGroup) -> int:
    """Return how many activities everyone in a group has left today."""
    # What a member has done alone is missing for the group: ruling 290.
    whole = max(daily_halves(state, group) - group.spent, 0) // HALVES
    return max(min((left_for(state, traveler.id) for traveler in travelers_of(state, group)), default=whole), 0)


def spend_activity(state: AdventureState, group: TravelGroup) -> AdventureState:
    """Return the state in which a group has used an activity; raise ``ChangeRefused`` if none is left."""
    if left_for_group(state, group) < 1:
        raise ChangeRefused(f"{group.name} has no activity left today.{_why_none(state, group)}")
    return with_group(state, replace(group, spent=group.spent + HALVES))


def _why_none(state: AdventureState, group: TravelGroup) -> str:
    if group.rests:
        return " It rests."
    return " At this Speed an activity takes two days." if daily_halves(state, group) < HALVES else ""


def refuse_alone(state: AdventureState, participant: str) -> TravelGroup:
    """Return the group of a participant who may do something alone; raise ``ChangeRefused`` if not today."""
    group = group_with(state, participant)
    who = state.participant(participant)
    if group.marches:
        raise ChangeRefused("On a forced march, the group can only Travel.")
    if left_for(state, participant) < 1:
        raise ChangeRefused(f"{who.name} has no activity left today.{_why_none(state, group)}")
    return group


def spend_alone(state: AdventureState, participant: str) -> AdventureState:
    """Return the state in which a participant has used an activity alone; raise ``ChangeRefused`` if none is left."""
    refuse_alone(state, participant)
    alone = hexploration_state(state).alone
    return with_parts(state, alone=with_number(alone, participant, number_of(alone, participant) + 1))


def safe_days(who: AdventureParticipant) -> int:
    """Return on how many days a participant may march without harm: Constitution, or half of Fortitude; at least 1."""
    # Cards have no Constitution; half of Fortitude, rounded down, stands for it: ruling 291.
    if who.skills is not None:
        return max((who.skills.fortitude or 0) // 2, 1)
    typed = next((modifier.by for modifier in who.typed if modifier.name.casefold() == CONSTITUTION), 1)
    return max(typed, 1)


def begin_march(state: AdventureState, group: TravelGroup) -> AdventureState:
    """Return the state in which a group marches today; raise ``ChangeRefused`` where it may not."""
    own = hexploration_state(state)
    members = travelers_of(state, group)
    if group.spent or group.marches or group.rests or any(number_of(own.alone, member.id) for member in members):
        raise ChangeRefused("Choose a forced march at the beginning of a day.")
    tired = [member.name for member in members if member.id in own.tired]
    if tired:
        raise ChangeRefused(f"No forced march while anyone is still off-guard from one: {listed(tired)}.")
    over = [member.name for member in members if number_of(own.marched, member.id) >= safe_days(member)]
    state = with_group(state, replace(group, marches=True)).note(f"{group.name} makes a forced march.")
    return state.note(f"After it, off-guard until they rest for a day: {listed(over)}.") if over else state


def begin_rest(state: AdventureState, group: TravelGroup) -> AdventureState:
    """Return the state in which a group rests for this whole day; raise ``ChangeRefused`` where it has done more."""
    alone = any(number_of(hexploration_state(state).alone, traveler.id) for traveler in travelers_of(state, group))
    if group.spent or group.marches or group.rests or alone:
        raise ChangeRefused("Rest takes a whole day, from its beginning.")
    return with_group(state, replace(group, rests=True)).note(f"{group.name} rests for the day.")


def end_day(state: AdventureState) -> AdventureState:
    """Return the state at the end of a day: marches and rests count, halves are saved, progress stays."""
    for group in hexploration_state(state).groups:
        state = _end_day_of(state, group)
    return with_parts(state, alone=(), weather="", flying="open")


def _end_day_of(state: AdventureState, group: TravelGroup) -> AdventureState:
    own, members = hexploration_state(state), travelers_of(state, group)
    marched, tired = own.marched, set(own.tired)
    for member in members:
        if group.rests:
            marched, tired = with_number(marched, member.id, 0), tired - {member.id}
        elif group.marches:
            marched = with_number(marched, member.id, number_of(marched, member.id) + 1)
            tired |= {member.id} if number_of(marched, member.id) > safe_days(member) else set()
    fresh = sorted(member.name for member in members if member.id in tired and member.id not in own.tired)
    # A half that is left is kept until tomorrow, whole activities are not: ruling 292.
    is_slow = half_activities(group_squares(state, group) * FEET) < HALVES
    left = max(daily_halves(state, group) - group.spent, 0)
    busy = max((number_of(own.alone, member.id) for member in members), default=0)
    saved = max(left - HALVES * busy, 0) % HALVES if is_slow and not group.marches else 0
    day = replace(group, spent=0, saved=saved, marches=False, rests=False, is_met=False)
    state = with_group(with_parts(state, marched=marched, tired=tuple(sorted(tired))), day)
    return state.note(f"Off-guard until they rest for a day: {listed(fresh)}.") if fresh else state

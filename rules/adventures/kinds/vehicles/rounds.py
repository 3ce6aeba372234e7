"""What time brings to vehicles: momentum, those that are out of control, and the count of a round’s actions."""

from __future__ import annotations

from dataclasses import replace

from rules.adventures.kinds.vehicles.damage import settled_blows
from rules.adventures.kinds.vehicles.moving import halted, out_of_control, travelled
from rules.adventures.kinds.vehicles.state import (
    ACTIONS,
    VehicleCourse,
    is_wrecked,
    noted,
    stand_of,
    vehicle_aboard,
    vehicle_of,
    vehicles_state,
    with_stand,
)
from rules.adventures.state import AdventureState

SLOWDOWN = 10
"""Feet by which an uncontrolled vehicle moves less in each round."""


def settled_vehicles(state: AdventureState) -> AdventureState:
    """Return the state after what follows by itself: pilots who are gone, damage that can be dealt."""
    for stand in vehicles_state(state).stands:
        if stand.pilot and not _is_at_the_controls(state, stand.pilot, stand.key):
            state = with_stand(state, replace(stand_of(state, stand.key), pilot=""))
            if stand.is_moving:
                state = out_of_control(state, stand.key)
    return settled_blows(state)


def _is_at_the_controls(state: AdventureState, pilot: str, vehicle: str) -> bool:
    found = next((participant for participant in state.participants if participant.id == pilot), None)
    able = found is not None and not found.is_out and not found.cannot_act
    return found is not None and able and vehicle_aboard(state, found) == vehicle


def turn_over(state: AdventureState, participant: str) -> AdventureState:
    """Return the state after a participant’s turn: all actions are spent, and momentum carries their vehicle on."""
    # The frame has counted one action for the pass.
    left = ACTIONS - state.acted.count(participant)
    state = replace(state, acted=(*state.acted, *(participant for _ in range(left))))
    for stand in vehicles_state(state).stands:
        if stand.pilot == participant:
            state = _carried_on(state, stand.key)
    return state


def _carried_on(state: AdventureState, key: str) -> AdventureState:
    """Return the state after a vehicle that no one has driven or stopped in this round goes on by itself."""
    stand, course = stand_of(state, key), vehicles_state(state).course_of(key)
    if course is not None:
        return course_run_out(state, course)
    if not stand.is_moving or stand.has_driven or is_wrecked(state, key):
        return state
    if not stand.is_uncontrolled:
        state = noted(state, f"No one drove or stopped {vehicle_of(state, key).name}.", key)
        state = out_of_control(state, key)
    return careened(state, key, stand.moved_before - SLOWDOWN)


def course_run_out(state: AdventureState, course: VehicleCourse) -> AdventureState:
    """Return the state after a move that no one has made in time: as far as it has to go, straight ahead."""
    state = state.with_own(vehicles_state(state).without_course(course.vehicle))
    if not course.least:
        return halted(state, course.vehicle)
    return travelled(state, course.vehicle, course.least, runs_over=True)


def careened(state: AdventureState, key: str, feet: int) -> AdventureState:
    """Return the state after an uncontrolled vehicle has moved so many feet straight ahead, or has come to a stop."""
    state = with_stand(state, replace(stand_of(state, key), has_driven=True))
    if feet <= 0:
        return noted(halted(state, key), f"{vehicle_of(state, key).name} comes to a stop.", key)
    return travelled(state, key, feet, runs_over=True)


def vehicles_round_ended(state: AdventureState) -> AdventureState:
    """Return the state after a round: vehicles without a hand on them have moved, and the counts begin anew."""
    # Without an order of initiative, these vehicles move at the end of the round: ruling 298.
    for stand in vehicles_state(state).stands:
        state = _carried_on(state, stand.key)
    state = settled_blows(state)
    own = vehicles_state(state)
    stands = tuple(
        replace(
            stand,
            moved=0,
            moved_before=stand.moved,
            has_driven=False,
            is_reckless=False,
            was_reckless=stand.is_reckless,
        )
        for stand in own.stands
    )
    blows = tuple(replace(blow, rest=0) for blow in own.blows)
    return state.with_own(replace(own, stands=stands, blows=blows))

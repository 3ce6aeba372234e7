"""Actions of a round: who has how many left, who pilots what, and what may be driven now."""

from __future__ import annotations

from dataclasses import replace

from rules.adventures.kinds.vehicles.state import (
    ACTIONS,
    is_wrecked,
    stand_of,
    vehicle_aboard,
    vehicle_of,
    vehicles_state,
)
from rules.adventures.state import ORGANIZER, AdventureState
from rules.errors import ChangeRefused
from rules.text import counted


def refuse_tired(state: AdventureState, participant: str, cost: int) -> None:
    """Raise ``ChangeRefused`` for a participant with fewer actions left in this round."""
    left = ACTIONS - state.acted.count(participant)
    if cost > left:
        name = state.participant(participant).name
        raise ChangeRefused(f"{name} has {counted(max(left, 0), 'action')} left; this takes {cost}.")


def spent(state: AdventureState, participant: str, cost: int) -> AdventureState:
    """Return the state in which a participant has spent ``cost`` actions of the round."""
    return replace(state, acted=(*state.acted, *(participant for _ in range(cost))))


def refuse_foreign_turn(state: AdventureState, participant: str, side: str | None) -> None:
    """Raise ``ChangeRefused`` for who cannot act, and for a rival whom a player would move."""
    who = state.participant(participant)
    who.refuse_unable()
    if side != ORGANIZER and who.is_rival:
        raise ChangeRefused("The organizer acts for the other side.")


def refuse_absent_pilot(state: AdventureState, participant: str, key: str) -> None:
    """Raise ``ChangeRefused`` unless a participant pilots a vehicle that is under control."""
    name, vehicle, stand = state.participant(participant).name, vehicle_of(state, key), stand_of(state, key)
    if is_wrecked(state, key):
        raise ChangeRefused(f"{vehicle.name} is destroyed.")
    if stand.pilot != participant:
        raise ChangeRefused(f"{name} does not pilot {vehicle.name}.")
    if stand.is_uncontrolled:
        raise ChangeRefused(f"{vehicle.name} is out of control. Take control first.")


def refuse_second_move(state: AdventureState, key: str) -> None:
    """Raise ``ChangeRefused`` for a vehicle that has taken its move of the round, or still has to make one."""
    name = vehicle_of(state, key).name
    if vehicles_state(state).course_of(key) is not None:
        raise ChangeRefused(f"First choose how {name} moves.")
    if stand_of(state, key).has_driven:
        raise ChangeRefused(f"{name} has already moved or stopped this round. It takes part in one move a round.")


def piloted_by(state: AdventureState, participant: str) -> str:
    """Return the key of the vehicle that a participant pilots; raise ``ChangeRefused`` if there is none."""
    for stand in vehicles_state(state).stands:
        if stand.pilot == participant:
            return stand.key
    raise ChangeRefused(f"{state.participant(participant).name} does not pilot a vehicle.")


def refuse_unless_aboard(state: AdventureState, participant: str, key: str) -> None:
    """Raise ``ChangeRefused`` for a participant who is not aboard a vehicle."""
    who = state.participant(participant)
    if vehicle_aboard(state, who) != key:
        raise ChangeRefused(f"{who.name} is not aboard {vehicle_of(state, key).name}.")

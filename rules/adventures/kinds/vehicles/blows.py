"""Blows: damage of collisions, wrecks and mounted weapons, from the moment of the hit until everyone has taken it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.adventures.kinds.vehicles.numbers import vehicle_save
from rules.adventures.kinds.vehicles.state import (
    MOST_BLOWS,
    BlowHit,
    VehicleBlow,
    stand_of,
    target_name,
    team_of,
    thing_of,
    vehicle_of,
    vehicles_facts,
    vehicles_state,
)
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree
from rules.tables.sizes import size

RUN_OVER_SIZES = 2
"""A vehicle runs over what is so many sizes smaller, or smaller still."""


def saving_hit(state: AdventureState, target: str, *, is_ram: bool = False) -> BlowHit:
    """Return who is hit by a collision; one that cannot save at all has failed."""
    # A vehicle without a pilot and without a Reflex save, an object, a beast without numbers: ruling 300.
    facts, found = vehicles_facts(state), BlowHit(target, is_ram=is_ram)
    can_save = True
    if target in facts.by_key:
        can_save = bool(stand_of(state, target).pilot) or vehicle_save(state, target, "reflex") is not None
    elif thing := thing_of(state, target):
        can_save = thing.reflex is not None
    else:
        team = [creature for each in facts.vehicles for key, creature, _ in team_of(state, each.key) if key == target]
        can_save = not team or team[0].reflex is not None
    return found if can_save else replace(found, degree=Degree.FAILURE)


def is_run_over_by(state: AdventureState, vehicle: str, target: str) -> bool:
    """Return True if a vehicle runs over a target; anything larger is rammed. A participant counts as Medium."""
    facts, mine = vehicles_facts(state), size(vehicle_of(state, vehicle).size).rank
    if target in facts.by_key:
        word = facts.by_key[target].size
    elif thing := thing_of(state, target):
        word = thing.size
    else:
        teams = ((key, creature.size) for each in facts.vehicles for key, creature, _ in team_of(state, each.key))
        word = next((found for key, found in teams if key == target), "Medium")
    return size(word).rank <= mine - RUN_OVER_SIZES


def with_blow(state: AdventureState, blow: VehicleBlow) -> AdventureState:
    """Return the state with a blow more; it gets the next number. The oldest is dropped where there are too many."""
    own = vehicles_state(state)
    number = own.blow_count + 1
    blows = (*own.blows, replace(blow, number=number))[-MOST_BLOWS:]
    return state.with_own(replace(own, blows=blows, blow_count=number))


def collision_blow(
    state: AdventureState, vehicle: str, hits: Iterable[BlowHit], *, name: str = "", rest: int = 0
) -> AdventureState:
    """Return the state with the collision damage of a vehicle to be dealt; as it is where it deals none."""
    found, hits = vehicle_of(state, vehicle), tuple(hits)
    if not found.collision or not hits:
        return state
    words = name or f"{found.name}: collision"
    return with_blow(state, VehicleBlow(0, words, found.collision, found.collision_type, vehicle, hits, rest=rest))


def blow_of(state: AdventureState, number: int) -> VehicleBlow:
    """Return a blow that is to be settled; raise ``ChangeRefused`` if there is none."""
    for blow in vehicles_state(state).blows:
        if blow.number == number:
            return blow
    raise ChangeRefused("This damage has already been dealt.")


def with_changed_blow(state: AdventureState, blow: VehicleBlow) -> AdventureState:
    """Return the state in which a blow has changed."""
    own = vehicles_state(state)
    return state.with_own(
        replace(
            own, blows=tuple(blow if vehicle_blow.number == blow.number else vehicle_blow for vehicle_blow in own.blows)
        )
    )


def with_saved(state: AdventureState, blow: VehicleBlow, target: str, degree: Degree) -> AdventureState:
    """Return the state in which a target has made the save against a blow."""
    hits = tuple(replace(hit, degree=degree) if hit.target == target and hit.is_open else hit for hit in blow.hits)
    return with_changed_blow(state, replace(blow, hits=hits))


def open_saves(state: AdventureState) -> tuple[tuple[VehicleBlow, BlowHit], ...]:
    """Return every save that is to be made, with its blow."""
    return tuple((blow, hit) for blow in vehicles_state(state).blows for hit in blow.hits if hit.is_open)


def save_key(blow: VehicleBlow, hit: BlowHit) -> str:
    """Return the key of a save that is to be made."""
    return f"{blow.number}/{hit.target}"


def save_of_key(state: AdventureState, key: str) -> tuple[VehicleBlow, BlowHit]:
    """Return the save of a key; raise ``ChangeRefused`` if none is to be made."""
    for blow, hit in open_saves(state):
        if save_key(blow, hit) == key:
            return blow, hit
    raise ChangeRefused("There is no such save to make.")


def save_name(state: AdventureState, blow: VehicleBlow, hit: BlowHit) -> str:
    """Return what a save is called."""
    return f"{target_name(state, hit.target)}: {blow.name}"

"""What a move brings: where the vehicle comes to stand, what it runs over, and what it rams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.adventures.kinds.vehicles.blows import collision_blow, is_run_over_by, saving_hit
from rules.adventures.kinds.vehicles.facts import PlainThing
from rules.adventures.kinds.vehicles.geometry import Footprint, Pose, travel_path
from rules.adventures.kinds.vehicles.state import (
    SQUARE,
    footprint,
    is_secret_vehicle,
    is_wrecked,
    noted,
    stand_of,
    target_name,
    thing_footprint,
    vehicle_of,
    vehicles_facts,
    vehicles_state,
    with_stand,
)
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.tables.sizes import size
from rules.text import listed

MOST_SKEW = 45
"""Degrees by which a straight line may leave the heading, and by which a vehicle drifts at most."""


@dataclass(frozen=True, slots=True)
class PathContact:
    """Something that a path touches: its key, and the feet up to which the path is free of it."""

    key: str
    free: float


def _standing(state: AdventureState, key: str) -> Iterator[tuple[str, Footprint]]:
    """Yield everything that a vehicle could touch at its altitude: other vehicles, creatures, objects."""
    own, facts, mine = vehicles_state(state), vehicles_facts(state), stand_of(state, key)
    top = mine.altitude + vehicle_of(state, key).height
    for stand in own.stands:
        vehicle = facts.by_key[stand.key]
        is_sunk = stand.hp <= 0 and vehicle.speeds[stand.speed].medium == "water"
        is_level = stand.altitude < top and mine.altitude < stand.altitude + vehicle.height
        if stand.key != key and not is_sunk and is_level:
            yield stand.key, footprint(vehicle, stand.pose)
    hp = dict(own.thing_hp)
    for thing in facts.things:
        if hp.get(thing.key, 1) > 0 and mine.altitude < _height_of(thing):
            yield thing.key, thing_footprint(thing)


def _height_of(thing: PlainThing) -> float:
    return size(thing.size).height * SQUARE if thing.height is None else thing.height


def _contacts(
    state: AdventureState, key: str, path: list[tuple[float, Pose]], skip: tuple[str, ...]
) -> list[PathContact]:
    vehicle, start, found = vehicle_of(state, key), footprint(vehicle_of(state, key), stand_of(state, key).pose), []
    for other, ground in _standing(state, key):
        # What it stands against already is no obstacle to it: it is on its way out.
        if other in skip or start.overlaps(ground):
            continue
        free = 0.0
        for gone, pose in path:
            if footprint(vehicle, pose).overlaps(ground):
                found.append(PathContact(other, free))
                break
            free = gone
    return sorted(found, key=lambda contact: (contact.free, contact.key))


def travelled(
    state: AdventureState,
    key: str,
    feet: int,
    *,
    straight: int = 0,
    turn: int = 0,
    runs_over: bool,
    skip: tuple[str, ...] = (),
) -> AdventureState:
    """Return the state after a vehicle has moved: ``straight`` feet ahead, a turn in degrees, and straight on.

    One that ``runs_over`` does not stop for what is two sizes smaller, and rams what is larger. Raises
    ``ChangeRefused`` where something stands in the way of any other move.
    """
    vehicle, stand = vehicle_of(state, key), stand_of(state, key)
    path = list(travel_path(stand.pose, vehicle.length, feet, straight, turn)) if feet else []
    under: list[str] = []
    rammed, gone = "", float(feet)
    for contact in _contacts(state, key, path, skip):
        if runs_over and is_run_over_by(state, key, contact.key):
            under.append(contact.key)
            continue
        if not runs_over and not is_secret_vehicle(state, contact.key):
            raise ChangeRefused(f"{target_name(state, contact.key)} is in the way after {round(contact.free)} feet.")
        rammed, gone = contact.key, contact.free
        break
    pose = next((pose for far, pose in reversed(path) if far <= gone), stand.pose)
    state = with_stand(
        state,
        replace(
            stand,
            x=round(pose.x),
            y=round(pose.y),
            heading=round(pose.heading) % 360,
            moved=stand.moved + round(gone),
            is_moving=gone > 0,
        ),
    )
    words = f"{vehicle.name} moves {round(gone)} feet." if gone else f"{vehicle.name} does not move."
    state = noted(state, words, key)
    return _touched(state, key, under, rammed, feet - round(gone), runs_over=runs_over)


def _touched(
    state: AdventureState, key: str, under: list[str], rammed: str, rest: int, *, runs_over: bool
) -> AdventureState:
    touched = [*under, *([rammed] if rammed else [])]
    if not touched:
        return state
    name = vehicle_of(state, key).name
    # What is met is known from now on.
    state = state.show(touched)
    if not runs_over:
        stand = stand_of(state, key)
        state = with_stand(state, replace(stand, is_moving=False))
        return noted(state, f"{name} stops before {target_name(state, rammed)}.", key)
    if under:
        state = noted(state, f"{name} runs over {listed(target_name(state, one) for one in under)}.", key)
    if rammed:
        state = noted(state, f"{name} rams {target_name(state, rammed)}.", key)
    hits = [*(saving_hit(state, one) for one in under), *([saving_hit(state, rammed, is_ram=True)] if rammed else [])]
    if rammed and not vehicle_of(state, key).collision:
        state = halted(state, key)
    return collision_blow(state, key, hits, rest=rest if rammed else 0)


def halted(state: AdventureState, key: str) -> AdventureState:
    """Return the state in which a vehicle stands still, under control as far as anyone pilots it."""
    stand = stand_of(state, key)
    state = with_stand(state, replace(stand, is_moving=False, is_uncontrolled=False))
    return state.with_own(vehicles_state(state).without_course(key))


def out_of_control(state: AdventureState, key: str) -> AdventureState:
    """Return the state in which a vehicle is out of control."""
    stand = stand_of(state, key)
    if stand.is_uncontrolled or is_wrecked(state, key):
        return state
    state = with_stand(state, replace(stand, is_uncontrolled=True))
    return noted(state, f"{vehicle_of(state, key).name} is out of control.", key)

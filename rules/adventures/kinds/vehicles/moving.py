"""The results of a move: the vehicle's new place, what it runs over and rams, and the resulting blows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.adventures.kinds.vehicles.facts import PlainThing
from rules.adventures.kinds.vehicles.geometry import Footprint, Pose, travel_path
from rules.adventures.kinds.vehicles.numbers import vehicle_save
from rules.adventures.kinds.vehicles.state import (
    MOST_BLOWS,
    SQUARE,
    BlowHit,
    VehicleBlow,
    VehiclesInPlay,
    footprint,
    thing_footprint,
)
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree
from rules.tables.sizes import size
from rules.text import listed

RUN_OVER_SIZES = 2
"""The size difference at which a vehicle runs over a target."""


def saving_hit(state: VehiclesInPlay, target: str, *, is_ram: bool = False) -> BlowHit:
    """Return the target of a collision; one that cannot save has failed."""
    # A vehicle without a pilot and without a Reflex save, an object, a beast without numbers: ruling 300.
    facts, hit = state.facts, BlowHit(target, is_ram=is_ram)
    can_save = True
    if target in facts.by_key:
        can_save = bool(state.stand_of(target).pilot) or vehicle_save(state, target, "reflex") is not None
    elif thing := state.thing_of(target):
        can_save = thing.reflex is not None
    else:
        team = [creature for each in facts.vehicles for key, creature, _ in state.team_of(each.key) if key == target]
        can_save = not team or team[0].reflex is not None
    return hit if can_save else replace(hit, degree=Degree.FAILURE)


def is_run_over_by(state: VehiclesInPlay, vehicle: str, target: str) -> bool:
    """Return True if a vehicle runs over a target; anything larger is rammed. A participant counts as Medium."""
    facts, mine = state.facts, size(state.vehicle_of(vehicle).size).rank
    if target in facts.by_key:
        word = facts.by_key[target].size
    elif thing := state.thing_of(target):
        word = thing.size
    else:
        teams = ((key, creature.size) for each in facts.vehicles for key, creature, _ in state.team_of(each.key))
        word = next((size_name for key, size_name in teams if key == target), "Medium")
    return size(word).rank <= mine - RUN_OVER_SIZES


def with_blow(state: VehiclesInPlay, blow: VehicleBlow) -> VehiclesInPlay:
    """Return the state with one more blow, with the next number. Drops the oldest if there are too many."""
    number = state.own.blow_count + 1
    blows = (*state.own.blows, replace(blow, number=number))[-MOST_BLOWS:]
    return state.with_own(blows=blows, blow_count=number)


def collision_blow(
    state: VehiclesInPlay, vehicle: str, hits: Iterable[BlowHit], *, name: str = "", rest: int = 0
) -> VehiclesInPlay:
    """Return the state with a vehicle's collision damage to be dealt; unchanged if it deals none."""
    mover, hits = state.vehicle_of(vehicle), tuple(hits)
    if not mover.collision or not hits:
        return state
    words = name or f"{mover.name}: collision"
    return with_blow(state, VehicleBlow(0, words, mover.collision, mover.collision_type, vehicle, hits, rest=rest))


def blow_of(state: VehiclesInPlay, number: int) -> VehicleBlow:
    """Return an open blow; raise ``ChangeRefused`` if there is none."""
    for blow in state.own.blows:
        if blow.number == number:
            return blow
    raise ChangeRefused("This damage has already been dealt.")


def with_changed_blow(state: VehiclesInPlay, blow: VehicleBlow) -> VehiclesInPlay:
    """Return the state in which a blow has changed."""
    return state.with_own(
        blows=tuple(blow if vehicle_blow.number == blow.number else vehicle_blow for vehicle_blow in state.own.blows)
    )


def with_saved(state: VehiclesInPlay, blow: VehicleBlow, target: str, degree: Degree) -> VehiclesInPlay:
    """Return the state in which a target has made the save against a blow."""
    hits = tuple(replace(hit, degree=degree) if hit.target == target and hit.is_open else hit for hit in blow.hits)
    return with_changed_blow(state, replace(blow, hits=hits))


def open_saves(state: VehiclesInPlay) -> tuple[tuple[VehicleBlow, BlowHit], ...]:
    """Return every save that is to be made, with its blow."""
    return tuple((blow, hit) for blow in state.own.blows for hit in blow.hits if hit.is_open)


def save_key(blow: VehicleBlow, hit: BlowHit) -> str:
    """Return the key of a save that is to be made."""
    return f"{blow.number}/{hit.target}"


def save_of_key(state: VehiclesInPlay, key: str) -> tuple[VehicleBlow, BlowHit]:
    """Return the save of a key; raise ``ChangeRefused`` if none is to be made."""
    for blow, hit in open_saves(state):
        if save_key(blow, hit) == key:
            return blow, hit
    raise ChangeRefused("There is no such save to make.")


def save_name(state: VehiclesInPlay, blow: VehicleBlow, hit: BlowHit) -> str:
    """Return a save's name."""
    return f"{state.target_name(hit.target)}: {blow.name}"


MOST_SKEW = 45
"""Degrees by which a straight line may leave the heading, and by which a vehicle drifts at most."""


@dataclass(frozen=True, slots=True)
class PathContact:
    """Something that a path touches: its key, and the feet up to which the path is free of it."""

    key: str
    free: float


def _standing(state: VehiclesInPlay, key: str) -> Iterator[tuple[str, Footprint]]:
    """Yield everything that a vehicle could touch at its altitude: other vehicles, creatures, objects."""
    own, facts, mine = state.own, state.facts, state.stand_of(key)
    top = mine.altitude + state.vehicle_of(key).height
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
    state: VehiclesInPlay, key: str, path: list[tuple[float, Pose]], skip: tuple[str, ...]
) -> list[PathContact]:
    vehicle, start, contacts = state.vehicle_of(key), footprint(state.vehicle_of(key), state.stand_of(key).pose), []
    for other, ground in _standing(state, key):
        # What it stands against already is no obstacle to it: it is on its way out.
        if other in skip or start.overlaps(ground):
            continue
        free = 0.0
        for gone, pose in path:
            if footprint(vehicle, pose).overlaps(ground):
                contacts.append(PathContact(other, free))
                break
            free = gone
    return sorted(contacts, key=lambda contact: (contact.free, contact.key))


def travelled(
    state: VehiclesInPlay,
    key: str,
    feet: int,
    *,
    straight: int = 0,
    turn: int = 0,
    runs_over: bool,
    skip: tuple[str, ...] = (),
) -> VehiclesInPlay:
    """Return the state after a vehicle has moved: ``straight`` feet ahead, a turn in degrees, and straight on.

    One that ``runs_over`` does not stop for targets two sizes smaller, and rams larger ones. Raises ``ChangeRefused``
    if something is in the way of any other move.
    """
    vehicle, stand = state.vehicle_of(key), state.stand_of(key)
    path = list(travel_path(stand.pose, vehicle.length, feet, straight, turn)) if feet else []
    under: list[str] = []
    rammed, gone = "", float(feet)
    for contact in _contacts(state, key, path, skip):
        if runs_over and is_run_over_by(state, key, contact.key):
            under.append(contact.key)
            continue
        if not runs_over and not state.is_secret_vehicle(contact.key):
            raise ChangeRefused(f"{state.target_name(contact.key)} is in the way after {round(contact.free)} feet.")
        rammed, gone = contact.key, contact.free
        break
    pose = next((pose for far, pose in reversed(path) if far <= gone), stand.pose)
    state = state.with_stand(
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
    state = state.noted(words, key)
    return _touched(state, key, under, rammed, feet - round(gone), runs_over=runs_over)


def _touched(
    state: VehiclesInPlay, key: str, under: list[str], rammed: str, rest: int, *, runs_over: bool
) -> VehiclesInPlay:
    touched = [*under, *([rammed] if rammed else [])]
    if not touched:
        return state
    name = state.vehicle_of(key).name
    # What is met is known from now on.
    state = state.show(touched)
    if not runs_over:
        stand = state.stand_of(key)
        state = state.with_stand(replace(stand, is_moving=False))
        return state.noted(f"{name} stops before {state.target_name(rammed)}.", key)
    if under:
        state = state.noted(f"{name} runs over {listed(state.target_name(target) for target in under)}.", key)
    hits = [saving_hit(state, target) for target in under]
    if rammed:
        state = state.noted(f"{name} rams {state.target_name(rammed)}.", key)
        hits.append(saving_hit(state, rammed, is_ram=True))
    if rammed and not state.vehicle_of(key).collision:
        state = halted(state, key)
    return collision_blow(state, key, hits, rest=rest if rammed else 0)


def halted(state: VehiclesInPlay, key: str) -> VehiclesInPlay:
    """Return the state in which a vehicle has stopped, under control if anyone pilots it."""
    stand = state.stand_of(key)
    state = state.with_stand(replace(stand, is_moving=False, is_uncontrolled=False))
    return state.with_own_value(state.own.without_course(key))


def out_of_control(state: VehiclesInPlay, key: str) -> VehiclesInPlay:
    """Return the state in which a vehicle is out of control."""
    stand = state.stand_of(key)
    if stand.is_uncontrolled or state.is_wrecked(key):
        return state
    state = state.with_stand(replace(stand, is_uncontrolled=True))
    return state.noted(f"{state.vehicle_of(key).name} is out of control.", key)

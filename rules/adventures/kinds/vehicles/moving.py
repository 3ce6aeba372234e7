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
    footprint,
    is_secret_vehicle,
    is_wrecked,
    noted,
    stand_of,
    target_name,
    team_of,
    thing_footprint,
    thing_of,
    vehicle_of,
    vehicles_facts,
    vehicles_state,
    with_stand,
)
from rules.adventures.state import AdventureState
from rules.errors import ChangeRefused
from rules.tables.rolls import Degree
from rules.tables.sizes import size
from rules.text import listed

RUN_OVER_SIZES = 2
"""The size difference at which a vehicle runs over a target."""


def saving_hit(state: AdventureState, target: str, *, is_ram: bool = False) -> BlowHit:
    """Return the target of a collision; one that cannot save has failed."""
    # A vehicle without a pilot and without a Reflex save, an object, a beast without numbers: ruling 300.
    facts, hit = vehicles_facts(state), BlowHit(target, is_ram=is_ram)
    can_save = True
    if target in facts.by_key:
        can_save = bool(stand_of(state, target).pilot) or vehicle_save(state, target, "reflex") is not None
    elif thing := thing_of(state, target):
        can_save = thing.reflex is not None
    else:
        team = [creature for each in facts.vehicles for key, creature, _ in team_of(state, each.key) if key == target]
        can_save = not team or team[0].reflex is not None
    return hit if can_save else replace(hit, degree=Degree.FAILURE)


def is_run_over_by(state: AdventureState, vehicle: str, target: str) -> bool:
    """Return True if a vehicle runs over a target; anything larger is rammed. A participant counts as Medium."""
    facts, mine = vehicles_facts(state), size(vehicle_of(state, vehicle).size).rank
    if target in facts.by_key:
        word = facts.by_key[target].size
    elif thing := thing_of(state, target):
        word = thing.size
    else:
        teams = ((key, creature.size) for each in facts.vehicles for key, creature, _ in team_of(state, each.key))
        word = next((size_name for key, size_name in teams if key == target), "Medium")
    return size(word).rank <= mine - RUN_OVER_SIZES


def with_blow(state: AdventureState, blow: VehicleBlow) -> AdventureState:
    """Return the state with one more blow, with the next number. Drops the oldest if there are too many."""
    own = vehicles_state(state)
    number = own.blow_count + 1
    blows = (*own.blows, replace(blow, number=number))[-MOST_BLOWS:]
    return state.with_kind_state(replace(own, blows=blows, blow_count=number))


def collision_blow(
    state: AdventureState, vehicle: str, hits: Iterable[BlowHit], *, name: str = "", rest: int = 0
) -> AdventureState:
    """Return the state with a vehicle's collision damage to be dealt; unchanged if it deals none."""
    mover, hits = vehicle_of(state, vehicle), tuple(hits)
    if not mover.collision or not hits:
        return state
    words = name or f"{mover.name}: collision"
    return with_blow(state, VehicleBlow(0, words, mover.collision, mover.collision_type, vehicle, hits, rest=rest))


def blow_of(state: AdventureState, number: int) -> VehicleBlow:
    """Return an open blow; raise ``ChangeRefused`` if there is none."""
    for blow in vehicles_state(state).blows:
        if blow.number == number:
            return blow
    raise ChangeRefused("This damage has already been dealt.")


def with_changed_blow(state: AdventureState, blow: VehicleBlow) -> AdventureState:
    """Return the state in which a blow has changed."""
    own = vehicles_state(state)
    return state.with_kind_state(
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
    """Return a save's name."""
    return f"{target_name(state, hit.target)}: {blow.name}"


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
    vehicle, start, contacts = vehicle_of(state, key), footprint(vehicle_of(state, key), stand_of(state, key).pose), []
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

    One that ``runs_over`` does not stop for targets two sizes smaller, and rams larger ones. Raises ``ChangeRefused``
    if something is in the way of any other move.
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
        state = noted(state, f"{name} runs over {listed(target_name(state, target) for target in under)}.", key)
    hits = [saving_hit(state, target) for target in under]
    if rammed:
        state = noted(state, f"{name} rams {target_name(state, rammed)}.", key)
        hits.append(saving_hit(state, rammed, is_ram=True))
    if rammed and not vehicle_of(state, key).collision:
        state = halted(state, key)
    return collision_blow(state, key, hits, rest=rest if rammed else 0)


def halted(state: AdventureState, key: str) -> AdventureState:
    """Return the state in which a vehicle has stopped, under control if anyone pilots it."""
    stand = stand_of(state, key)
    state = with_stand(state, replace(stand, is_moving=False, is_uncontrolled=False))
    return state.with_kind_state(vehicles_state(state).without_course(key))


def out_of_control(state: AdventureState, key: str) -> AdventureState:
    """Return the state in which a vehicle is out of control."""
    stand = stand_of(state, key)
    if stand.is_uncontrolled or is_wrecked(state, key):
        return state
    state = with_stand(state, replace(stand, is_uncontrolled=True))
    return noted(state, f"{vehicle_of(state, key).name} is out of control.", key)

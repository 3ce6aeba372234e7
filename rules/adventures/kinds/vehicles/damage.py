"""The effects of damage on vehicles, teams and everyone else, and those of time: momentum and loss of control."""

from collections.abc import Mapping
from dataclasses import replace

from rules.adventures.kinds.vehicles.facts import OBJECT_IMMUNITIES, DamagePoints, Vehicle
from rules.adventures.kinds.vehicles.moving import (
    collision_blow,
    halted,
    out_of_control,
    saving_hit,
    travelled,
    with_blow,
    with_changed_blow,
)
from rules.adventures.kinds.vehicles.numbers import is_broken_vehicle
from rules.adventures.kinds.vehicles.state import ACTIONS, SQUARE, BlowHit, VehicleBlow, VehicleCourse, VehiclesInPlay
from rules.tables.movement import fall_damage
from rules.tables.rolls import Degree

MOST_DAMAGE = 99_999
_SAVED: Mapping[Degree, tuple[int, int]] = {
    Degree.CRITICAL_SUCCESS: (0, 1),
    Degree.SUCCESS: (1, 2),
    Degree.FAILURE: (1, 1),
    Degree.CRITICAL_FAILURE: (2, 1),
}


def basic_damage(total: int, degree: Degree | None) -> int:
    """Return the damage after a basic save: none, half (rounded down), all or twice; all without a save.

    >>> basic_damage(15, Degree.SUCCESS)
    7
    """
    if degree is None:
        return total
    by, part = _SAVED[degree]
    return total * by // part


def damage_to_vehicle(vehicle: Vehicle, amount: int, kind: str) -> int:
    """Return a vehicle's damage of a type: after immunity, weakness, resistance, then hardness."""
    kind = kind.strip().casefold()
    if amount <= 0 or kind in OBJECT_IMMUNITIES or kind in map(str.casefold, vehicle.immunities):
        return 0
    more, less = _points(vehicle.weaknesses, kind), _points(vehicle.resistances, kind)
    return max(amount + more - less - vehicle.hardness, 0)


def _points(rows: tuple[DamagePoints, ...], kind: str) -> int:
    return max((row.by for row in rows if row.type.casefold() == kind), default=0)


def damaged(state: VehiclesInPlay, target: str, amount: int, kind: str) -> tuple[VehiclesInPlay, int]:
    """Return the state after damage to a target, and how much it has taken."""
    facts = state.facts
    if target in facts.by_key:
        return _vehicle_damaged(state, target, amount, kind)
    for vehicle in facts.vehicles:
        for place, (key, _, _) in enumerate(state.team_of(vehicle.key)):
            if key == target:
                return _team_damaged(state, vehicle.key, place, amount), amount
    return _other_damaged(state, target, amount, kind)


def _vehicle_damaged(state: VehiclesInPlay, key: str, amount: int, kind: str) -> tuple[VehiclesInPlay, int]:
    vehicle, stand = state.vehicle_of(key), state.stand_of(key)
    dealt = damage_to_vehicle(vehicle, amount, kind)
    was_broken = is_broken_vehicle(state, key)
    if state.is_wrecked(key):
        return state, 0
    state = state.with_stand(replace(stand, hp=max(stand.hp - dealt, 0)))
    left = f" {state.stand_of(key).hp} of {vehicle.hp} HP are left."
    if state.are_defenses_known(key):
        state = state.noted(f"{vehicle.name} takes {dealt} damage.{left}", key)
    else:
        state = state.noted(f"{vehicle.name} is hit.", key)
        state = state.noted(f"{vehicle.name} takes {dealt} damage.{left}", key, hidden=True)
    if state.is_wrecked(key):
        return _wrecked(state, key), dealt
    if not was_broken and is_broken_vehicle(state, key):
        cover = f" Its cover is {vehicle.broken_cover or 'none'} now." if vehicle.cover else ""
        state = state.noted(f"{vehicle.name} is broken.{cover}", key)
    return state, dealt


def _wrecked(state: VehiclesInPlay, key: str) -> VehiclesInPlay:
    """Return the state after a vehicle was destroyed: it sinks or falls, and its creatures are hurt."""
    vehicle, stand, medium = state.vehicle_of(key), state.stand_of(key), state.speed_row(key).medium
    state = halted(state, key)
    fate = {"water": "is destroyed and sinks", "air": "is destroyed and falls"}.get(medium, "is destroyed")
    state = state.noted(f"{vehicle.name} {fate}.", key)
    if medium == "air":
        state = state.with_stand(replace(state.stand_of(key), altitude=0))
        hurt = fall_damage(stand.altitude // SQUARE)
        for who in state.those_aboard(key):
            state, _ = _other_damaged(state, who.id, hurt, "bludgeoning") if hurt else (state, 0)
    # No save, however it was moved at the time; the creatures may have to be freed.
    hits = [BlowHit(each, saves=False) for each, _, hp in state.team_of(key) if hp > 0]
    if hits:
        state = collision_blow(state, key, hits, name=f"{vehicle.name}: wreck")
        state = state.noted("The creatures that pull or row it may have to be freed from the wreck.", key)
    return state


def _team_damaged(state: VehiclesInPlay, key: str, place: int, amount: int) -> VehiclesInPlay:
    vehicle, stand = state.vehicle_of(key), state.stand_of(key)
    creature, before = vehicle.team[place], stand.team_hp[place]
    hp = max(before - amount, 0)
    changed = tuple(hp if number == place else team_hp for number, team_hp in enumerate(stand.team_hp))
    state = state.with_stand(replace(stand, team_hp=changed))
    state = state.noted(f"{creature.name} of {vehicle.name}: {amount} damage.", key)
    if before and not hp:
        state = state.noted(f"{creature.name} of {vehicle.name} cannot continue.", key)
        text = f"{vehicle.name} may be damaged or slowed, or its pilot may lose control."
        state = state.noted(text, key, hidden=True)
    return state


def _other_damaged(state: VehiclesInPlay, target: str, amount: int, kind: str) -> tuple[VehiclesInPlay, int]:
    own, thing = state.own, state.thing_of(target)
    if thing is not None:
        is_immune = thing.is_object and kind.strip().casefold() in OBJECT_IMMUNITIES
        amount = 0 if is_immune else max(amount - thing.hardness, 0)
    name, hp = state.target_name(target), dict(own.thing_hp)
    if target in hp:
        before = hp[target]
        hp[target] = max(before - amount, 0)
        state = state.with_own(thing_hp=tuple(hp.items()))
        fate = " It is destroyed." if before and not hp[target] else ""
        return state.noted(f"{name} takes {amount} damage.{fate}", target), amount
    taken = dict(own.taken)
    taken[target] = min(taken.get(target, 0) + amount, MOST_DAMAGE)
    state = state.with_own_value(replace(own, taken=tuple(taken.items())))
    return state.noted(f"{name} takes {amount} damage.", target), amount


def settled_blows(state: VehiclesInPlay) -> VehiclesInPlay:
    """Return the state after dealing all known damage to every target whose save is made."""
    for _ in range(10 * len(state.own.blows) + 10):
        ready = next(
            (blow for blow in state.own.blows if blow.total is not None and not all(h.is_open for h in blow.hits)),
            None,
        )
        if ready is None:
            break
        state = _dealt(state, ready)
    return state


def _dealt(state: VehiclesInPlay, blow: VehicleBlow) -> VehiclesInPlay:
    """Deal a blow to the first target whose save is made."""
    hit = next(hit for hit in blow.hits if not hit.is_open)
    left = tuple(blow_hit for blow_hit in blow.hits if blow_hit is not hit)
    own = state.own
    if left:
        state = with_changed_blow(state, replace(blow, hits=left))
    else:
        state = state.with_own_value(
            replace(own, blows=tuple(vehicle_blow for vehicle_blow in own.blows if vehicle_blow.number != blow.number))
        )
    amount = basic_damage((blow.total or 0) * blow.multiplies, hit.degree)
    state, dealt = damaged(state, hit.target, amount, blow.type)
    if not blow.is_collision:
        return state
    if dealt and hit.target in state.facts.by_key:
        state = _team_shaken(state, blow, hit.target)
    return _after_ram(state, blow, hit, dealt) if hit.is_ram else state


def _team_shaken(state: VehiclesInPlay, blow: VehicleBlow, key: str) -> VehiclesInPlay:
    # The creatures take the same damage and save by themselves. "Pulled", "Rowed".
    hits = tuple(saving_hit(state, each) for each, _, hp in state.team_of(key) if hp > 0)
    if not hits or state.is_wrecked(key):
        return state
    name = f"{state.vehicle_of(key).name}: collision"
    return with_blow(state, VehicleBlow(0, name, blow.amount, blow.type, blow.vehicle, hits, blow.total))


def _after_ram(state: VehiclesInPlay, blow: VehicleBlow, hit: BlowHit, dealt: int) -> VehiclesInPlay:
    """Return the state after a ram: the vehicle takes damage and its move ends, or it continues."""
    key = blow.vehicle
    if state.is_wrecked(key):
        return state
    if not dealt:
        return travelled(state, key, blow.rest, runs_over=True, skip=(hit.target,)) if blow.rest else state
    state, pilot = halted(state, key), state.stand_of(key).pilot
    hits = tuple(BlowHit(target, saves=False) for target in (key, pilot) if target)
    # The same roll hurts both sides: ruling 299.
    name = f"{state.vehicle_of(key).name}: ram"
    return with_blow(state, VehicleBlow(0, name, blow.amount, blow.type, key, hits, blow.total))


SLOWDOWN = 10
"""Feet by which an uncontrolled vehicle moves less in each round."""


def settled_vehicles(state: VehiclesInPlay) -> VehiclesInPlay:
    """Return the state after automatic effects: missing pilots, damage that can be dealt."""
    for stand in state.own.stands:
        if stand.pilot and not _is_at_the_controls(state, stand.pilot, stand.key):
            state = state.with_stand(replace(state.stand_of(stand.key), pilot=""))
            if stand.is_moving:
                state = out_of_control(state, stand.key)
    return settled_blows(state)


def _is_at_the_controls(state: VehiclesInPlay, pilot: str, vehicle: str) -> bool:
    participant = next((participant for participant in state.participants if participant.id == pilot), None)
    able = participant is not None and not participant.is_out and not participant.cannot_act
    return participant is not None and able and state.vehicle_aboard(participant) == vehicle


def turn_over(state: VehiclesInPlay, participant: str) -> VehiclesInPlay:
    """Return the state after a participant’s turn: all actions are spent, and momentum carries their vehicle on."""
    # The frame has counted one action for the pass.
    left = ACTIONS - state.acted.count(participant)
    state = replace(state, acted=(*state.acted, *(participant for _ in range(left))))
    for stand in state.own.stands:
        if stand.pilot == participant:
            state = _carried_on(state, stand.key)
    return state


def _carried_on(state: VehiclesInPlay, key: str) -> VehiclesInPlay:
    """Return the state after a vehicle that no one has driven or stopped in this round continues on its own."""
    stand, course = state.stand_of(key), state.own.course_of(key)
    if course is not None:
        return course_run_out(state, course)
    if not stand.is_moving or stand.has_driven or state.is_wrecked(key):
        return state
    if not stand.is_uncontrolled:
        state = state.noted(f"No one drove or stopped {state.vehicle_of(key).name}.", key)
        state = out_of_control(state, key)
    return careened(state, key, stand.moved_before - SLOWDOWN)


def course_run_out(state: VehiclesInPlay, course: VehicleCourse) -> VehiclesInPlay:
    """Return the state after a move that no one has made in time: the minimum distance, straight ahead."""
    state = state.with_own_value(state.own.without_course(course.vehicle))
    if not course.least:
        return halted(state, course.vehicle)
    return travelled(state, course.vehicle, course.least, runs_over=True)


def careened(state: VehiclesInPlay, key: str, feet: int) -> VehiclesInPlay:
    """Return the state after an uncontrolled vehicle has moved so many feet straight ahead, or has stopped."""
    state = state.with_stand(replace(state.stand_of(key), has_driven=True))
    if feet <= 0:
        return halted(state, key).noted(f"{state.vehicle_of(key).name} comes to a stop.", key)
    return travelled(state, key, feet, runs_over=True)


def vehicles_round_ended(state: VehiclesInPlay) -> VehiclesInPlay:
    """Return the state after a round: uncontrolled vehicles have moved, and the counts start again."""
    # Without an order of initiative, these vehicles move at the end of the round: ruling 298.
    for stand in state.own.stands:
        state = _carried_on(state, stand.key)
    state = settled_blows(state)
    own = state.own
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
    return state.with_own(stands=stands, blows=blows)

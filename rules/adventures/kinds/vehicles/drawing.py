"""The plain in drawings and documents: vehicles with their headings, things and ground, in feet."""

from dataclasses import dataclass
from typing import Annotated, Any

from rules.adventures.kinds.vehicles.geometry import turning_circles, turning_radius
from rules.adventures.kinds.vehicles.numbers import attack_penalty, is_broken_vehicle, vehicle_speed
from rules.adventures.kinds.vehicles.state import (
    ACTIONS,
    VehicleBlow,
    VehiclesInPlay,
    VehicleStand,
    footprint,
    thing_footprint,
)
from rules.documents.records import InDocument, written_document
from rules.text import listed, with_minus

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
MARGIN = 20
"""Feet that are drawn around everything."""


@dataclass(frozen=True, slots=True)
class DrawnVehicle:
    """A vehicle on the plain: its number, its corners, its turning circles with their radius, and words about it.

    ``nose`` is the center of its front edge, ``ahead`` its place after a move at full Speed straight ahead.
    """

    key: str
    name: Annotated[str, InDocument(leave_out=True)]
    number: int
    x: int
    y: int
    heading: int
    corners: tuple[tuple[float, float], ...]
    nose: Annotated[tuple[float, float], InDocument(leave_out=True)]
    ahead: Annotated[tuple[float, float], InDocument(leave_out=True)]
    circles: Annotated[tuple[tuple[float, float], ...], InDocument(key="turning_circles")]
    radius: Annotated[float, InDocument(key="turning_radius")]
    is_rival: Annotated[bool, InDocument(leave_out=True)]
    status: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnThing:
    """A creature or an object on the plain: its letter there, its middle, its radius in feet."""

    key: str
    name: Annotated[str, InDocument(leave_out=True)]
    letter: str
    x: int
    y: int
    radius: Annotated[float, InDocument(leave_out=True)]
    is_object: Annotated[bool, InDocument(leave_out=True)]


@dataclass(frozen=True, slots=True)
class PlainDrawing:
    """The plain to draw: its bounds in feet (west, north, width, depth), and everything on it."""

    west: int
    north: int
    width: int
    depth: int
    vehicles: tuple[DrawnVehicle, ...]
    things: tuple[DrawnThing, ...]


def compass_word(heading: int) -> str:
    """Return the nearest of the eight directions.

    >>> compass_word(0), compass_word(100), compass_word(350)
    ('north', 'east', 'north')
    """
    return COMPASS[round(heading / 45) % len(COMPASS)]


def plain_drawing(state: VehiclesInPlay) -> PlainDrawing:
    """Return the drawing of the plain; for a player's state, with only what players know."""
    facts, own = state.facts, state.own
    vehicles = tuple(_drawn(state, vehicle_stand.key, number) for number, vehicle_stand in enumerate(own.stands, 1))
    hp = dict(own.thing_hp)
    things = tuple(
        DrawnThing(
            plain_thing.key,
            plain_thing.name,
            _letter(n),
            plain_thing.x,
            plain_thing.y,
            thing_footprint(plain_thing).length / 2,
            plain_thing.is_object,
        )
        for n, plain_thing in enumerate(facts.things)
        if hp.get(plain_thing.key, 1) > 0
    )
    corners = [corner for vehicle in vehicles for corner in vehicle.corners]
    xs, ys = [0.0, float(facts.width), *(x for x, _ in corners)], [0.0, float(facts.depth), *(y for _, y in corners)]
    west, north = round(min(xs)) - MARGIN, round(min(ys)) - MARGIN
    width, depth = round(max(xs)) + MARGIN - west, round(max(ys)) + MARGIN - north
    return PlainDrawing(west, north, width, depth, vehicles, things)


def _letter(number: int) -> str:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return alphabet[number % 26] + (str(number // 26 + 1) if number >= 26 else "")


def _drawn(state: VehiclesInPlay, key: str, number: int) -> DrawnVehicle:
    vehicle, stand = state.vehicle_of(key), state.stand_of(key)
    nose = stand.pose.ahead(vehicle.length / 2)
    ahead = nose.ahead(vehicle_speed(state, key))
    return DrawnVehicle(
        key=key,
        name=vehicle.name,
        number=number,
        x=stand.x,
        y=stand.y,
        heading=stand.heading,
        corners=_rounded(footprint(vehicle, stand.pose).corners),
        nose=(round(nose.x, 1), round(nose.y, 1)),
        ahead=(round(ahead.x, 1), round(ahead.y, 1)),
        circles=() if state.is_wrecked(key) else _rounded(turning_circles(stand.pose, vehicle.length)),
        radius=round(turning_radius(vehicle.length), 1),
        is_rival=vehicle.starts == "rivals",
        status=vehicle_status(state, key),
    )


def _rounded(places: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 1), round(y, 1)) for x, y in places)


def vehicle_status(state: VehiclesInPlay, key: str) -> tuple[str, ...]:
    """Return a vehicle's place and condition, in words."""
    stand = state.stand_of(key)
    if state.is_wrecked(key):
        return ("destroyed",)
    names = state.names
    aboard = [participant.name for participant in state.those_aboard(key) if participant.id != stand.pilot]
    penalty, moved = attack_penalty(state, key), stand.moved or stand.moved_before
    return tuple(
        filter(
            None,
            (
                f"at {stand.x}, {stand.y}, heading {compass_word(stand.heading)} ({stand.heading}°)",
                f"{stand.altitude} feet up" if stand.altitude else "",
                f"Speed {vehicle_speed(state, key)} feet",
                f"in motion, {moved} feet" if stand.is_moving else "standing",
                "out of control" if stand.is_uncontrolled else "",
                "broken" if is_broken_vehicle(state, key) else "",
                f"piloted by {names[stand.pilot]}" if stand.pilot in names else "no pilot",
                f"aboard: {listed(aboard)}" if aboard else "",
                with_minus(f"attacks aboard {penalty:+d}") if penalty else "",
            ),
        )
    )


def vehicles_summary(state: VehiclesInPlay) -> tuple[str, ...]:
    """Return every vehicle's place, open moves and damage, and who has taken damage, as sentences."""
    if state.is_over:
        return (state.outcome,)
    own = state.own
    there = [participant for participant in state.participants if not participant.is_out]
    left = (f"{participant.name} {max(ACTIONS - state.acted.count(participant.id), 0)}" for participant in there)
    lines = [
        f"{state.vehicle_of(stand.key).name}: {', '.join(vehicle_status(state, stand.key))}." for stand in own.stands
    ]
    lines += [f"Actions left: {', '.join(left)}."] if there else []
    for course in own.courses:
        far = f"{course.most} feet" if course.least == course.most else f"up to {course.most} feet"
        who = "drifts" if course.drifts else "has a move to make"
        lines.append(f"{state.vehicle_of(course.vehicle).name} {who}: {far}.")
    for blow in own.blows:
        what = f"{blow.amount} {blow.type} damage to roll" if blow.total is None else f"{blow.total} {blow.type} damage"
        waiting = sum(hit.is_open for hit in blow.hits)
        lines.append(f"{blow.name}: {what}{', saves to make' if waiting else ''}.")
    names = state.names | {plain_thing.key: plain_thing.name for plain_thing in state.facts.things}
    lines += [f"{names[key]} has taken {points} damage." for key, points in own.taken if key in names and points]
    return tuple(lines)


def vehicles_document(state: VehiclesInPlay) -> dict[str, Any]:
    """Return every vehicle, the open moves and damage, and the drawn plain."""
    own, plain = state.own, plain_drawing(state)
    return {
        "vehicles": [_stand_document(state, stand) for stand in own.stands],
        "moves": [written_document(course) for course in own.courses],
        "blows": [_blow_document(blow) for blow in own.blows],
        "taken": [{"target": key, "damage": points} for key, points in own.taken],
        "plain": {
            "bounds": [plain.west, plain.north, plain.width, plain.depth],
            "vehicles": [written_document(vehicle) for vehicle in plain.vehicles],
            "things": [written_document(drawn_thing) for drawn_thing in plain.things],
        },
    }


def _stand_document(state: VehiclesInPlay, stand: VehicleStand) -> dict[str, Any]:
    vehicle = state.vehicle_of(stand.key)
    return {
        "key": stand.key,
        "name": vehicle.name,
        "altitude": stand.altitude,
        "hp": None if vehicle.is_veiled else stand.hp,
        "team_hp": None if vehicle.is_veiled else list(stand.team_hp),
        "broken": is_broken_vehicle(state, stand.key),
        "destroyed": state.is_wrecked(stand.key),
        "speed": vehicle_speed(state, stand.key),
        "pilot": stand.pilot,
        "aboard": [participant.id for participant in state.those_aboard(stand.key)],
        "moved": stand.moved,
        "moved_before": stand.moved_before,
        "moving": stand.is_moving,
        "uncontrolled": stand.is_uncontrolled,
        "attack_penalty": attack_penalty(state, stand.key),
    }


def _blow_document(blow: VehicleBlow) -> dict[str, Any]:
    return {
        "number": blow.number,
        "name": blow.name,
        "amount": blow.amount,
        "type": blow.type,
        "total": blow.total,
        "hits": [written_document(hit) for hit in blow.hits],
    }

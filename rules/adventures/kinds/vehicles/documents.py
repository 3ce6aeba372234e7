"""Where vehicles stand, as an object of JSON for programs."""

from __future__ import annotations

from typing import Any

from rules.adventures.kinds.vehicles.drawing import PlainDrawing, plain_drawing
from rules.adventures.kinds.vehicles.numbers import attack_penalty, is_broken_vehicle, vehicle_speed
from rules.adventures.kinds.vehicles.state import (
    VehicleBlow,
    VehicleStand,
    is_wrecked,
    those_aboard,
    vehicle_of,
    vehicles_state,
)
from rules.adventures.state import AdventureState
from rules.documents.records import written_document


def vehicles_document(state: AdventureState) -> dict[str, Any]:
    """Return every vehicle, the moves and the damage that are to be settled, and the plain as it is drawn."""
    own = vehicles_state(state)
    return {
        "vehicles": [_stand_document(state, stand) for stand in own.stands],
        "moves": [written_document(course) for course in own.courses],
        "blows": [_blow_document(blow) for blow in own.blows],
        "taken": [{"target": key, "damage": points} for key, points in own.taken],
        "plain": _plain_document(plain_drawing(state)),
    }


def _stand_document(state: AdventureState, stand: VehicleStand) -> dict[str, Any]:
    vehicle = vehicle_of(state, stand.key)
    return {
        "key": stand.key,
        "name": vehicle.name,
        "altitude": stand.altitude,
        "hp": None if vehicle.is_veiled else stand.hp,
        "team_hp": None if vehicle.is_veiled else list(stand.team_hp),
        "broken": is_broken_vehicle(state, stand.key),
        "destroyed": is_wrecked(state, stand.key),
        "speed": vehicle_speed(state, stand.key),
        "pilot": stand.pilot,
        "aboard": [participant.id for participant in those_aboard(state, stand.key)],
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


def _plain_document(plain: PlainDrawing) -> dict[str, Any]:
    return {
        "bounds": [plain.west, plain.north, plain.width, plain.depth],
        "vehicles": [written_document(vehicle) for vehicle in plain.vehicles],
        "things": [written_document(drawn_thing) for drawn_thing in plain.things],
    }

"""The plain of an adventure with vehicles as SVG draws it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.subsystems.kinds.vehicles.drawing import DrawnVehicle, PlainDrawing, plain_drawing
from rules.subsystems.kinds.vehicles.facts import PlainGround
from rules.subsystems.kinds.vehicles.state import vehicles_facts
from rules.subsystems.state import AdventureState


@dataclass(frozen=True, slots=True)
class VehicleShape:
    """A vehicle as it is drawn: the corners of its ground, its bow, and the line ahead, as SVG writes them."""

    vehicle: DrawnVehicle
    corners: str
    bow: str
    ahead: str


@dataclass(frozen=True, slots=True)
class PlainPicture:
    """The plain of vehicles as SVG draws it: its frame in feet, and the size of its letters."""

    drawing: PlainDrawing
    frame: str
    letters: float
    shapes: tuple[VehicleShape, ...]
    grounds: tuple[PlainGround, ...]


def vehicles_plain(state: AdventureState) -> PlainPicture:
    """Return the plain of an adventure with vehicles; of a player's state, with only what players know."""
    drawing, facts = plain_drawing(state), vehicles_facts(state)
    return PlainPicture(
        drawing,
        f"{drawing.west} {drawing.north} {drawing.width} {drawing.depth}",
        round(max(drawing.width, drawing.depth) / 26, 1),
        tuple(_vehicle_shape(one) for one in drawing.vehicles),
        facts.grounds,
    )


def _vehicle_shape(one: DrawnVehicle) -> VehicleShape:
    # The bow is a triangle from the front corners to the middle of the vehicle.
    front = (*one.corners[:2], (one.x, one.y))
    return VehicleShape(one, _points(one.corners), _points(front), f"M{_pair(one.nose)}L{_pair(one.ahead)}")


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(map(_pair, places))


def _pair(place: tuple[float, float]) -> str:
    return f"{place[0]:g},{place[1]:g}"

"""The plain of an adventure with vehicles as SVG draws it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.adventures.kinds.vehicles.drawing import DrawnVehicle, PlainDrawing, plain_drawing
from rules.adventures.kinds.vehicles.facts import PlainGround
from rules.adventures.kinds.vehicles.state import vehicles_facts
from rules.adventures.state import AdventureState

LETTERS = 26
"""How many letters, one above the other, are as high as the plain is long."""

PATTERN = 14
"""Units of a pattern of the ground that are as high as a letter."""


@dataclass(frozen=True, slots=True)
class VehicleShape:
    """A vehicle as it is drawn: the corners of its ground, its bow, and the line ahead, as SVG writes them."""

    vehicle: DrawnVehicle
    corners: str
    bow: str
    ahead: str


@dataclass(frozen=True, slots=True)
class PlainPicture:
    """The plain of vehicles as SVG draws it: its frame in feet, the size of its letters, and that of its patterns."""

    drawing: PlainDrawing
    frame: str
    letters: float
    shapes: tuple[VehicleShape, ...]
    grounds: tuple[PlainGround, ...]
    marks: tuple[tuple[float, float, str], ...]

    @property
    def scale(self) -> float:
        """How many feet a unit of the patterns of the ground is."""
        return round(self.letters / PATTERN, 2)

    @property
    def grid(self) -> int:
        """The feet of a square of the grid: 10, 50 or 100, as the plain is small or large."""
        longest = max(self.drawing.width, self.drawing.depth)
        return 10 if longest <= 150 else 50 if longest <= 1000 else 100


def vehicles_plain(state: AdventureState) -> PlainPicture:
    """Return the plain of an adventure with vehicles; of a player's state, with only what players know."""
    drawing, facts = plain_drawing(state), vehicles_facts(state)
    letters = round(max(drawing.width, drawing.depth) / LETTERS, 1)
    return PlainPicture(
        drawing,
        f"{drawing.west} {drawing.north} {drawing.width} {drawing.depth}",
        letters,
        tuple(_vehicle_shape(vehicle) for vehicle in drawing.vehicles),
        facts.grounds,
        tuple(_marks(drawing, letters)),
    )


def _marks(drawing: PlainDrawing, letters: float) -> Iterator[tuple[float, float, str]]:
    # Numbers and letters stand above what they name, and cover nothing of it.
    for vehicle in drawing.vehicles:
        yield vehicle.x, round(min(y for _, y in vehicle.corners) - 0.7 * letters, 1), str(vehicle.number)
    for thing in drawing.things:
        yield thing.x, round(thing.y - thing.radius - 0.7 * letters, 1), thing.letter


def _vehicle_shape(vehicle: DrawnVehicle) -> VehicleShape:
    # The bow is a triangle from the middles of both sides to that of the front edge.
    front_left, front_right, back_right, back_left = vehicle.corners
    bow = (vehicle.nose, _middle(front_right, back_right), _middle(front_left, back_left))
    return VehicleShape(
        vehicle, _points(vehicle.corners), _points(bow), f"M{_pair(vehicle.nose)}L{_pair(vehicle.ahead)}"
    )


def _middle(one: tuple[float, float], two: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(map(_pair, places))


def _pair(place: tuple[float, float]) -> str:
    return f"{place[0]:g},{place[1]:g}"

"""The plain of an adventure with vehicles as SVG draws it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import hypot

from rules.adventures.kinds.vehicles.drawing import DrawnThing, DrawnVehicle, PlainDrawing, plain_drawing
from rules.adventures.kinds.vehicles.facts import PlainGround
from rules.adventures.kinds.vehicles.state import VehiclesInPlay

LETTERS = 26
"""The plain's length, in heights of letters."""

TOKEN, THING = 1.2, 0.9
"""The radius of the token of a vehicle, and of a creature or an object, in heights of a letter."""
_POINTER = ((1.6, 0.0), (0.9, 0.5), (0.9, -0.5))
"""The corners of the sign of a heading in radii of the token: ahead of its middle, and aside."""

PATTERN = 14
"""Units of a pattern of the ground that are as high as a letter."""


@dataclass(frozen=True, slots=True)
class VehicleShape:
    """A vehicle as it is drawn: the corners of its ground, the sign of its heading, and the line ahead."""

    vehicle: DrawnVehicle
    corners: str
    pointer: str
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
    def token(self) -> float:
        """The radius of a vehicle's token in feet: about 15 px on a phone."""
        return round(TOKEN * self.letters, 1)

    @property
    def things(self) -> tuple[tuple[DrawnThing, float], ...]:
        """What stands on the plain besides vehicles, with the radius of its token in feet."""
        return tuple((thing, max(thing.radius, round(THING * self.letters, 1))) for thing in self.drawing.things)

    @property
    def scale(self) -> float:
        """The number of feet per unit of the ground's patterns."""
        return round(self.letters / PATTERN, 2)

    @property
    def grid(self) -> int:
        """The feet of a square of the grid: 10, 50 or 100, as the plain is small or large."""
        longest = max(self.drawing.width, self.drawing.depth)
        return 10 if longest <= 150 else 50 if longest <= 1000 else 100


def vehicles_plain(state: VehiclesInPlay) -> PlainPicture:
    """Return the plain of an adventure with vehicles; for a player's state, with only what players know."""
    drawing, facts = plain_drawing(state), state.facts
    letters = round(max(drawing.width, drawing.depth) / LETTERS, 1)
    return PlainPicture(
        drawing,
        f"{drawing.west} {drawing.north} {drawing.width} {drawing.depth}",
        letters,
        tuple(_vehicle_shape(vehicle, TOKEN * letters) for vehicle in drawing.vehicles),
        facts.grounds,
        tuple(_marks(drawing)),
    )


def _marks(drawing: PlainDrawing) -> Iterator[tuple[float, float, str]]:
    for vehicle in drawing.vehicles:
        yield vehicle.x, vehicle.y, str(vehicle.number)
    for thing in drawing.things:
        yield thing.x, thing.y, thing.letter


def _vehicle_shape(vehicle: DrawnVehicle, radius: float) -> VehicleShape:
    (x, y), (nose_x, nose_y) = (vehicle.x, vehicle.y), vehicle.nose
    length = hypot(nose_x - x, nose_y - y) or 1
    along = ((nose_x - x) / length * radius, (nose_y - y) / length * radius)
    corners = [
        (x + out * along[0] - aside * along[1], y + out * along[1] + aside * along[0]) for out, aside in _POINTER
    ]
    ahead = f"M{_pair(vehicle.nose)}L{_pair(vehicle.ahead)}"
    return VehicleShape(vehicle, _points(vehicle.corners), _points(corners), ahead)


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(map(_pair, places))


def _pair(place: tuple[float, float]) -> str:
    return f"{round(place[0], 1):g},{round(place[1], 1):g}"

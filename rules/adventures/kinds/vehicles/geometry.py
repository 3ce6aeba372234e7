"""The plain: a vehicle's place, its path with its turning circle, and what it touches.

All lengths are feet; ``x`` increases to the east, ``y`` to the south; headings are degrees from north over east.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, pi, radians, sin

STEP = 5
"""The distance between the checked places on a path."""
QUARTER_TURN = 90
TOUCH = 0.01


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a heading."""

    x: float
    y: float
    heading: float

    def ahead(self, feet: float) -> Pose:
        """Return the pose so many feet further along the heading."""
        angle = radians(self.heading)
        return Pose(self.x + feet * sin(angle), self.y - feet * cos(angle), self.heading)

    def turned(self, degrees: float) -> Pose:
        """Return the pose with another heading, to the right for degrees above 0."""
        return Pose(self.x, self.y, (self.heading + degrees) % 360)


@dataclass(frozen=True, slots=True)
class Footprint:
    """A rectangle on the plain: its pose, its length along the heading, and its width."""

    pose: Pose
    length: float
    width: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners, front left first, clockwise."""
        side = self.pose.turned(QUARTER_TURN)
        corners = []
        for forward, right in ((0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)):
            front = self.pose.ahead(forward * self.length)
            across = Pose(front.x, front.y, side.heading).ahead(right * self.width)
            corners.append((across.x, across.y))
        return tuple(corners)

    @property
    def reach(self) -> float:
        """The distance of a corner from the center."""
        return float(((self.length / 2) ** 2 + (self.width / 2) ** 2) ** 0.5)

    def overlaps(self, other: Footprint) -> bool:
        """Return True if the two rectangles share more than an edge."""
        apart = (self.pose.x - other.pose.x) ** 2 + (self.pose.y - other.pose.y) ** 2
        if apart >= (self.reach + other.reach) ** 2:
            return False
        mine, theirs = self.corners, other.corners
        for heading in (self.pose.heading, self.pose.heading + 90, other.pose.heading, other.pose.heading + 90):
            across, down = sin(radians(heading)), -cos(radians(heading))
            my_span = [x * across + y * down for x, y in mine]
            their_span = [x * across + y * down for x, y in theirs]
            if max(my_span) <= min(their_span) + TOUCH or max(their_span) <= min(my_span) + TOUCH:
                return False
        return True


def turning_radius(length: float) -> float:
    """Return the radius of the turning circle of a vehicle: a quarter of the circle is as long as the vehicle."""
    # Up to 90 degrees for every vehicle length that it moves forward. "Movement and Heading".
    return 2 * length / pi


def turn_feet(length: float, degrees: float) -> float:
    """Return how far a vehicle must move for a turn of so many degrees.

    >>> turn_feet(10, 90), turn_feet(100, -90)
    (10.0, 100.0)
    """
    return length * abs(degrees) / QUARTER_TURN


def travel_path(start: Pose, length: float, feet: float, straight: float, turn: float) -> Iterator[tuple[float, Pose]]:
    """Yield poses along a path, each with the feet gone: straight ahead, a turn as tight as can be, straight on."""
    arc = turn_feet(length, turn)
    count = ceil(feet / STEP)
    for number in range(1, count + 1):
        gone = feet * number / count
        yield gone, _pose_after(start, length, gone, straight, arc, turn)


def _pose_after(start: Pose, length: float, gone: float, straight: float, arc: float, turn: float) -> Pose:
    if gone <= straight or not turn:
        return start.ahead(gone)
    begun = start.ahead(straight)
    part = min((gone - straight) / arc, 1)
    radius, side = turning_radius(length), (1 if turn > 0 else -1)
    center = begun.turned(QUARTER_TURN * side).ahead(radius)
    swung = begun.turned(turn * part)
    # The middle of the vehicle goes along the circle around its center.
    out = Pose(center.x, center.y, (swung.heading - QUARTER_TURN * side) % 360).ahead(radius)
    return Pose(out.x, out.y, swung.heading).ahead(max(gone - straight - arc, 0))


def turning_circles(pose: Pose, length: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the middles of the turning circles to the left and to the right."""
    left, right = (pose.turned(by).ahead(turning_radius(length)) for by in (-QUARTER_TURN, QUARTER_TURN))
    return (left.x, left.y), (right.x, right.y)


def bearing(start: Pose, x: float, y: float) -> float:
    """Return the direction of a place in degrees to the right of the heading, 0 to 360."""
    from_north = degrees(atan2(x - start.x, -(y - start.y))) % 360
    return (from_north - start.heading) % 360

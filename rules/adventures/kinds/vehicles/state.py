"""The state of an adventure with vehicles: each vehicle on the plain, who is aboard, and open moves and blows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Self

from rules.adventures.kinds.vehicles.facts import (
    PlainThing,
    TeamCreature,
    Vehicle,
    VehiclesFacts,
    VehicleSpeed,
    team_key,
)
from rules.adventures.kinds.vehicles.geometry import Footprint, Pose
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState
from rules.documents.records import InDocument
from rules.errors import ChangeRefused, require
from rules.tables.rolls import Degree
from rules.tables.sizes import size
from rules.text import with_minus

VEHICLES_KEY = "vehicles"
ACTIONS = 3
"""Actions of each participant in a round."""
SQUARE = 5
"""Feet in a square."""
MOST_BLOWS = 40
NO_VEHICLE = "There is no such vehicle."


@dataclass(frozen=True, slots=True)
class VehicleStand:
    """The state of a vehicle. Feet of this round and of the previous one; ``speed`` is the place of its Speed in the
    stat block.

    ``has_driven`` is True if it has made its move of the round, or was stopped; ``team_hp`` are the Hit Points of each
    of the creatures that pull or row it, in order.
    """

    key: str
    x: int
    y: int
    heading: int
    altitude: int
    hp: int
    team_hp: tuple[int, ...] = ()
    speed: int = 0
    pilot: str = ""
    moved: int = 0
    moved_before: int = 0
    has_driven: bool = False
    is_moving: bool = False
    is_reckless: bool = False
    was_reckless: bool = False
    is_uncontrolled: bool = False

    @property
    def pose(self) -> Pose:
        """Its place and heading."""
        return Pose(self.x, self.y, self.heading)


@dataclass(frozen=True, slots=True)
class VehicleCourse:
    """A move that a check has caused and that is still to be made, from ``least`` to ``most`` feet.

    A course that ``turns`` is a drive with turns, any other one a straight line. The organizer chooses the one that
    ``drifts``. One that ``runs_over`` passes through obstacles.
    """

    vehicle: str
    least: int
    most: int
    turns: bool = False
    drifts: bool = False
    runs_over: bool = False


@dataclass(frozen=True, slots=True)
class BlowHit:
    """A target: the degree of its save, None before it is made; one without a save has none.

    ``is_ram`` marks the one that was rammed.
    """

    target: str
    saves: bool = True
    degree: Degree | None = None
    is_ram: Annotated[bool, InDocument(leave_out=True)] = False

    @property
    def is_open(self) -> bool:
        """Return True while its save is to be made."""
        return self.saves and self.degree is None


@dataclass(frozen=True, slots=True)
class VehicleBlow:
    """Damage to be dealt: ``amount`` as dice, ``total`` once it is known, and all targets.

    ``vehicle`` is the one that strikes, with its collision DC for saves. ``rest`` are the feet that it may continue
    after a ram without damage. ``multiplies`` is 2 for a critical hit.
    """

    number: int
    name: str
    amount: str
    type: str
    vehicle: str
    hits: tuple[BlowHit, ...]
    total: int | None = None
    rest: int = 0
    multiplies: int = 1
    is_collision: bool = True


@dataclass(frozen=True, slots=True)
class VehiclesState:
    """Every vehicle, who is aboard by the organizer’s word or by boarding, courses, blows, and damage taken.

    ``aboard`` has those who are not at their starting places, with the key of their vehicle, "" for none. ``thing_hp``
    has the Hit Points of things, ``taken`` the damage of everyone else.
    """

    stands: tuple[VehicleStand, ...]
    thing_hp: tuple[tuple[str, int], ...] = ()
    aboard: tuple[tuple[str, str], ...] = ()
    courses: tuple[VehicleCourse, ...] = ()
    blows: tuple[VehicleBlow, ...] = ()
    blow_count: int = 0
    taken: tuple[tuple[str, int], ...] = ()

    def course_of(self, vehicle: str) -> VehicleCourse | None:
        """Return the move that a vehicle still has to make, if any."""
        return next((course for course in self.courses if course.vehicle == vehicle), None)

    def with_course(self, course: VehicleCourse) -> VehiclesState:
        """Return the state with a move to be made, in the place of any other of the vehicle."""
        return replace(
            self.without_course(course.vehicle), courses=(*self.without_course(course.vehicle).courses, course)
        )

    def without_course(self, vehicle: str) -> VehiclesState:
        """Return the state without a move of a vehicle."""
        return replace(self, courses=tuple(course for course in self.courses if course.vehicle != vehicle))


class VehiclesInPlay(AdventureState):
    """Vehicles in play."""

    facts: VehiclesFacts
    own: VehiclesState

    def vehicle_of(self, key: str) -> Vehicle:
        """Return a vehicle by its key; raise ``ChangeRefused`` if there is none."""
        return require(self.facts.by_key.get(key), ChangeRefused(NO_VEHICLE))

    def stand_of(self, key: str) -> VehicleStand:
        """Return the state of a vehicle; raise ``ChangeRefused`` if there is none."""
        for stand in self.own.stands:
            if stand.key == key:
                return stand
        raise ChangeRefused(NO_VEHICLE)

    def with_stand(self, stand: VehicleStand) -> Self:
        """Return the state in which a vehicle has changed."""
        return self.with_own(
            stands=tuple(
                stand if vehicle_stand.key == stand.key else vehicle_stand for vehicle_stand in self.own.stands
            )
        )

    def vehicle_aboard(self, who: AdventureParticipant) -> str:
        """Return the key of the vehicle that a participant is on, "" for none."""
        placed = dict(self.own.aboard)
        if who.id in placed:
            return placed[who.id]
        side = "rivals" if who.is_rival else "party"
        return next((vehicle.key for vehicle in self.facts.vehicles if vehicle.starts == side), "")

    def those_aboard(self, key: str) -> tuple[AdventureParticipant, ...]:
        """Return everyone who is aboard a vehicle."""
        return tuple(participant for participant in self.participants if self.vehicle_aboard(participant) == key)

    def with_aboard(self, who: Iterable[str], vehicle: str) -> Self:
        """Return the state in which some are aboard a vehicle, or off all vehicles with ""; they pilot nothing."""
        names, own = set(who), self.own
        others = tuple(pair for pair in own.aboard if pair[0] not in names)
        stands = tuple(replace(stand, pilot="") if stand.pilot in names else stand for stand in own.stands)
        placed = tuple((participant.id, vehicle) for participant in self.participants if participant.id in names)
        return self.with_own(aboard=(*others, *placed), stands=stands)

    def speed_row(self, key: str) -> VehicleSpeed:
        """Return the Speed that a vehicle uses now."""
        return self.vehicle_of(key).speeds[self.stand_of(key).speed]

    def team_of(self, key: str) -> Iterator[tuple[str, TeamCreature, int]]:
        """Yield the creatures that pull or row a vehicle: their key as a target, their stat block, their present Hit
        Points.
        """
        vehicle, stand = self.vehicle_of(key), self.stand_of(key)
        for creature, hp in zip(vehicle.team, stand.team_hp, strict=True):
            yield team_key(vehicle, creature), creature, hp

    def target_name(self, target: str) -> str:
        """Return the name of any target: a vehicle, a thing, creatures of a team, a participant."""
        facts = self.facts
        if target in facts.by_key:
            return facts.by_key[target].name
        if target in facts.thing_by_key:
            return facts.thing_by_key[target].name
        for vehicle in facts.vehicles:
            for creature in vehicle.team:
                if team_key(vehicle, creature) == target:
                    return creature.name
        return self.participant(target).name

    def thing_of(self, key: str) -> PlainThing | None:
        """Return a thing on the plain by its key, if it is one."""
        return self.facts.thing_by_key.get(key)

    def is_wrecked(self, key: str) -> bool:
        """Return True if a vehicle is destroyed."""
        return self.stand_of(key).hp <= 0

    def is_secret_vehicle(self, key: str) -> bool:
        """Return True if players do not know of a vehicle or a thing."""
        facts = self.facts
        target = facts.by_key.get(key) or facts.thing_by_key.get(key)
        return target is not None and target.hidden and key not in self.shown

    def are_defenses_known(self, key: str) -> bool:
        """Return True if players know the numbers of a vehicle."""
        vehicle = self.facts.by_key.get(key)
        if vehicle is None or vehicle.is_veiled:
            return False
        if vehicle.starts != "rivals" or self.facts.shows_rivals:
            return not self.is_secret_vehicle(key)
        return defenses_key(key) in self.shown

    def noted(self, text: str, *about: str, who: str | None = None, hidden: bool = False) -> Self:
        """Return the state with a note; it is hidden if it is about something that players do not know."""
        is_secret = hidden or any(self.is_secret_vehicle(key) for key in about)
        return self.note(with_minus(text), who, hidden=is_secret)


def start_stand(vehicle: Vehicle) -> VehicleStand:
    """Return a vehicle at its start, undamaged."""
    team = tuple(each.hp for each in vehicle.team)
    return VehicleStand(vehicle.key, vehicle.x, vehicle.y, vehicle.heading, vehicle.altitude, vehicle.hp, team)


def begin_vehicles(facts: VehiclesFacts) -> VehiclesState:
    """Return every vehicle at its start."""
    stands = tuple(start_stand(vehicle) for vehicle in facts.vehicles)
    return VehiclesState(
        stands, tuple((plain_thing.key, plain_thing.hp) for plain_thing in facts.things if plain_thing.hp is not None)
    )


def defenses_key(vehicle: str) -> str:
    """Return the key of the hidden part of a rivals’ vehicle: its numbers."""
    return f"{vehicle}:defenses"


def footprint(vehicle: Vehicle, pose: Pose) -> Footprint:
    """Return the ground that a vehicle covers at a pose."""
    return Footprint(pose, vehicle.length, vehicle.width)


def thing_footprint(thing: PlainThing) -> Footprint:
    """Return the ground that a creature or an object covers."""
    feet = size(thing.size).width * SQUARE
    return Footprint(Pose(thing.x, thing.y, 0), feet, feet)

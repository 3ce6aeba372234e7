"""Vehicles and drivers that the tests of vehicles share."""

from dataclasses import replace
from typing import Any

from rules.adventures.events.event import AdventureEvent
from rules.adventures.fold import begin_adventure
from rules.adventures.kinds.vehicles.events import CrewSeated
from rules.adventures.kinds.vehicles.facts import (
    MountedWeapon,
    PlainThing,
    TeamCreature,
    Vehicle,
    VehiclesFacts,
    VehicleSpeed,
)
from rules.adventures.kinds.vehicles.kind import VEHICLES
from rules.adventures.kinds.vehicles.state import VehicleStand
from rules.adventures.participants import AdventureParticipant, TypedModifier
from rules.adventures.state import Adventure, AdventureState
from tests.rules.adventures.parties import play_more, rolled

HORSES = TeamCreature("horses", "Horses", number=2, level=1, speed=40, reflex=5, hp=20)
CARRIAGE = Vehicle(
    key="carriage",
    name="Carriage",
    level=3,
    ac=18,
    fortitude=10,
    hardness=5,
    hp=40,
    speeds=(VehicleSpeed(40, "pulled"),),
    length=10,
    width=10,
    team=(HORSES,),
    collision="2d6",
    collision_dc=20,
    weapons=(MountedWeapon("bow", "Bow", "2d8+1", range=100, arc="front", actions=2),),
    cover="greater",
    broken_cover="standard",
    starts="party",
    x=100,
    y=200,
    heading=90,
)
WARSHIP = Vehicle(
    key="warship",
    name="Warship",
    level=10,
    size="Gargantuan",
    ac=26,
    hardness=10,
    hp=120,
    speeds=(VehicleSpeed(30, "wind", "water"), VehicleSpeed(20, "rowed", "water")),
    length=100,
    width=30,
    collision="8d10",
    collision_dc=30,
    team=(TeamCreature("rowers", "Rowers", "rowed", 20, "Medium", 1, reflex=4, hp=15),),
    x=1000,
    y=1000,
)
GOBLIN = PlainThing("goblin", "Goblin", "Tiny", level=1, x=150, y=200, reflex=7, hp=9)
WALL = PlainThing("wall", "Wall", "Large", x=160, y=200, hp=60, hardness=4, is_object=True)


def driver(number: int, by: int = 10, *, is_rival: bool = False) -> AdventureParticipant:
    """A named character that can drive, climb and shoot."""
    skills = ("Driving Lore", "Nature", "Sailing Lore", "Piloting Lore", "Athletics", "Fight", "Reflex")
    typed = tuple(TypedModifier(skill, by) for skill in skills)
    return AdventureParticipant(f"n{number}", f"Driver {number}", 3, typed=typed, is_rival=is_rival)


TWO = (driver(1), driver(2))


def drive(*vehicles: Vehicle, things: tuple[PlainThing, ...] = (), party: Any = TWO, **more: Any) -> Adventure:
    """An adventure with vehicles; without any, with the carriage."""
    names = ("scale", "rounds", "level")
    rest = {name: value for name, value in more.items() if name not in names}
    facts = VehiclesFacts(vehicles or (CARRIAGE,), things, width=2000, depth=2000, **rest)
    kept = {name: value for name, value in more.items() if name in names}
    return Adventure(VEHICLES, facts, "A test", participants=party, **kept)


def moving(*vehicles: Vehicle, **more: Any) -> AdventureState:
    """An adventure in which driver 1 pilots the first vehicle."""
    adventure = drive(*vehicles, **more)
    key = adventure.facts.vehicles[0].key
    return play_more(begin_adventure(adventure), CrewSeated(("n1", "n2"), key, pilots=True))


def drives(face: int, action: str = "drive", key: str = "carriage", skill: str = "Driving Lore", **more: Any):
    """A piloting check of driver 1."""
    return rolled(action, "n1", key, skill, face, **more)


def stands(state: AdventureState, key: str = "carriage") -> VehicleStand:
    """Where a vehicle stands."""
    return state.stand_of(key)


def after(state: AdventureState, *events: AdventureEvent) -> VehicleStand:
    """Where the carriage stands after some events."""
    return stands(play_more(state, *events))


def at(vehicle: Vehicle, **more: Any) -> Vehicle:
    """A vehicle with something changed."""
    return replace(vehicle, **more)

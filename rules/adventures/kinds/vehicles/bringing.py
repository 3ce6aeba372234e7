"""Five vehicles that the organizer can bring in at any time, one for each kind of propulsion, and the event for it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.parts import OptionalKey, one_of
from rules.adventures.kinds.vehicles.facts import (
    MAX_PLAIN,
    MAX_VEHICLES,
    DamagePoints,
    MountedWeapon,
    StartingCrew,
    TeamCreature,
    Vehicle,
    VehicleSpeed,
)
from rules.adventures.kinds.vehicles.state import start_stand, vehicles_facts, vehicles_state
from rules.adventures.state import AdventureState
from rules.combat.log import log_event_document
from rules.documents.shapes import integer
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME

READY_VEHICLES: Mapping[str, Vehicle] = {
    vehicle.key: vehicle
    for vehicle in (
        Vehicle(
            key="hay-wagon",
            name="Hay Wagon",
            level=0,
            text="Four wheels, high rails, and a brake that works on Sundays.",
            price="12 gp",
            length=15,
            width=5,
            height=5,
            crew="1 driver",
            passengers=6,
            ac=11,
            fortitude=5,
            hardness=3,
            hp=18,
            weaknesses=(DamagePoints("fire", 3),),
            speeds=(VehicleSpeed(25, "pulled"),),
            team=(TeamCreature("oxen", "Oxen", number=2, speed=25, reflex=4, hp=20),),
            collision="1d6+3",
            collision_dc=13,
            cover="lesser",
        ),
        Vehicle(
            key="reed-barge",
            name="Reed Barge",
            level=1,
            size="Huge",
            traits=("water",),
            text="Bundles of reed under planks. It bends where a keel would break.",
            price="45 gp",
            length=25,
            width=10,
            height=5,
            crew="1 pilot, 8 rowers",
            passengers=10,
            bulk=300,
            ac=12,
            fortitude=8,
            hardness=2,
            hp=34,
            weaknesses=(DamagePoints("fire", 5),),
            resistances=(DamagePoints("bludgeoning", 2),),
            speeds=(VehicleSpeed(20, "rowed", "water"),),
            team=(TeamCreature("rowers", "Rowers", "rowed", 8, "Medium", reflex=5, hp=18, is_sapient=True),),
            collision="1d8+4",
            collision_dc=15,
            cover="lesser",
        ),
        Vehicle(
            key="sand-skiff",
            name="Sand Skiff",
            level=3,
            traits=("uncommon",),
            text="A plank, a mast and three runners of polished bone: over the dunes it is as fast as the wind.",
            price="160 gp",
            length=15,
            width=10,
            height=10,
            crew="1 pilot, 1 hand",
            passengers=2,
            ac=19,
            fortitude=8,
            reflex=11,
            hardness=3,
            hp=36,
            weaknesses=(DamagePoints("fire", 3),),
            speeds=(VehicleSpeed(55, "wind"),),
            collision="2d6+5",
            collision_dc=19,
            weapons=(MountedWeapon("spear", "Spear Thrower", "1d12+3", range=80, arc="front"),),
        ),
        Vehicle(
            key="boiler-beetle",
            name="Boiler Beetle",
            level=6,
            size="Huge",
            traits=("clockwork", "rare"),
            text="Six iron legs around a kettle. Inside it is dark, hot, and loud enough for any secret.",
            price="1,400 gp",
            length=15,
            width=10,
            height=10,
            crew="1 pilot, 1 stoker",
            passengers=4,
            ac=22,
            fortitude=16,
            hardness=9,
            hp=80,
            resistances=(DamagePoints("fire", 5),),
            weaknesses=(DamagePoints("cold", 5),),
            speeds=(VehicleSpeed(30, "alchemical"),),
            collision="3d10+6",
            collision_dc=23,
            cover="greater",
            broken_cover="standard",
            control_actions=2,
        ),
        Vehicle(
            key="cloud-cradle",
            name="Cloud Cradle",
            level=8,
            traits=("magical", "rare"),
            text="A willow basket that a cloud agreed to carry. The cloud keeps count of every insult.",
            price="2,600 gp",
            length=10,
            width=10,
            height=5,
            crew="1 pilot",
            passengers=5,
            ac=25,
            fortitude=12,
            reflex=17,
            hardness=4,
            hp=64,
            weaknesses=(DamagePoints("cold", 5),),
            speeds=(VehicleSpeed(45, "magical", "air"),),
            collision="2d10+5",
            collision_dc=25,
            cover="lesser",
            altitude=60,
        ),
    )
}
"""Ready vehicles by their keys, each at a free place."""


_PLACE = integer(0, MAX_PLAIN)


@dataclass(frozen=True, slots=True)
class VehicleBrought(AdventureEvent):
    """The organizer brings in one of the ready vehicles, at a place; ``name`` is another name for it."""

    kind = "vehicle-brought"
    by_organizer = True
    button = "Bring in a ready vehicle"

    vehicle: Annotated[str, one_of(tuple(READY_VEHICLES))]
    x: Annotated[int, _PLACE]
    y: Annotated[int, _PLACE]
    heading: Annotated[int, integer(0, 359)] = 0
    name: OptionalKey = ""
    side: StartingCrew = ""

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        """Offer the ready vehicles while there is room for more."""
        is_full = len(vehicles_facts(state).vehicles) >= MAX_VEHICLES
        vehicle_names = (
            {}
            if is_full
            else {key: f"{vehicle.name}, vehicle {vehicle.level}" for key, vehicle in READY_VEHICLES.items()}
        )
        return {"vehicle": vehicle_names}

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Add it to the vehicles, under a key that no other has."""
        facts, own = vehicles_facts(state), vehicles_state(state)
        if len(facts.vehicles) >= MAX_VEHICLES:
            raise ChangeRefused(f"At most {MAX_VEHICLES} vehicles can take part.")
        new_vehicle = self._vehicle({*facts.by_key, *facts.thing_by_key})
        state = replace(state, facts=replace(facts, vehicles=(*facts.vehicles, new_vehicle)))
        state = state.with_kind_state(replace(own, stands=(*own.stands, start_stand(new_vehicle))))
        return state.note(f"{new_vehicle.name} appears at {self.x}, {self.y}.")

    def _vehicle(self, taken: set[str]) -> Vehicle:
        ready = READY_VEHICLES[self.vehicle]
        number = next(number for number in range(1, len(taken) + 2) if f"{ready.key}-{number}" not in taken)
        return replace(
            ready,
            key=f"{ready.key}-{number}",
            name=self.name[:MAX_NAME] or ready.name,
            x=self.x,
            y=self.y,
            heading=self.heading,
            starts=self.side,
        )

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Show all of it."""
        return log_event_document(self)

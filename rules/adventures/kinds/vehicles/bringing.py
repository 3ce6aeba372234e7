"""Ready vehicles that the organizer can bring in at any time, written in ``ready.toml``, and the event for it."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Annotated

from rules.adventures.events.event import AnnouncedEvent
from rules.adventures.events.parts import OptionalKey, one_of
from rules.adventures.kinds.vehicles.facts import (
    MAX_PLAIN,
    MAX_VEHICLES,
    StartingCrew,
    Vehicle,
)
from rules.adventures.kinds.vehicles.state import VehiclesInPlay, start_stand
from rules.documents.reading import Fields
from rules.documents.records import from_record
from rules.documents.shapes import integer
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME

_FILE = files("rules.adventures.kinds.vehicles").joinpath("ready.toml")
READY_VEHICLES: Mapping[str, Vehicle] = {
    section["key"]: from_record(Fields(section, section["key"]), Vehicle)
    for section in tomllib.loads(_FILE.read_text(encoding="utf-8"))["vehicle"]
}
"""Ready vehicles by their keys, each at a free place."""


_PLACE = integer(0, MAX_PLAIN)


class VehicleBrought(AnnouncedEvent, kind="vehicle-brought", button="Bring in a ready vehicle"):
    """The organizer brings in one of the ready vehicles, at a place; ``name`` is another name for it."""

    vehicle: Annotated[str, one_of(tuple(READY_VEHICLES))]
    x: Annotated[int, _PLACE]
    y: Annotated[int, _PLACE]
    heading: Annotated[int, integer(0, 359)] = 0
    name: OptionalKey = ""
    side: StartingCrew = ""

    @classmethod
    def options(cls, state: VehiclesInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer the ready vehicles while there is room for more."""
        is_full = len(state.facts.vehicles) >= MAX_VEHICLES
        vehicle_names = (
            {}
            if is_full
            else {key: f"{vehicle.name}, vehicle {vehicle.level}" for key, vehicle in READY_VEHICLES.items()}
        )
        return {"vehicle": vehicle_names}

    def play(self, state: VehiclesInPlay, side: str | None) -> VehiclesInPlay:
        """Add it to the vehicles, under a key that no other has."""
        facts, own = state.facts, state.own
        if len(facts.vehicles) >= MAX_VEHICLES:
            raise ChangeRefused(f"At most {MAX_VEHICLES} vehicles can take part.")
        new_vehicle = self._vehicle({*facts.by_key, *facts.thing_by_key})
        state = replace(state, facts=replace(facts, vehicles=(*facts.vehicles, new_vehicle)))
        state = state.with_own_value(replace(own, stands=(*own.stands, start_stand(new_vehicle))))
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

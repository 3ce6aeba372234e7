"""Bringing a ready vehicle into an adventure that runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent, adventure_event_document
from rules.adventures.events.parts import OptionalKey, one_of
from rules.adventures.kinds.vehicles.facts import MAX_PLAIN, MAX_VEHICLES, StartingCrew, Vehicle
from rules.adventures.kinds.vehicles.ready import READY_VEHICLES
from rules.adventures.kinds.vehicles.state import VEHICLES_KEY, start_stand, vehicles_facts, vehicles_state
from rules.adventures.state import AdventureState
from rules.documents.shapes import integer
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME

_PLACE = integer(0, MAX_PLAIN)


@dataclass(frozen=True, slots=True)
class VehicleBrought(AdventureEvent):
    """The organizer brings in one of the ready vehicles, at a place; ``name`` is another name for it."""

    kind = "vehicle-brought"
    of = VEHICLES_KEY
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
        found = (
            {}
            if is_full
            else {key: f"{vehicle.name}, vehicle {vehicle.level}" for key, vehicle in READY_VEHICLES.items()}
        )
        return {"vehicle": found}

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Add it to the vehicles, under a key that no other has."""
        facts, own = vehicles_facts(state), vehicles_state(state)
        if len(facts.vehicles) >= MAX_VEHICLES:
            raise ChangeRefused(f"At most {MAX_VEHICLES} vehicles can take part.")
        found = self._vehicle({*facts.by_key, *facts.thing_by_key})
        state = replace(state, facts=replace(facts, vehicles=(*facts.vehicles, found)))
        state = state.with_own(replace(own, stands=(*own.stands, start_stand(found))))
        return state.note(f"{found.name} appears at {self.x}, {self.y}.")

    def _vehicle(self, taken: set[str]) -> Vehicle:
        ready = READY_VEHICLES[self.vehicle]
        number = next(one for one in range(1, len(taken) + 2) if f"{ready.key}-{one}" not in taken)
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
        """Show it whole."""
        return adventure_event_document(self)

"""Saves that no participant makes: of creatures, teams and vehicles, with a die of the site or an own one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.events.dice import DiceEvent, NeededDie
from rules.adventures.events.event import AdventureEvent, adventure_event_document
from rules.adventures.events.parts import EventKey, Reason, one_of
from rules.adventures.kinds.vehicles.blows import open_saves, save_key, save_name, save_of_key, with_saved
from rules.adventures.kinds.vehicles.numbers import collision_dc, printed_save, vehicle_save
from rules.adventures.kinds.vehicles.state import (
    VEHICLES_KEY,
    are_defenses_known,
    noted,
    target_name,
    team_of,
    thing_of,
    vehicle_of,
    vehicles_facts,
    vehicles_state,
)
from rules.adventures.scales import FACES, MAX_DC, check_degree
from rules.adventures.state import AdventureState
from rules.documents.shapes import integer
from rules.errors import ChangeRefused
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.text import with_minus

SAVES = ("fortitude", "reflex", "will")


def _reflex_of(state: AdventureState, target: str) -> BattleNumber:
    """Return the Reflex of something that no one plays, on the scale; raise ``ChangeRefused`` where it has none."""
    facts = vehicles_facts(state)
    if target in facts.by_key:
        found = vehicle_save(state, target, "reflex")
        if found is not None:
            return found
        raise ChangeRefused(f"{target_name(state, target)} has no Reflex save; its pilot makes a piloting check.")
    printed, level = None, 0
    if thing := thing_of(state, target):
        printed, level = thing.reflex, thing.level
    for vehicle in facts.vehicles:
        for key, creature, _ in team_of(state, vehicle.key):
            if key == target:
                printed, level = creature.reflex, creature.level
    if printed is None:
        raise ChangeRefused("Its participant makes this save.")
    parts: tuple[NamedModifier, ...] = (NamedModifier("Reflex", printed),)
    if state.scale == "p2v" and level:
        parts = (*parts, NamedModifier(f"level {level}", -level))
    return BattleNumber("Reflex", parts)


@dataclass(frozen=True, slots=True)
class CollisionSaved(DiceEvent):
    """Something that no one plays makes its Reflex save against a collision."""

    kind = "collision-saved"
    of = VEHICLES_KEY
    by_organizer = True
    button = "Roll a Reflex save"

    save: EventKey

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        """Offer the saves that are to be made."""
        players = {participant.id for participant in state.participants}
        found = [(blow, hit) for blow, hit in open_saves(state) if hit.target not in players]
        return {"save": {save_key(blow, hit): save_name(state, blow, hit) for blow, hit in found}}

    def next_die(self, state: AdventureState, faces: tuple[int, ...]) -> NeededDie | None:
        """Return the d20 of the save."""
        _, hit = save_of_key(state, self.save)
        _reflex_of(state, hit.target)
        return None if faces else NeededDie("reflex", FACES, hit.target)

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Compare the die with the collision DC."""
        blow, hit = save_of_key(state, self.save)
        number, dc = _reflex_of(state, hit.target), collision_dc(state, blow.vehicle)
        state = self.with_dice(state, side)
        degree = check_degree(state.scale, self.faces[0], number.value, dc.value)
        text = f"{target_name(state, hit.target)}, Reflex: {self.faces[0]} {number.value:+d}"
        state = noted(state, with_minus(f"{text} against DC {dc.value}, {degree.value}."), blow.vehicle, hidden=True)
        state = noted(state, f"{target_name(state, hit.target)}: {degree.value}.", blow.vehicle)
        return with_saved(state, blow, hit.target, degree)


@dataclass(frozen=True, slots=True)
class VehicleSaved(DiceEvent):
    """A vehicle makes a save that its stat block lists, against a DC as it counts on the scale of the adventure."""

    kind = "vehicle-saved"
    of = VEHICLES_KEY
    by_organizer = True
    button = "Roll a vehicle’s save"

    vehicle: EventKey
    save: Annotated[str, one_of(SAVES)]
    dc: Annotated[int, integer(0, MAX_DC)]

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        """Offer the vehicles that list a save."""
        vehicles = vehicles_facts(state).vehicles
        found = (vehicle for vehicle in vehicles if any(printed_save(vehicle, save) is not None for save in SAVES))
        return {"vehicle": {vehicle.key: vehicle.name for vehicle in found}}

    def next_die(self, state: AdventureState, faces: tuple[int, ...]) -> NeededDie | None:
        """Return the d20 of the save."""
        vehicle = vehicle_of(state, self.vehicle)
        if vehicle_save(state, self.vehicle, self.save) is None:
            save = self.save.capitalize()
            raise ChangeRefused(f"{vehicle.name} lists no {save} save: its pilot attempts a piloting check instead.")
        return None if faces else NeededDie(self.save, FACES, self.vehicle)

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Tell how the save goes."""
        state, found = self.with_dice(state, side), vehicle_save(state, self.vehicle, self.save)
        by = found.value if found else 0
        degree = check_degree(state.scale, self.faces[0], by, self.dc)
        name = vehicle_of(state, self.vehicle).name
        text = f"{name}, {self.save.capitalize()}: {self.faces[0]} {by:+d} against DC {self.dc}, {degree.value}."
        if are_defenses_known(state, self.vehicle):
            return noted(state, text, self.vehicle)
        state = noted(state, text, self.vehicle, hidden=True)
        return noted(state, f"{name}, {self.save.capitalize()}: {degree.value}.", self.vehicle)

    def player_document(self, state: AdventureState) -> dict[str, Any] | None:
        """Show it, unless players do not know the numbers of the vehicle."""
        return adventure_event_document(self) if are_defenses_known(state, self.vehicle) else None


@dataclass(frozen=True, slots=True)
class BlowDropped(AdventureEvent):
    """The organizer takes a blow back that hurts no one after all."""

    kind = "blow-dropped"
    of = VEHICLES_KEY
    by_organizer = True
    button = "Drop damage"

    blow: EventKey
    reason: Reason

    @classmethod
    def options(cls, state: AdventureState) -> Mapping[str, Mapping[str, str]]:
        """Offer the blows that are not settled."""
        return {"blow": {str(blow.number): blow.name for blow in vehicles_state(state).blows}}

    def play(self, state: AdventureState, side: str | None) -> AdventureState:
        """Take it back."""
        own = vehicles_state(state)
        left = tuple(blow for blow in own.blows if str(blow.number) != self.blow)
        if len(left) == len(own.blows):
            raise ChangeRefused("This damage has already been dealt.")
        return state.with_own(replace(own, blows=left)).note(self.reason, hidden=True)

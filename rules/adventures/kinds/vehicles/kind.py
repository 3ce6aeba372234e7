"""The kind of adventures in which vehicles are driven."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.adventures.blocks import AdventureBlock
from rules.adventures.checks import CheckAction
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.vehicles.blocks import vehicle_blocks
from rules.adventures.kinds.vehicles.bringing import VehicleBrought
from rules.adventures.kinds.vehicles.documents import vehicles_document
from rules.adventures.kinds.vehicles.drawing import vehicles_summary
from rules.adventures.kinds.vehicles.events import (
    BlowRolled,
    CollisionNamed,
    CrewSeated,
    HitPointsSet,
    TargetDamaged,
    UncontrolledMoved,
    VehicleControlSet,
    VehiclePlaced,
)
from rules.adventures.kinds.vehicles.facts import VehiclesFacts, check_vehicles, vehicles_advice
from rules.adventures.kinds.vehicles.fighting import CollisionSaveAction, MountedWeaponAction, VehicleSaveAction
from rules.adventures.kinds.vehicles.piloting import (
    BoardAction,
    DriveAction,
    FullSpeedAction,
    RecklessDriveAction,
    RunOverAction,
    TakeControlAction,
)
from rules.adventures.kinds.vehicles.rounds import settled_vehicles, turn_over, vehicles_round_ended
from rules.adventures.kinds.vehicles.saving import BlowDropped, CollisionSaved, VehicleSaved
from rules.adventures.kinds.vehicles.shapes import VEHICLES_SHAPE
from rules.adventures.kinds.vehicles.state import (
    ACTIONS,
    VEHICLES_KEY,
    VehiclesState,
    begin_vehicles,
    vehicles_facts,
    vehicles_own,
)
from rules.adventures.kinds.vehicles.steering import (
    VehicleActionsSpent,
    VehicleBoarded,
    VehicleDrifted,
    VehicleMoved,
    VehicleSpeedChosen,
    VehicleStopped,
)
from rules.adventures.kinds.vehicles.views import hidden_vehicle_facts, player_vehicles_facts, player_vehicles_own
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack, Threshold
from rules.documents.shapes import Shape


class VehiclesKind(AdventureKind):
    """Vehicles: rounds of three actions in which they are driven, boarded, fired from, rammed and wrecked."""

    key = VEHICLES_KEY
    name = "Vehicles"
    about = "Carriages, ships and flying machines on a drawn plain: drive them, board them, ram them."
    facts_shape: ClassVar[Shape] = VEHICLES_SHAPE
    actions: ClassVar[tuple[CheckAction, ...]] = (
        DriveAction(),
        RecklessDriveAction(),
        FullSpeedAction(),
        RunOverAction(),
        TakeControlAction(),
        BoardAction(),
        MountedWeaponAction(),
        CollisionSaveAction(),
        VehicleSaveAction(),
    )
    events: ClassVar[tuple[type[Any], ...]] = (
        VehicleMoved,
        VehicleStopped,
        BlowRolled,
        VehicleBoarded,
        VehicleSpeedChosen,
        VehicleActionsSpent,
        CrewSeated,
        VehicleDrifted,
        UncontrolledMoved,
        CollisionNamed,
        CollisionSaved,
        TargetDamaged,
        VehicleSaved,
        VehiclePlaced,
        VehicleControlSet,
        HitPointsSet,
        BlowDropped,
        VehicleBrought,
    )

    def check_facts(self, facts: VehiclesFacts) -> None:
        """Refuse vehicles and things that cannot be played."""
        check_vehicles(facts)

    def advice(self, facts: VehiclesFacts) -> tuple[str, ...]:
        """Return what is missing in stat blocks."""
        return vehicles_advice(facts)

    def begin(self, facts: VehiclesFacts) -> VehiclesState:
        """Return every vehicle at its start."""
        return begin_vehicles(facts)

    def act_limit(self, state: AdventureState) -> int | None:
        """Return the three actions of a round."""
        return ACTIONS

    def hidden_facts(self, state: AdventureState) -> Mapping[str, str]:
        """Return hidden vehicles and things, and the numbers of the rivals’ vehicles."""
        return hidden_vehicle_facts(state)

    def player_facts(self, state: AdventureState) -> VehiclesFacts:
        """Return the facts without what players do not know."""
        return player_vehicles_facts(state)

    def player_own(self, state: AdventureState) -> VehiclesState:
        """Return where everything stands that players know of."""
        return player_vehicles_own(state)

    def own_document(self, state: AdventureState) -> dict[str, Any]:
        """Return every vehicle, what is to be settled, and the plain as it is drawn."""
        return vehicles_document(state)

    def tracks(self, state: AdventureState) -> tuple[AdventureTrack, ...]:
        """Return the Hit Points of the vehicles, with their Broken Thresholds."""
        facts, found = vehicles_facts(state), []
        for stand in vehicles_own(state).stands:
            vehicle = facts.by_key[stand.key]
            if not vehicle.is_veiled:
                broken = (Threshold(vehicle.broken_threshold, "Broken"),)
                name = f"{vehicle.name}: Hit Points"
                found.append(AdventureTrack(f"hp-{stand.key}", name, stand.hp, vehicle.hp, broken, is_diminishing=True))
        return tuple(found)

    def stat_blocks(self, state: AdventureState) -> tuple[AdventureBlock, ...]:
        """Return the vehicles."""
        return vehicle_blocks(state)

    def summary(self, state: AdventureState) -> tuple[str, ...]:
        """Return where every vehicle stands, or how it ended."""
        return vehicles_summary(state)

    def settled(self, state: AdventureState) -> AdventureState:
        """Deal damage that is known, and let go of controls whose pilot is gone."""
        return settled_vehicles(state)

    def passed(self, state: AdventureState, participant: str) -> AdventureState:
        """End the turn: momentum carries a vehicle on."""
        return turn_over(state, participant)

    def round_ended(self, state: AdventureState) -> AdventureState:
        """Move vehicles without a hand on them, and begin the counts anew."""
        return vehicles_round_ended(state)


VEHICLES = VehiclesKind()

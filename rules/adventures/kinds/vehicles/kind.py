"""The kind of adventures in which vehicles are driven."""

from __future__ import annotations

from rules.adventures.kind import AdventureKind
from rules.adventures.kinds.vehicles import bringing, events, saving, steering
from rules.adventures.kinds.vehicles.blocks import vehicle_blocks
from rules.adventures.kinds.vehicles.documents import vehicles_document
from rules.adventures.kinds.vehicles.drawing import vehicles_summary
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
from rules.adventures.kinds.vehicles.state import (
    ACTIONS,
    VEHICLES_KEY,
    begin_vehicles,
    vehicles_facts,
    vehicles_state,
)
from rules.adventures.kinds.vehicles.views import hidden_vehicle_facts, player_vehicles_facts, player_vehicles_state
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack, Threshold


def _act_limit(state: AdventureState) -> int | None:
    """Return the three actions of a round."""
    return ACTIONS


def _tracks(state: AdventureState) -> tuple[AdventureTrack, ...]:
    """Return the Hit Points of the vehicles, with their Broken Thresholds."""
    facts, found = vehicles_facts(state), []
    for stand in vehicles_state(state).stands:
        vehicle = facts.by_key[stand.key]
        if not vehicle.is_veiled:
            broken = (Threshold(vehicle.broken_threshold, "Broken"),)
            name = f"{vehicle.name}: Hit Points"
            found.append(AdventureTrack(f"hp-{stand.key}", name, stand.hp, vehicle.hp, broken, is_diminishing=True))
    return tuple(found)


VEHICLES = AdventureKind(
    key=VEHICLES_KEY,
    name="Vehicles",
    about="Carriages, ships and flying machines on a drawn plain: drive them, board them, ram them.",
    facts=VehiclesFacts,
    actions=(
        DriveAction(),
        RecklessDriveAction(),
        FullSpeedAction(),
        RunOverAction(),
        TakeControlAction(),
        BoardAction(),
        MountedWeaponAction(),
        CollisionSaveAction(),
        VehicleSaveAction(),
    ),
    events=(bringing, events, saving, steering),
    check_facts=check_vehicles,
    advice=vehicles_advice,
    begin=begin_vehicles,
    act_limit=_act_limit,
    hidden_facts=hidden_vehicle_facts,
    player_facts=player_vehicles_facts,
    player_own=player_vehicles_state,
    own_document=vehicles_document,
    tracks=_tracks,
    stat_blocks=vehicle_blocks,
    summary=vehicles_summary,
    settled=settled_vehicles,
    passed=turn_over,
    round_ended=vehicles_round_ended,
)
"""Vehicles: rounds of three actions in which they are driven, boarded, fired from, rammed and wrecked."""

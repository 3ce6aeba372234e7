"""Vehicles in the form of printed stat blocks, with their DCs on the scale of the adventure."""

from __future__ import annotations

from rules.adventures.blocks import AdventureBlock, block_lines, signed, skills_text
from rules.adventures.kinds.vehicles.facts import (
    BEYOND_DAMAGE,
    OBJECT_IMMUNITIES,
    DamagePoints,
    MountedWeapon,
    PlainThing,
    TeamCreature,
    Vehicle,
    VehicleSpeed,
    usual_piloting,
)
from rules.adventures.kinds.vehicles.geometry import turning_radius
from rules.adventures.kinds.vehicles.numbers import counteract_rank
from rules.adventures.kinds.vehicles.state import vehicles_facts
from rules.adventures.scales import Difficulty, Scale, dc_number
from rules.adventures.state import AdventureState
from rules.text import counted, with_minus


def vehicle_blocks(state: AdventureState) -> tuple[AdventureBlock, ...]:
    """Return the stat block of every vehicle and thing; of a view, of those that players know."""
    facts = vehicles_facts(state)
    return (
        *(_vehicle_block(vehicle, state.scale) for vehicle in facts.vehicles),
        *(_thing_block(plain_thing, state.scale) for plain_thing in facts.things),
    )


def _on_scale(number: int | None, scale: Scale, level: int) -> int | None:
    return number if number is None or scale != "p2v" else number - level


def _vehicle_block(vehicle: Vehicle, scale: Scale) -> AdventureBlock:
    known = not vehicle.is_veiled
    return AdventureBlock(
        title=vehicle.name,
        word=with_minus(f"Vehicle {vehicle.level}") if known else "Vehicle",
        traits=(vehicle.size, *vehicle.traits),
        about=vehicle.text,
        lines=block_lines((*_plain_lines(vehicle), *(_known_lines(vehicle, scale) if known else ()))),
    )


def _thing_block(thing: PlainThing, scale: Scale) -> AdventureBlock:
    """Return what is known of a creature or an object on the plain; a view of players has none of its numbers."""
    numbers = (
        ("AC", "" if thing.ac is None else str(_on_scale(thing.ac, scale, thing.level))),
        ("Reflex", signed(_on_scale(thing.reflex, scale, thing.level))),
        ("Hardness", str(thing.hardness) if thing.hardness else ""),
        ("HP", "" if thing.hp is None else str(thing.hp)),
    )
    return AdventureBlock(
        title=thing.name,
        word="Object" if thing.is_object else "Creature",
        traits=(thing.size,),
        about=thing.text,
        lines=block_lines(numbers),
    )


def _plain_lines(vehicle: Vehicle) -> tuple[tuple[str, str], ...]:
    """Return what anyone can see of a vehicle."""
    return (
        ("Price", vehicle.price),
        ("Space", f"{vehicle.length} feet long, {vehicle.width} feet wide, {vehicle.height} feet high"),
        ("Speed", "; ".join(_speed_text(speed) for speed in vehicle.speeds)),
        ("Team", "; ".join(_team_text(creature) for creature in vehicle.team)),
        ("Turning circle", f"radius {round(turning_radius(vehicle.length))} feet, 90° in {vehicle.length} feet"),
        ("Cover", _cover_text(vehicle)),
    )


def _known_lines(vehicle: Vehicle, scale: Scale) -> tuple[tuple[str, str], ...]:
    piloting = usual_piloting(vehicle, vehicle.speeds[0].propulsion)
    saves = (("Fort", vehicle.fortitude), ("Ref", vehicle.reflex), ("Will", vehicle.will))
    shown = (f"{word} {signed(_on_scale(by, scale, vehicle.level))}" for word, by in saves if by is not None)
    more = f" ({counted(vehicle.control_actions, 'action')} to take control)" if vehicle.control_actions > 1 else ""
    return (
        ("Crew", vehicle.crew),
        ("Passengers", "" if vehicle.passengers is None else str(vehicle.passengers)),
        ("Bulk", f"{vehicle.usual_bulk:,}" if vehicle.usual_bulk else ""),
        ("Piloting check", f"{skills_text(piloting, scale, vehicle.level)}{more}"),
        ("AC", str(_on_scale(vehicle.ac, scale, vehicle.level))),
        ("Saves", ", ".join(shown)),
        ("Hardness", str(vehicle.hardness)),
        ("HP", f"{vehicle.hp} (broken at {vehicle.broken_threshold})"),
        ("Immunities", ", ".join(dict.fromkeys(("object immunities", *vehicle.immunities)))),
        ("An object ignores", ", ".join((*OBJECT_IMMUNITIES, *BEYOND_DAMAGE))),
        ("Weaknesses", _points_text(vehicle.weaknesses)),
        ("Resistances", _points_text(vehicle.resistances)),
        ("Collision", _collision_text(vehicle, scale)),
        *((weapon.name, _weapon_text(weapon)) for weapon in vehicle.weapons),
        ("Dispelling", _dispelling_text(vehicle, scale)),
        ("Special", " ".join(vehicle.special)),
    )


def _speed_text(speed: VehicleSpeed) -> str:
    where = "" if speed.medium == "land" else {"water": "swim ", "air": "fly "}[speed.medium]
    return f"{where}{speed.feet} feet ({speed.propulsion})"


def _team_text(creature: TeamCreature) -> str:
    how = f"{creature.propulsion} by {creature.number} {creature.size}"
    speed = f", Speed {creature.speed} feet" if creature.speed is not None else ""
    return f"{creature.name}, {how}{speed}"


def _points_text(rows: tuple[DamagePoints, ...]) -> str:
    return ", ".join(f"{row.type} {row.by}" for row in rows)


def _cover_text(vehicle: Vehicle) -> str:
    if not vehicle.cover:
        return ""
    return f"{vehicle.cover}; when broken {vehicle.broken_cover or 'none'}"


def _collision_text(vehicle: Vehicle, scale: Scale) -> str:
    if not vehicle.collision:
        return ""
    return f"{vehicle.collision} {vehicle.collision_type} (DC {_on_scale(vehicle.collision_dc, scale, vehicle.level)})"


def _weapon_text(weapon: MountedWeapon) -> str:
    arc = "in all directions" if weapon.arc == "all" else f"to the {weapon.arc}"
    return f"{weapon.damage} {weapon.type}, range {weapon.range} feet {arc}, {counted(weapon.actions, 'action')}"


def _dispelling_text(vehicle: Vehicle, scale: Scale) -> str:
    if all(speed.propulsion != "magical" for speed in vehicle.speeds):
        return ""
    dc = dc_number(Difficulty(), scale, vehicle.level).value
    return f"counteract rank {counteract_rank(vehicle.level)}, DC {dc}"

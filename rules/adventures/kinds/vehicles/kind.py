"""The kind for driving vehicles: players' knowledge, and their stat blocks."""

from collections.abc import Mapping
from dataclasses import replace

from rules.adventures.fields import AdventureTrack, Difficulty, Scale, Threshold, dc_number
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines, signed, skills_text
from rules.adventures.kinds.vehicles import bringing, events, fighting, steering
from rules.adventures.kinds.vehicles.damage import settled_vehicles, turn_over, vehicles_round_ended
from rules.adventures.kinds.vehicles.drawing import vehicles_document, vehicles_summary
from rules.adventures.kinds.vehicles.facts import (
    BEYOND_DAMAGE,
    OBJECT_IMMUNITIES,
    DamagePoints,
    MountedWeapon,
    PlainThing,
    TeamCreature,
    Vehicle,
    VehiclesFacts,
    VehicleSpeed,
    check_vehicles,
    usual_piloting,
    vehicles_advice,
)
from rules.adventures.kinds.vehicles.fighting import CollisionSaveAction, MountedWeaponAction, VehicleSaveAction
from rules.adventures.kinds.vehicles.geometry import turning_radius
from rules.adventures.kinds.vehicles.numbers import counteract_rank
from rules.adventures.kinds.vehicles.piloting import (
    BoardAction,
    DriveAction,
    FullSpeedAction,
    RecklessDriveAction,
    RunOverAction,
    TakeControlAction,
)
from rules.adventures.kinds.vehicles.state import (
    ACTIONS,
    VEHICLES_KEY,
    VehiclesInPlay,
    VehiclesState,
    VehicleStand,
    begin_vehicles,
    defenses_key,
)
from rules.text import counted, with_minus


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
    """Return what is known of a creature or an object on the plain; a players' view has none of its numbers."""
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


_WHOLE, _BROKEN, _WRECKED = 3, 2, 0
"""Hit Points that show players only whether a vehicle is whole, broken or destroyed."""


def defenses_text(vehicle: Vehicle) -> str:
    """Return the numbers of a vehicle in one line, as printed."""
    return with_minus(
        f"{vehicle.name}: level {vehicle.level}, AC {vehicle.ac}, Hardness {vehicle.hardness}, HP {vehicle.hp}, "
        f"collision {vehicle.collision or 'none'}, DC {vehicle.collision_dc}"
    )


def _veiled(vehicle: Vehicle) -> Vehicle:
    return Vehicle(
        key=vehicle.key,
        name=vehicle.name,
        ac=0,
        hp=_WHOLE,
        broken_at=_BROKEN,
        speeds=vehicle.speeds,
        level=0,
        size=vehicle.size,
        traits=vehicle.traits,
        text=vehicle.text,
        length=vehicle.length,
        width=vehicle.width,
        height=vehicle.height,
        crew="",
        team=tuple(
            TeamCreature(creature.key, creature.name, creature.propulsion, creature.number, creature.size, hp=1)
            for creature in vehicle.team
        ),
        cover=vehicle.cover,
        broken_cover=vehicle.broken_cover,
        starts=vehicle.starts,
        is_veiled=True,
    )


def _veiled_stand(stand: VehicleStand, vehicle: Vehicle) -> VehicleStand:
    hp = _WRECKED if stand.hp <= 0 else _BROKEN if stand.hp <= vehicle.broken_threshold else _WHOLE
    return replace(stand, hp=hp, team_hp=tuple(min(points, 1) for points in stand.team_hp))


class VehiclesKind(AdventureKind):
    """Vehicles: rounds of three actions in which they are driven, boarded, fired from, rammed and wrecked."""

    key = VEHICLES_KEY
    name = "Vehicles"
    about = "Carriages, ships and flying machines on a drawn plain: drive them, board them, ram them."
    emblem = "ship-wheel"
    tint = "tide"
    facts = VehiclesFacts
    state = VehiclesInPlay
    actions = (
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
    acts_in_round = ACTIONS
    events = (bringing, events, fighting, steering)

    check_facts = staticmethod(check_vehicles)
    advice = staticmethod(vehicles_advice)
    begin = staticmethod(begin_vehicles)
    own_document = staticmethod(vehicles_document)
    summary = staticmethod(vehicles_summary)
    settled = staticmethod(settled_vehicles)
    passed = staticmethod(turn_over)
    round_ended = staticmethod(vehicles_round_ended)

    def hidden_facts(self, state: VehiclesInPlay) -> Mapping[str, str]:
        """Return hidden vehicles and things by their names, and the numbers of the rivals’ vehicles."""
        facts = state.facts
        texts = {vehicle.key: vehicle.name for vehicle in facts.vehicles if vehicle.hidden}
        texts |= {plain_thing.key: plain_thing.name for plain_thing in facts.things if plain_thing.hidden}
        if not facts.shows_rivals:
            for vehicle in facts.vehicles:
                if vehicle.starts == "rivals" and not vehicle.is_veiled:
                    texts[defenses_key(vehicle.key)] = defenses_text(vehicle)
        return texts

    def player_facts(self, state: VehiclesInPlay) -> VehiclesFacts:
        """Return the facts without hidden vehicles and things, and without numbers that players do not know."""
        facts = state.facts
        vehicles = tuple(
            vehicle if state.are_defenses_known(vehicle.key) else _veiled(vehicle)
            for vehicle in facts.vehicles
            if not state.is_secret_vehicle(vehicle.key)
        )
        things = (plain_thing for plain_thing in facts.things if not state.is_secret_vehicle(plain_thing.key))
        return replace(
            facts,
            vehicles=vehicles,
            things=tuple(
                replace(plain_thing, ac=None, reflex=None, hardness=0, hp=None, level=0) for plain_thing in things
            ),
        )

    def player_own(self, state: VehiclesInPlay) -> VehiclesState:
        """Return the places of everything that players know of."""
        own, facts = state.own, state.facts
        secret = {key for key in (*facts.by_key, *facts.thing_by_key) if state.is_secret_vehicle(key)}
        stands = tuple(
            stand if state.are_defenses_known(stand.key) else _veiled_stand(stand, facts.by_key[stand.key])
            for stand in own.stands
            if stand.key not in secret
        )
        return replace(
            own,
            stands=stands,
            thing_hp=(),
            aboard=tuple((who, "" if key in secret else key) for who, key in own.aboard),
            courses=tuple(course for course in own.courses if course.vehicle not in secret),
            blows=tuple(blow for blow in own.blows if blow.vehicle not in secret),
            taken=tuple((key, points) for key, points in own.taken if key not in secret),
        )

    def tracks(self, state: VehiclesInPlay) -> tuple[AdventureTrack, ...]:
        facts, tracks = state.facts, []
        for stand in state.own.stands:
            vehicle = facts.by_key[stand.key]
            if not vehicle.is_veiled:
                broken = (Threshold(vehicle.broken_threshold, "Broken"),)
                name = f"{vehicle.name}: Hit Points"
                tracks.append(
                    AdventureTrack(f"hp-{stand.key}", name, stand.hp, vehicle.hp, broken, is_diminishing=True)
                )
        return tuple(tracks)

    def stat_blocks(self, state: VehiclesInPlay) -> tuple[AdventureBlock, ...]:
        """Return the stat block of every vehicle and thing; of a view, of those that players know."""
        facts = state.facts
        return (
            *(_vehicle_block(vehicle, state.scale) for vehicle in facts.vehicles),
            *(_thing_block(plain_thing, state.scale) for plain_thing in facts.things),
        )


VEHICLES = VehiclesKind()

"""A game master's preparations for vehicles: their stat blocks, things on the plain, and the ground."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from rules.adventures.events.parts import MOST_DICE
from rules.adventures.fields import (
    MAX_DC,
    MAX_KEY,
    MAX_MODIFIER,
    MAX_PROSE,
    FactKey,
    FactName,
    FactProse,
    Level,
    ModifierOrNone,
    SkillDC,
    SkillDCs,
    Word,
)
from rules.documents.records import InDocument, records_of
from rules.documents.shapes import choice, integer, number, text_list
from rules.errors import RulesError
from rules.tables.sizes import BY_NAME, size

MOST_SIDES = 100
_AMOUNT = re.compile(r"(?:(\d{1,2})\s?d\s?(\d{1,3}))?\s?(?:([+−-]?)\s?(\d{1,3}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DiceAmount:
    """An amount given by dice: their number and sides, and a bonus."""

    dice: int = 0
    sides: int = 0
    added: int = 0

    def total(self, faces: tuple[int, ...]) -> int:
        """Return the sum for these faces, never below 0."""
        return max(sum(faces) + self.added, 0)


def dice_amount(text: str) -> DiceAmount:
    """Return an amount as people write it; raise ``RulesError`` for another text.

    >>> dice_amount("4d10+6"), dice_amount("12")
    (DiceAmount(dice=4, sides=10, added=6), DiceAmount(dice=0, sides=0, added=12))
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or not text.strip():
        raise RulesError(f"Write damage as “4d10+6” or “12”, not “{text[:20]}”.")
    dice, sides, sign, added = match.groups()
    amount = DiceAmount(int(dice or 0), int(sides or 0), int(added or 0) * (-1 if sign in ("−", "-") else 1))
    if amount.dice > MOST_DICE or amount.sides > MOST_SIDES:
        raise RulesError(f"At most {MOST_DICE} dice with at most {MOST_SIDES} sides.")
    if bool(amount.dice) != bool(amount.sides) or (dice is not None and not amount.dice) or (dice is None and sign):
        raise RulesError(f"Write damage as “4d10+6” or “12”, not “{text[:20]}”.")
    return amount


PropulsionType = Literal["alchemical", "magical", "pulled", "rowed", "wind"]
TravelMedium = Literal["land", "water", "air"]
CoverDegree = Literal["", "lesser", "standard", "greater"]
GroundTerrain = Literal["difficult", "greater difficult"]
FiringArc = Literal["all", "front", "right", "rear", "left"]
StartingCrew = Literal["", "party", "rivals"]

GROUND_TERRAINS: tuple[GroundTerrain, ...] = ("difficult", "greater difficult")
FIRING_ARCS: Mapping[FiringArc, int | None] = {"all": None, "front": 0, "right": 90, "rear": 180, "left": 270}
"""The middle of each arc in degrees from the heading; an arc reaches 45 degrees to both sides."""

USUAL_LORES = ("Driving Lore", "Piloting Lore")
PULLER_BULK = 100
SHIP_BULK = 1_000
FLYING_BULK = SHIP_BULK // 10
OBJECT_IMMUNITIES = ("bleed", "mental", "poison", "spirit", "vitality", "void")
"""Types of damage that never hurt an object."""
BEYOND_DAMAGE = ("death effects", "disease", "healing", "nonlethal attacks")
"""An object's further immunities."""
MANY_ACTIONS = 3
SEPARATORS = (":", "/")

MAX_VEHICLES = 12
MAX_THINGS = 40
MAX_PLAIN = 5_000
MAX_VEHICLE_LENGTH = 1_000
MAX_FEET = 1_000
MAX_VEHICLE_HP = 5_000
MOST_PARTS = 12

VehicleSize = Annotated[str, choice(tuple(BY_NAME), needed=True)]
Feet = Annotated[int, integer(0, MAX_PLAIN)]
HitPoints = Annotated[int, integer(1, MAX_VEHICLE_HP)]
Hardness = Annotated[int, integer(0, MAX_MODIFIER)]
Actions = Annotated[int, integer(1, MANY_ACTIONS)]
Dc = Annotated[int, integer(0, MAX_DC)]


@dataclass(frozen=True, slots=True)
class Propulsion:
    """A way to power a vehicle, and the usual piloting skills of such vehicles."""

    type: PropulsionType
    skills: tuple[str, ...]


PROPULSIONS: Mapping[PropulsionType, Propulsion] = {
    row.type: row
    for row in (
        Propulsion("alchemical", ("Crafting",)),
        Propulsion("magical", ("Arcana", "Nature", "Occultism", "Religion")),
        Propulsion("pulled", ("Nature", "Diplomacy", "Intimidation")),
        Propulsion("rowed", ("Diplomacy", "Intimidation")),
        Propulsion("wind", ("Nature",)),
    )
}


@dataclass(frozen=True, slots=True)
class VehicleSpeed:
    """A Speed of a vehicle in feet per move, its propulsion, and where it works."""

    feet: Annotated[int, integer(0, MAX_FEET)]
    propulsion: PropulsionType
    medium: TravelMedium = "land"


@dataclass(frozen=True, slots=True)
class TeamCreature:
    """Creatures that pull or row a vehicle: ``number`` alike ones. Speed in feet; HP are those of each."""

    key: FactKey
    name: FactName
    propulsion: PropulsionType = "pulled"
    number: Annotated[int, integer(1, 500)] = 1
    size: VehicleSize = "Large"
    level: Level = 1
    speed: Annotated[int | None, number(0, MAX_FEET)] = None
    reflex: ModifierOrNone = None
    hp: HitPoints = 10
    is_sapient: Annotated[bool, InDocument(key="sapient")] = False


@dataclass(frozen=True, slots=True)
class DamagePoints:
    """A type of damage with the points of a weakness or a resistance against it."""

    type: Word
    by: Annotated[int, integer(1, MAX_MODIFIER)]


DamagePointsList = Annotated[tuple[DamagePoints, ...], records_of(DamagePoints, MOST_PARTS)]


@dataclass(frozen=True, slots=True)
class MountedWeapon:
    """A weapon on a vehicle: damage as dice, range in feet, the arc in which it fires, and the actions it takes."""

    key: FactKey
    name: FactName
    damage: Word
    type: Word = "piercing"
    range: Annotated[int, integer(5, MAX_PLAIN)] = 120
    arc: FiringArc = "all"
    actions: Actions = 2


@dataclass(frozen=True, kw_only=True)
class Vehicle:
    """A vehicle as on its stat block, on the scale of Pathfinder, and its starting place.

    Lengths and places are in feet; ``x`` increases to the east and ``y`` to the south, ``heading`` in degrees from
    north over east. ``starts`` says who begins aboard. In players' views, ``is_veiled`` marks a stat block of which
    they know only what is visible.
    """

    key: FactKey
    name: FactName
    level: Level = 1
    size: VehicleSize = "Large"
    traits: Annotated[tuple[str, ...], text_list(MOST_PARTS, MAX_KEY)] = ()
    text: FactProse = ""
    price: FactName = ""
    length: Annotated[int, integer(5, MAX_VEHICLE_LENGTH)] = 10
    width: Annotated[int, integer(5, MAX_VEHICLE_LENGTH)] = 5
    height: Annotated[int, integer(5, MAX_VEHICLE_LENGTH)] = 5
    bulk: Annotated[int | None, number(0, 100_000)] = None
    crew: FactName = "1 pilot"
    passengers: Annotated[int | None, number(0, 9_999)] = None
    piloting: SkillDCs = ()
    ac: Dc
    fortitude: ModifierOrNone = None
    reflex: ModifierOrNone = None
    will: ModifierOrNone = None
    hardness: Hardness = 0
    hp: HitPoints
    broken_at: Annotated[int | None, number(0, MAX_VEHICLE_HP)] = None
    immunities: Annotated[tuple[str, ...], text_list(MOST_PARTS, MAX_KEY)] = ()
    weaknesses: DamagePointsList = ()
    resistances: DamagePointsList = ()
    speeds: Annotated[tuple[VehicleSpeed, ...], records_of(VehicleSpeed, MOST_PARTS)]
    team: Annotated[tuple[TeamCreature, ...], records_of(TeamCreature, MOST_PARTS)] = ()
    collision: Word = ""
    collision_type: Word = "bludgeoning"
    collision_dc: Dc = 10
    weapons: Annotated[tuple[MountedWeapon, ...], records_of(MountedWeapon, MOST_PARTS)] = ()
    cover: CoverDegree = ""
    broken_cover: CoverDegree = ""
    control_actions: Actions = 1
    special: Annotated[tuple[str, ...], text_list(MOST_PARTS, MAX_PROSE)] = ()
    starts: StartingCrew = ""
    x: Feet = 0
    y: Feet = 0
    heading: Annotated[int, integer(0, 359)] = 0
    altitude: Feet = 0
    hidden: bool = False
    is_veiled: Annotated[bool, InDocument(key="veiled")] = False

    @property
    def broken_threshold(self) -> int:
        """The Hit Points at which it is broken: half of all unless another number is printed."""
        return self.hp // 2 if self.broken_at is None else self.broken_at

    @property
    def usual_bulk(self) -> int:
        """Its capacity: as printed, or by the table for pulled, water and flying vehicles."""
        if self.bulk is not None:
            return self.bulk
        mediums = {speed.medium for speed in self.speeds}
        if "air" in mediums:
            return FLYING_BULK
        if "water" in mediums:
            return SHIP_BULK
        # 100 Bulk for each Large creature that pulls. "Size, Space, and Capacity".
        pulling = (
            creature
            for creature in self.team
            if creature.propulsion == "pulled" and size(creature.size).rank >= size("Large").rank
        )
        return PULLER_BULK * sum(creature.number for creature in pulling)


@dataclass(frozen=True, slots=True)
class PlainThing:
    """A creature or an object on the plain that no one plays. Printed numbers; ``x`` and ``y`` are its middle, in feet.

    Without ``hp`` only the damage that it has taken is counted; without ``height`` it is as high as its size.
    """

    key: FactKey
    name: FactName
    size: VehicleSize = "Medium"
    level: Level = 0
    x: Feet = 0
    y: Feet = 0
    ac: Annotated[int | None, number(0, MAX_DC)] = None
    reflex: ModifierOrNone = None
    hardness: Hardness = 0
    hp: Annotated[int | None, number(1, MAX_VEHICLE_HP)] = None
    height: Annotated[int | None, number(0, MAX_PLAIN)] = None
    is_object: Annotated[bool, InDocument(key="object")] = False
    text: FactProse = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class PlainGround:
    """A stretch of difficult ground: its upper left corner, its width to the east, its depth to the south, in feet."""

    name: FactName
    terrain: GroundTerrain
    x: Feet
    y: Feet
    width: Annotated[int, integer(5, MAX_PLAIN)]
    depth: Annotated[int, integer(5, MAX_PLAIN)]


@dataclass(frozen=True)
class VehiclesFacts:
    """The vehicles, the other things on the plain, and its size, in feet.

    ``shows_dcs`` lets players see DCs of piloting; ``shows_rivals`` lets them see the numbers of the rivals’ vehicles.
    """

    vehicles: Annotated[tuple[Vehicle, ...], records_of(Vehicle, MAX_VEHICLES)]
    things: Annotated[tuple[PlainThing, ...], records_of(PlainThing, MAX_THINGS)] = ()
    grounds: Annotated[tuple[PlainGround, ...], records_of(PlainGround, MAX_THINGS)] = ()
    width: Annotated[int, integer(50, MAX_PLAIN)] = 300
    depth: Annotated[int, integer(50, MAX_PLAIN)] = 300
    shows_dcs: bool = True
    shows_rivals: bool = False

    @cached_property
    def by_key(self) -> Mapping[str, Vehicle]:
        """The vehicles by their keys."""
        return {vehicle.key: vehicle for vehicle in self.vehicles}

    @cached_property
    def thing_by_key(self) -> Mapping[str, PlainThing]:
        """The things on the plain by their keys."""
        return {plain_thing.key: plain_thing for plain_thing in self.things}


def usual_piloting(vehicle: Vehicle, propulsion: PropulsionType) -> tuple[SkillDC, ...]:
    """Return the skills of piloting checks: those of the stat block, or the usual ones of the propulsion."""
    if vehicle.piloting:
        return vehicle.piloting
    skills = PROPULSIONS[propulsion].skills
    if propulsion == "pulled":
        # Nature for animals; who can be talked to is led by Diplomacy or Intimidation. "Pulled".
        pulling = [creature.is_sapient for creature in vehicle.team if creature.propulsion == "pulled"]
        skills = skills[1:] if pulling and all(pulling) else skills[:1]
    return tuple(SkillDC(skill) for skill in (*USUAL_LORES, *skills))


def team_key(vehicle: Vehicle, creature: TeamCreature) -> str:
    """Return the key under which creatures that pull or row a vehicle are hit."""
    return f"{vehicle.key}/{creature.key}"


def check_vehicles(facts: VehiclesFacts) -> None:
    """Raise ``RulesError`` for vehicles and things that cannot be played."""
    if not facts.vehicles:
        raise RulesError("There must be at least one vehicle.")
    keys = [*(vehicle.key for vehicle in facts.vehicles), *(plain_thing.key for plain_thing in facts.things)]
    if len(set(keys)) != len(keys):
        raise RulesError("Two vehicles or things have the same key.")
    if any(mark in key for key in keys for mark in SEPARATORS):
        raise RulesError("A key cannot have a colon or a slash.")
    for word in (*(vehicle.size for vehicle in facts.vehicles), *(plain_thing.size for plain_thing in facts.things)):
        size(word)
    for vehicle in facts.vehicles:
        _check_vehicle(vehicle)


def _check_vehicle(vehicle: Vehicle) -> None:
    if not vehicle.speeds:
        raise RulesError(f"{vehicle.name} has no Speed.")
    if vehicle.broken_threshold >= vehicle.hp:
        raise RulesError(f"{vehicle.name} is broken from the start.")
    for amount in (vehicle.collision, *(weapon.damage for weapon in vehicle.weapons)):
        if amount:
            dice_amount(amount)
    for keys in ([weapon.key for weapon in vehicle.weapons], [creature.key for creature in vehicle.team]):
        if len(set(keys)) != len(keys) or any(mark in key for key in keys for mark in SEPARATORS):
            raise RulesError(f"Each weapon and creature of {vehicle.name} needs a key of its own.")
    for creature in vehicle.team:
        size(creature.size)
        if creature.propulsion not in ("pulled", "rowed"):
            raise RulesError(f"{creature.name} can pull {vehicle.name} or row it.")


def vehicles_advice(facts: VehiclesFacts) -> tuple[str, ...]:
    """Return what a game master may want to fix in the facts of vehicles."""
    return tuple(_advice(facts))


def _advice(facts: VehiclesFacts) -> Iterator[str]:
    for vehicle in facts.vehicles:
        needs = {speed.propulsion for speed in vehicle.speeds} & {"pulled", "rowed"}
        if missing := sorted(needs - {creature.propulsion for creature in vehicle.team}):
            yield f"{vehicle.name} is {missing[0]}, and no creatures are listed that do it."
        if not vehicle.collision:
            yield f"{vehicle.name} deals no collision damage."
        if not (0 <= vehicle.x <= facts.width and 0 <= vehicle.y <= facts.depth):
            yield f"{vehicle.name} begins off the plain."
        if BY_NAME[vehicle.size].rank < BY_NAME["Large"].rank:
            yield f"{vehicle.name} is smaller than most vehicles, which are Large or larger."

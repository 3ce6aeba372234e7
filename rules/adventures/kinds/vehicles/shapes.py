"""How documents write the facts of vehicles."""

from __future__ import annotations

from rules.adventures.difficulties import SKILL_DCS
from rules.adventures.kinds.vehicles.facts import (
    COVER_DEGREES,
    FIRING_ARCS,
    GROUND_TERRAINS,
    MANY_ACTIONS,
    PROPULSIONS,
    STARTING_CREWS,
    TRAVEL_MEDIUMS,
    DamagePoints,
    MountedWeapon,
    PlainGround,
    PlainThing,
    TeamCreature,
    Vehicle,
    VehiclesFacts,
    VehicleSpeed,
)
from rules.adventures.participants import MAX_MODIFIER
from rules.adventures.scales import HIGHEST_LEVEL, LOWEST_LEVEL, MAX_DC
from rules.adventures.tracks import MAX_PROSE
from rules.documents.shapes import (
    REQUIRED,
    RecordField,
    Shape,
    choice,
    flag,
    integer,
    number,
    record,
    records,
    text,
    text_list,
)
from rules.lengths import MAX_NAME
from rules.tables.sizes import BY_NAME

MAX_VEHICLES = 12
MAX_THINGS = 40
MAX_PLAIN = 5_000
MAX_VEHICLE_LENGTH = 1_000
MAX_FEET = 1_000
MAX_VEHICLE_HP = 5_000
MAX_WORD = 40
MOST_PARTS = 12

_KEY = text(MAX_WORD)
_NAME = text(MAX_NAME)
_WORD = text(MAX_WORD)
_DC = integer(0, MAX_DC)
_SAVE = number(-MAX_MODIFIER, MAX_MODIFIER)
_SIZE = choice(tuple(BY_NAME), needed=True)
_PLACE = integer(0, MAX_PLAIN)
_LEVEL = integer(LOWEST_LEVEL, HIGHEST_LEVEL)
_PROPULSION = choice(tuple(PROPULSIONS), needed=True)
_ACTIONS = integer(1, MANY_ACTIONS)
_POINTS = records(
    DamagePoints,
    (
        RecordField("type", _WORD, REQUIRED, always=True),
        RecordField("by", integer(1, MAX_MODIFIER), REQUIRED, always=True),
    ),
    high=MOST_PARTS,
)
_SPEEDS = records(
    VehicleSpeed,
    (
        RecordField("feet", integer(0, MAX_FEET), REQUIRED, always=True),
        RecordField("propulsion", _PROPULSION, REQUIRED, always=True),
        RecordField("medium", choice(TRAVEL_MEDIUMS, needed=True), "land"),
    ),
    high=MOST_PARTS,
)
_TEAM = records(
    TeamCreature,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("propulsion", _PROPULSION, "pulled"),
        RecordField("number", integer(1, 500), 1),
        RecordField("size", _SIZE, "Large"),
        RecordField("level", _LEVEL, 1),
        RecordField("speed", number(0, MAX_FEET), None),
        RecordField("reflex", _SAVE, None),
        RecordField("hp", integer(1, MAX_VEHICLE_HP), 10),
        RecordField("is_sapient", flag(), False, key="sapient"),
    ),
    high=MOST_PARTS,
)
_WEAPONS = records(
    MountedWeapon,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("damage", _WORD, REQUIRED, always=True),
        RecordField("type", _WORD, "piercing"),
        RecordField("range", integer(5, MAX_PLAIN), 120),
        RecordField("arc", choice(tuple(FIRING_ARCS), needed=True), "all"),
        RecordField("actions", _ACTIONS, 2),
    ),
    high=MOST_PARTS,
)
_VEHICLES = records(
    Vehicle,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("level", _LEVEL, 1),
        RecordField("size", _SIZE, "Large"),
        RecordField("traits", text_list(MOST_PARTS, MAX_WORD), ()),
        RecordField("text", text(MAX_PROSE), ""),
        RecordField("price", _NAME, ""),
        RecordField("length", integer(5, MAX_VEHICLE_LENGTH), 10),
        RecordField("width", integer(5, MAX_VEHICLE_LENGTH), 5),
        RecordField("height", integer(5, MAX_VEHICLE_LENGTH), 5),
        RecordField("bulk", number(0, 100_000), None),
        RecordField("crew", _NAME, "1 pilot"),
        RecordField("passengers", number(0, 9_999), None),
        RecordField("piloting", SKILL_DCS, ()),
        RecordField("ac", _DC, REQUIRED, always=True),
        RecordField("fortitude", _SAVE, None),
        RecordField("reflex", _SAVE, None),
        RecordField("will", _SAVE, None),
        RecordField("hardness", integer(0, MAX_MODIFIER), 0),
        RecordField("hp", integer(1, MAX_VEHICLE_HP), REQUIRED, always=True),
        RecordField("broken_at", number(0, MAX_VEHICLE_HP), None),
        RecordField("immunities", text_list(MOST_PARTS, MAX_WORD), ()),
        RecordField("weaknesses", _POINTS, ()),
        RecordField("resistances", _POINTS, ()),
        RecordField("speeds", _SPEEDS, REQUIRED, always=True),
        RecordField("team", _TEAM, ()),
        RecordField("collision", _WORD, ""),
        RecordField("collision_type", _WORD, "bludgeoning"),
        RecordField("collision_dc", _DC, 10),
        RecordField("weapons", _WEAPONS, ()),
        RecordField("cover", choice(("", *COVER_DEGREES), needed=True), ""),
        RecordField("broken_cover", choice(("", *COVER_DEGREES), needed=True), ""),
        RecordField("control_actions", _ACTIONS, 1),
        RecordField("special", text_list(MOST_PARTS, MAX_PROSE), ()),
        RecordField("starts", choice(("", *STARTING_CREWS), needed=True), ""),
        RecordField("x", _PLACE, 0),
        RecordField("y", _PLACE, 0),
        RecordField("heading", integer(0, 359), 0),
        RecordField("altitude", integer(0, MAX_PLAIN), 0),
        RecordField("hidden", flag(), False),
        RecordField("is_veiled", flag(), False, key="veiled"),
    ),
    high=MAX_VEHICLES,
)
_THINGS = records(
    PlainThing,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("size", _SIZE, "Medium"),
        RecordField("level", _LEVEL, 0),
        RecordField("x", _PLACE, 0),
        RecordField("y", _PLACE, 0),
        RecordField("ac", number(0, MAX_DC), None),
        RecordField("reflex", _SAVE, None),
        RecordField("hardness", integer(0, MAX_MODIFIER), 0),
        RecordField("hp", number(1, MAX_VEHICLE_HP), None),
        RecordField("height", number(0, MAX_PLAIN), None),
        RecordField("is_object", flag(), False, key="object"),
        RecordField("text", text(MAX_PROSE), ""),
        RecordField("hidden", flag(), False),
    ),
    high=MAX_THINGS,
)
_GROUNDS = records(
    PlainGround,
    (
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("terrain", choice(GROUND_TERRAINS, needed=True), REQUIRED, always=True),
        RecordField("x", _PLACE, REQUIRED, always=True),
        RecordField("y", _PLACE, REQUIRED, always=True),
        RecordField("width", integer(5, MAX_PLAIN), REQUIRED, always=True),
        RecordField("depth", integer(5, MAX_PLAIN), REQUIRED, always=True),
    ),
    high=MAX_THINGS,
)
VEHICLES_SHAPE: Shape = record(
    VehiclesFacts,
    (
        RecordField("vehicles", _VEHICLES, REQUIRED, always=True),
        RecordField("things", _THINGS, ()),
        RecordField("grounds", _GROUNDS, ()),
        RecordField("width", integer(50, MAX_PLAIN), 300),
        RecordField("depth", integer(50, MAX_PLAIN), 300),
        RecordField("shows_dcs", flag(), True),
        RecordField("shows_rivals", flag(), False),
    ),
)
"""How documents write the facts of vehicles."""

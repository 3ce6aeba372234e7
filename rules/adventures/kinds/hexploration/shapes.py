"""How documents write the map of a hexploration."""

from __future__ import annotations

from rules.adventures.difficulties import SKILL_DCS
from rules.adventures.events.parts import MAX_KEY
from rules.adventures.kinds.hexploration.facts import (
    MOST_COLUMNS,
    MOST_HEXES,
    MOST_ROWS,
    HexCourse,
    HexEncounterEntry,
    HexplorationFacts,
    MapHex,
)
from rules.adventures.kinds.hexploration.tables import (
    ENCOUNTER_TYPES,
    HEX_DIFFICULTIES,
    HEX_FEATURES,
    HEX_TERRAINS,
)
from rules.adventures.scales import HIGHEST_LEVEL, LOWEST_LEVEL, SIMPLE_DCS
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

MAX_LABEL = 4
MAX_COURSE = 1_000
MOST_COURSES = 100
MOST_ENCOUNTERS = 200

_LABEL = text(MAX_LABEL)
_TERRAIN = choice(HEX_TERRAINS, nullable=True)
_RANK = choice(tuple(SIMPLE_DCS), needed=True)
_LEVEL = number(LOWEST_LEVEL, HIGHEST_LEVEL)
_COURSE = (RecordField("course", text(MAX_COURSE), REQUIRED, always=True), RecordField("name", text(MAX_NAME), ""))
MAP_HEX = (
    RecordField("key", _LABEL, REQUIRED, always=True),
    RecordField("terrain", _TERRAIN, None),
    RecordField("difficulty", choice(HEX_DIFFICULTIES, nullable=True), None),
    RecordField("feature", choice(HEX_FEATURES, needed=True), "standard"),
    RecordField("name", text(MAX_NAME), ""),
    RecordField("text", text(MAX_PROSE), ""),
    RecordField("skills", SKILL_DCS, ()),
)
MAP_HEXES = records(MapHex, MAP_HEX, high=MOST_HEXES)
ROADS = records(HexCourse, _COURSE, high=MOST_COURSES)
RIVERS = records(HexCourse, (*_COURSE, RecordField("rapids", flag(), False)), high=MOST_COURSES)
_ENCOUNTERS = records(
    HexEncounterEntry,
    (
        RecordField("key", text(MAX_KEY), REQUIRED, always=True),
        RecordField("type", choice(ENCOUNTER_TYPES, needed=True), REQUIRED, always=True),
        RecordField("name", text(MAX_NAME), REQUIRED, always=True),
        RecordField("text", text(MAX_PROSE), ""),
        RecordField("terrain", _TERRAIN, None),
        RecordField("tag", text(MAX_NAME), ""),
        RecordField("lowest", _LEVEL, None),
        RecordField("highest", _LEVEL, None),
    ),
    high=MOST_ENCOUNTERS,
)
HEXPLORATION_SHAPE: Shape = record(
    HexplorationFacts,
    (
        RecordField("region", text(MAX_NAME), REQUIRED, always=True),
        RecordField("columns", integer(1, MOST_COLUMNS), REQUIRED, always=True),
        RecordField("rows", integer(1, MOST_ROWS), REQUIRED, always=True),
        RecordField("start", _LABEL, REQUIRED, always=True),
        RecordField("terrain", text_list(MOST_ROWS, MOST_COLUMNS), ()),
        RecordField("hexes", MAP_HEXES, ()),
        RecordField("roads", ROADS, ()),
        RecordField("rivers", RIVERS, ()),
        RecordField("encounters", _ENCOUNTERS, ()),
        RecordField("camp", _RANK, "trained"),
        RecordField("mapping", _RANK, "trained"),
        RecordField("subsisting", _RANK, "trained"),
        RecordField("navigating", _RANK, "trained"),
        RecordField("shows_terrain", flag(), False),
        RecordField("shows_dcs", flag(), False),
    ),
)
"""How documents write the facts of hexploration."""

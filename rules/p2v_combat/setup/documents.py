"""The plan of a table as a battle's document holds it (docs/battles.md, "The table")."""

from __future__ import annotations

from typing import Any, get_args

from rules.combat.sides import SIDE_KEYS
from rules.dice import Roll, RollSource
from rules.documents import Fields, fail
from rules.documents.shapes import (
    REQUIRED,
    RecordField,
    Shape,
    choice,
    flag,
    integer,
    number,
    numbers,
    record,
    records,
    text,
    text_list,
)
from rules.lengths import MAX_ROSTER_NAME
from rules.p2v_combat.setup.deploying import ALTERNATIVES
from rules.p2v_combat.setup.faults import contradictions
from rules.p2v_combat.setup.objectives import SPECIAL_KINDS, STANDARD_KINDS
from rules.p2v_combat.setup.plan import (
    BOARDS_BY_KEY,
    CONDITIONS_BY_KEY,
    OBSTACLE,
    STEPS,
    TERRAIN_TYPES,
    TILES_BY_KEY,
    BoardEdge,
    BoardMarker,
    PlacedObjective,
    PlacingOrder,
    SealedChoice,
    SecretChoice,
    SpecialStart,
    StepAgreement,
    TablePlan,
    TerrainPiece,
    TerrainStyle,
    ZoneChoice,
)
from rules.roster.documents import MAX_KEY
from rules.tables.boards import BOARDS
from rules.tables.damage import DAMAGE_TYPES
from rules.tables.deployments import PLAYERS
from rules.tables.positioning import POSITIONING_UPGRADES
from rules.tables.victory_conditions import STANDARD

MAX_SQUARE = max(board.width for board in BOARDS)
MAX_POINTS = 1_000_000
MAX_PIECES = 200
MAX_MARKERS = 100
MAX_ROLLS = 500
SEAL_DIGITS = 64
NO_SIDE = ("", *SIDE_KEYS)


def _write_halves(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _read_halves(read: Fields, name: str) -> float:
    value = read.raw.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_SQUARE or value * 2 % 1:
        fail("document.value", read.at(name), f"Expected a number of halves from 0 to {MAX_SQUARE}.")
    return float(value)


HALVES = Shape(_write_halves, _read_halves, {"type": "number", "multipleOf": 0.5})
"""A coordinate that is a whole number or ends in .5."""


def _read_place(read: Fields, name: str) -> tuple[str | int, ...]:
    parts = read.sequence(name, high=20)
    if not parts or not all(type(part) in (str, int) for part in parts):
        fail("document.type", read.at(name), "Expected a list of words and whole numbers.")
    return tuple(parts)


ROLL_PLACE = Shape(list, _read_place, {"type": "array", "items": {"type": ["string", "integer"]}})

_SQUARE = (
    RecordField("x", integer(0, MAX_SQUARE), default=REQUIRED, always=True),
    RecordField("y", integer(0, MAX_SQUARE), default=REQUIRED, always=True),
)
_SIDE = RecordField("side", choice(NO_SIDE, needed=True), default="")
_UPGRADES = tuple(row.key for row in POSITIONING_UPGRADES)
_KINDS = (OBSTACLE, *TERRAIN_TYPES, *TILES_BY_KEY)

TERRAIN = records(
    TerrainPiece,
    (
        RecordField("id", text(MAX_ROSTER_NAME), default=REQUIRED, always=True),
        RecordField("kind", choice(_KINDS, needed=True), default=REQUIRED, always=True),
        *_SQUARE,
        RecordField("width", integer(1, MAX_SQUARE), default=REQUIRED, always=True),
        RecordField("height", integer(1, MAX_SQUARE), default=REQUIRED, always=True),
        RecordField("turned", integer(0, 3), default=0),
        _SIDE,
        RecordField("damage_type", choice(("", *(row.name for row in DAMAGE_TYPES)), needed=True), default=""),
        RecordField("label", text(MAX_ROSTER_NAME), default=""),
    ),
    high=MAX_PIECES,
)
PLACED_OBJECTIVES = records(
    PlacedObjective,
    (
        RecordField("kind", choice((*STANDARD_KINDS, *SPECIAL_KINDS), needed=True), default=REQUIRED, always=True),
        *_SQUARE,
        _SIDE,
        RecordField("face", number(1, 6), default=None),
        RecordField("creature", text(MAX_KEY), default=""),
        RecordField("creature_power", number(0, 100), default=None),
    ),
)
MARKERS = records(
    BoardMarker,
    (
        RecordField("kind", text(MAX_ROSTER_NAME), default=REQUIRED, always=True),
        RecordField("x", HALVES, default=REQUIRED, always=True),
        RecordField("y", HALVES, default=REQUIRED, always=True),
        _SIDE,
        RecordField("creature", text(MAX_KEY), default=""),
    ),
    high=MAX_MARKERS,
)
ZONES = records(
    ZoneChoice,
    (
        RecordField("side", choice(SIDE_KEYS, needed=True), default=REQUIRED, always=True),
        RecordField("zone", choice(tuple(PLAYERS), needed=True), default=REQUIRED, always=True),
    ),
)
TABLE_ROLLS = records(
    Roll,
    (
        RecordField("sides", integer(2, 1_000), default=REQUIRED, always=True),
        RecordField("faces", numbers(), default=REQUIRED, always=True),
        RecordField("reason", text(MAX_ROSTER_NAME), default=REQUIRED, always=True),
        RecordField("source", choice(get_args(RollSource), needed=True), default=REQUIRED, always=True),
        RecordField("place", ROLL_PLACE, default=REQUIRED, always=True),
    ),
    high=MAX_ROLLS,
)
STARTS = records(
    SpecialStart,
    (
        RecordField("creature", text(MAX_ROSTER_NAME), default=REQUIRED, always=True),
        RecordField("side", choice(SIDE_KEYS, needed=True), default=REQUIRED, always=True),
        RecordField("upgrade", choice(_UPGRADES, needed=True), default=REQUIRED, always=True),
        RecordField("width", integer(1, 4), default=1),
    ),
)
_SECRET = (
    RecordField("side", choice(NO_SIDE, needed=True), default=REQUIRED, always=True),
    RecordField("purpose", text(MAX_ROSTER_NAME), default=REQUIRED, always=True),
)
SEALS = records(
    SealedChoice, (*_SECRET, RecordField("digest", text(SEAL_DIGITS), default=REQUIRED, always=True, key="seal"))
)
REVEALED = records(
    SecretChoice,
    (
        *_SECRET,
        RecordField("choice", text(), default=REQUIRED, always=True),
        RecordField("salt", text(SEAL_DIGITS), default=REQUIRED, always=True),
    ),
)
AGREEMENTS = records(
    StepAgreement,
    (
        RecordField("step", choice(STEPS, needed=True), default=REQUIRED, always=True),
        RecordField("sides", text_list(len(SIDE_KEYS)), default=()),
        RecordField("skipped", flag(), default=False),
    ),
)

_PLAN = record(
    TablePlan,
    (
        RecordField("sides", text_list(len(SIDE_KEYS)), default=REQUIRED, always=True),
        RecordField("points", integer(0, MAX_POINTS), default=REQUIRED, always=True),
        RecordField("board_key", choice(tuple(BOARDS_BY_KEY), needed=True), default=REQUIRED, always=True, key="board"),
        RecordField("is_gridless", flag(), default=False, key="gridless"),
        RecordField("is_3d", flag(), default=False, key="3d"),
        RecordField("first_placer", choice(SIDE_KEYS, needed=True), default="a"),
        RecordField("terrain_style", choice(get_args(TerrainStyle), needed=True), default="pieces"),
        RecordField("terrain", TERRAIN, default=()),
        RecordField("shuffle", integer(0, MAX_POINTS), default=0),
        RecordField("victory", choice(tuple(CONDITIONS_BY_KEY), needed=True), default=STANDARD.key, always=True),
        RecordField("lone_side", choice(NO_SIDE, needed=True), default=""),
        RecordField("edge", choice(get_args(BoardEdge), needed=True), default=""),
        RecordField("markers", MARKERS, default=()),
        RecordField("objective_count", number(1, 6), default=None),
        RecordField("is_spaced", flag(), default=False, key="spaced"),
        RecordField("objectives", PLACED_OBJECTIVES, default=()),
        RecordField("deployment", choice(("", *ALTERNATIVES), needed=True), default=""),
        RecordField("order", choice(get_args(PlacingOrder), needed=True), default="usual"),
        RecordField("is_mirrored", flag(), default=False, key="mirrored"),
        RecordField("first_chooser", choice(NO_SIDE, needed=True), default=""),
        RecordField("zones", ZONES, default=()),
        RecordField("body_count", number(0, MAX_MARKERS), default=None),
        RecordField("bodies", MARKERS, default=()),
        RecordField("battle", text(MAX_KEY), default=""),
        RecordField("starts", STARTS, default=()),
        RecordField("seals", SEALS, default=()),
        RecordField("revealed", REVEALED, default=()),
        RecordField("rolls", TABLE_ROLLS, default=()),
        RecordField("agreements", AGREEMENTS, default=()),
    ),
)


def _read_plan(read: Fields, name: str) -> Any:
    plan = _PLAN.read(read, name)
    for fault in contradictions(plan) if plan else ():
        fail("document.value", read.at(name), fault)
    return plan


TABLE_PLAN = Shape(_PLAN.write, _read_plan, _PLAN.schema)
"""A plan, or null. A plan that contradicts itself (pieces that overlap, a kind placed twice) is refused."""

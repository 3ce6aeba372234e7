"""How documents write the facts of a chase."""

from __future__ import annotations

from typing import Any

from rules.adventures.difficulties import SKILL_DCS
from rules.adventures.kinds.chase.facts import (
    CHASE_TYPES,
    WAY_DEGREES,
    ChaseFacts,
    ChaseObstacle,
    ChaseWay,
)
from rules.adventures.scales import HIGHEST_LEVEL, LOWEST_LEVEL
from rules.adventures.tracks import MAX_PROSE
from rules.documents.shapes import REQUIRED, RecordField, Shape, choice, flag, integer, number, record, records, text
from rules.lengths import MAX_NAME

MAX_OBSTACLES = 60
MAX_WAYS = 6
MAX_KEY = 40
MAX_CHASE_POINTS = 60
MAX_PACE = 10

_KEY = text(MAX_KEY)
_WAYS = records(
    ChaseWay,
    (
        RecordField("to", _KEY, REQUIRED, always=True),
        RecordField("name", text(MAX_NAME), ""),
        RecordField("degree", choice(WAY_DEGREES, needed=True), ""),
        RecordField("skill", text(MAX_NAME), ""),
    ),
    high=MAX_WAYS,
)
_OBSTACLES = records(
    ChaseObstacle,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("name", text(MAX_NAME), REQUIRED, always=True),
        RecordField("skills", SKILL_DCS, ()),
        RecordField("level", number(LOWEST_LEVEL, HIGHEST_LEVEL), None),
        RecordField("points", number(1, MAX_CHASE_POINTS), None),
        RecordField("text", text(MAX_PROSE), ""),
        RecordField("ways", _WAYS, ()),
        RecordField("effort", integer(1, MAX_PACE), 1),
    ),
    high=MAX_OBSTACLES,
)
CHASE_SHAPE: Shape = record(
    ChaseFacts,
    (
        RecordField("type", choice(tuple(CHASE_TYPES), needed=True), REQUIRED, always=True),
        RecordField("obstacles", _OBSTACLES, REQUIRED, always=True),
        RecordField("others", text(MAX_NAME), "The others"),
        RecordField("goal", text(MAX_NAME), "The goal"),
        RecordField("lead", number(0, MAX_OBSTACLES), None),
        RecordField("lost_at", number(0, MAX_OBSTACLES), None),
        RecordField("pace", integer(0, MAX_PACE), 1),
        RecordField("others_roll", flag(), False),
        RecordField("face_down", flag(), False),
        RecordField("shows_dcs", flag(), True),
    ),
)
"""How documents write the facts of a chase."""


def obstacle_document(obstacle: ChaseObstacle) -> dict[str, Any]:
    """Return an obstacle as documents write it."""
    written: list[dict[str, Any]] = _OBSTACLES.write((obstacle,))
    return written[0]

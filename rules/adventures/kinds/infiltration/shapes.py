"""How documents write the facts of an infiltration."""

from __future__ import annotations

from rules.adventures.difficulties import SKILL_DCS
from rules.adventures.kinds.infiltration.facts import (
    COMPLICATION_SCOPES,
    OBSTACLE_SCOPES,
    AwarenessTier,
    Complication,
    InfiltrationFacts,
    InfiltrationObjective,
    InfiltrationObstacle,
    Opportunity,
)
from rules.adventures.kinds.infiltration.preparations import (
    ACTIVITIES,
    EDGE_QUALITIES,
    NOTHING,
    PREPARATION_EFFECTS,
    Preparation,
    PreparationOutcome,
)
from rules.adventures.scales import HIGHEST_LEVEL, LOWEST_LEVEL
from rules.adventures.tracks import MAX_POINTS, MAX_PROSE
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

MAX_OBJECTIVES = 12
MAX_OBSTACLES = 40
MAX_ROWS = 40
MAX_TIERS = 12
MAX_KEY = 40
MAX_OBSTACLE_POINTS = 20
MAX_AWARENESS = 20
MAX_TIMES = 20
MAX_ROUNDS = 1_000

_KEY = text(MAX_KEY)
_NAME = text(MAX_NAME)
_PROSE = text(MAX_PROSE)
_KEY_FIELD = RecordField("key", _KEY, REQUIRED, always=True)
_NAME_FIELD = RecordField("name", _NAME, REQUIRED, always=True)
_SKILLS = RecordField("skills", SKILL_DCS, ())
_TEXT = RecordField("text", _PROSE, "")
_USES = RecordField("uses", text_list(MAX_ROWS, MAX_KEY), ())
_HIDDEN = RecordField("hidden", flag(), False)
_FAILURES = (
    RecordField("failure_awareness", integer(0, MAX_AWARENESS), 0),
    RecordField("critical_failure_awareness", integer(0, MAX_AWARENESS), 0),
)

_OBSTACLES = records(
    InfiltrationObstacle,
    (
        _KEY_FIELD,
        _NAME_FIELD,
        RecordField("points", integer(1, MAX_OBSTACLE_POINTS), 1, always=True),
        RecordField("scope", choice(OBSTACLE_SCOPES, needed=True), "individual", always=True),
        _SKILLS,
        RecordField("level", number(LOWEST_LEVEL, HIGHEST_LEVEL), None),
        _TEXT,
        RecordField("optional", flag(), False),
        RecordField("critical_failure", _PROSE, ""),
        RecordField("complication", _KEY, ""),
        _USES,
        _HIDDEN,
    ),
    high=MAX_OBSTACLES,
)
_OBJECTIVES = records(
    InfiltrationObjective,
    (_KEY_FIELD, _NAME_FIELD, RecordField("obstacles", _OBSTACLES, REQUIRED, always=True), _TEXT),
    high=MAX_OBJECTIVES,
)
_COMPLICATIONS = records(
    Complication,
    (
        _KEY_FIELD,
        _NAME_FIELD,
        RecordField("awareness", number(0, MAX_POINTS), None),
        RecordField("tier", number(1, MAX_TIERS), None),
        RecordField("scope", choice(COMPLICATION_SCOPES, needed=True), "group"),
        RecordField("points", integer(0, MAX_OBSTACLE_POINTS), 0),
        _SKILLS,
        _TEXT,
        *_FAILURES,
        _USES,
    ),
    high=MAX_ROWS,
)
_OPPORTUNITIES = records(
    Opportunity,
    (
        _KEY_FIELD,
        _NAME_FIELD,
        _SKILLS,
        _TEXT,
        RecordField("repeatable", flag(), False),
        RecordField("awareness", integer(0, MAX_AWARENESS), 0),
        RecordField("dc", integer(-MAX_AWARENESS, MAX_AWARENESS), 0),
        RecordField("obstacles", text_list(MAX_OBSTACLES, MAX_KEY), ()),
        RecordField("edge", _NAME, ""),
        RecordField("edge_use", _KEY, ""),
        *_FAILURES,
        RecordField("complication", _KEY, ""),
        _HIDDEN,
    ),
    high=MAX_ROWS,
)
_OUTCOME = record(
    PreparationOutcome,
    (
        RecordField("edge", choice(EDGE_QUALITIES, needed=True), ""),
        RecordField("awareness", integer(0, MAX_AWARENESS), 0),
        RecordField("effect", choice(PREPARATION_EFFECTS, needed=True), ""),
        _TEXT,
    ),
)
_PREPARATIONS = records(
    Preparation,
    (
        _KEY_FIELD,
        RecordField("name", _NAME, ""),
        RecordField("activity", choice(("", *ACTIVITIES), needed=True), ""),
        _SKILLS,
        RecordField("times", integer(1, MAX_TIMES), 1),
        _TEXT,
        RecordField("cost", _PROSE, ""),
        RecordField("secret", flag(), False),
        RecordField("use", _KEY, ""),
        RecordField("needs", _KEY, ""),
        RecordField("critical_success", _OUTCOME, None),
        RecordField("success", _OUTCOME, NOTHING),
        RecordField("failure", _OUTCOME, NOTHING),
        RecordField("critical_failure", _OUTCOME, NOTHING),
    ),
    high=MAX_ROWS,
)
_TIERS = records(
    AwarenessTier,
    (
        RecordField("points", integer(1, MAX_POINTS), REQUIRED, always=True),
        RecordField("dc", integer(0, MAX_AWARENESS), 0),
        _TEXT,
    ),
    high=MAX_TIERS,
)
INFILTRATION_SHAPE: Shape = record(
    InfiltrationFacts,
    (
        RecordField("objectives", _OBJECTIVES, REQUIRED, always=True),
        RecordField("complications", _COMPLICATIONS, ()),
        RecordField("opportunities", _OPPORTUNITIES, ()),
        RecordField("preparations", _PREPARATIONS, ()),
        RecordField("preparation_rounds", number(1, MAX_ROUNDS), None),
        RecordField("tiers", _TIERS, ()),
        RecordField("fails_at", number(1, MAX_POINTS), None),
        RecordField("shows_dcs", flag(), False),
        RecordField("shows_awareness", flag(), False),
    ),
)
"""How documents write the facts of an infiltration."""

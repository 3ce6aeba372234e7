"""How documents write the facts of leadership."""

from __future__ import annotations

from rules.adventures.kinds.leadership.facts import (
    DOWNTIME_EVENT_TYPES,
    MAX_FOLLOWERS,
    DowntimeChoice,
    DowntimeEvent,
    LeadershipFacts,
    OrganizationBase,
    OrganizationBenefit,
)
from rules.adventures.kinds.leadership.levels import HIGHEST_ORGANIZATION
from rules.adventures.tracks import MAX_POINTS, MAX_PROSE
from rules.documents.shapes import REQUIRED, RecordField, Shape, choice, flag, integer, number, record, records, text
from rules.lengths import MAX_NAME

MAX_KEY = 40
MAX_BENEFITS = 60
MAX_EVENTS = 100
MAX_CHOICES = 8
MAX_WORTH = 1_000_000

_KEY = text(MAX_KEY)
_NAME = text(MAX_NAME)
_PROSE = text(MAX_PROSE)
_BASE = record(
    OrganizationBase,
    (
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("text", _PROSE, ""),
        RecordField("moves", flag(), False),
    ),
)
_BENEFITS = records(
    OrganizationBenefit,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("level", integer(1, HIGHEST_ORGANIZATION), 1),
        RecordField("text", _PROSE, ""),
    ),
    high=MAX_BENEFITS,
)
_CHOICES = records(
    DowntimeChoice,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("text", _PROSE, ""),
        RecordField("followers", integer(-MAX_POINTS, MAX_POINTS), 0),
    ),
    high=MAX_CHOICES,
)
_EVENTS = records(
    DowntimeEvent,
    (
        RecordField("key", _KEY, REQUIRED, always=True),
        RecordField("type", choice(DOWNTIME_EVENT_TYPES, needed=True), REQUIRED, always=True),
        RecordField("name", _NAME, REQUIRED, always=True),
        RecordField("text", _PROSE, ""),
        RecordField("secret", _PROSE, ""),
        RecordField("worth", integer(0, MAX_WORTH), 0),
        RecordField("choices", _CHOICES, ()),
    ),
    high=MAX_EVENTS,
)
LEADERSHIP_SHAPE: Shape = record(
    LeadershipFacts,
    (
        RecordField("organization", _NAME, REQUIRED, always=True),
        RecordField("purpose", _PROSE, ""),
        RecordField("followers", integer(0, MAX_FOLLOWERS), 0),
        RecordField("lieutenants", number(0, MAX_FOLLOWERS), None),
        RecordField("base", _BASE, None),
        RecordField("needs_base", flag(), True),
        RecordField("benefits", _BENEFITS, ()),
        RecordField("events", _EVENTS, ()),
    ),
)

"""States of careers as documents, ``muster-careers/1``: what a site stores after each scenario, and goes on from."""

from __future__ import annotations

from typing import Any, get_args

from rules.cards.model import STATS
from rules.careers.events import CareerRules, RollKind, SpentUse
from rules.careers.state import CareerState, GainedFeat, LastScenario, OpenFeat, RollDue, WarbandState, Wound
from rules.documents import Format, fail
from rules.documents.shapes import (
    REQUIRED,
    RecordField,
    Shape,
    choice,
    flag,
    integer,
    number,
    optional_text,
    record,
    records,
    text,
    text_list,
)
from rules.effects.values import USES
from rules.feats import BY_KEY as FEATS
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.roster.documents import MAX_MEMBERS, MAX_NUMBER, member_document, member_from
from rules.tables.classes import BY_NAME as CLASSES
from rules.tables.injuries import BY_KEY as INJURIES
from rules.tables.stats import StatChange

FORMAT = Format("muster-careers/1", "careers between two scenarios")

_MOST = 10_000
_SIGNED = integer(low=-MAX_NUMBER, high=MAX_NUMBER)
_COUNT = integer(high=MAX_NUMBER)


def _known(keys: Any) -> Shape:
    return choice(tuple(keys), needed=True)


_WOUNDS = records(
    Wound,
    (
        RecordField("injury", _known(INJURIES), REQUIRED, always=True),
        RecordField("scenario", optional_text(), None, always=True),
        RecordField("event", text(), ""),
        RecordField("permanent", flag(), False),
    ),
    _MOST,
)
_FEATS = records(
    GainedFeat,
    (
        RecordField("feat", _known(FEATS), REQUIRED, always=True),
        RecordField("choice", optional_text()),
        RecordField("event", text(), ""),
    ),
)
_OPEN_FEATS = records(
    OpenFeat,
    (
        RecordField("event", text(), REQUIRED, always=True),
        RecordField("scenario", optional_text(), REQUIRED, always=True),
        RecordField("level", integer(low=MIN_LEVEL, high=MAX_LEVEL), REQUIRED, always=True),
    ),
    _MOST,
)
_GAINS = records(
    StatChange,
    (
        RecordField("stat", _known(STATS), REQUIRED, always=True),
        RecordField("by", _SIGNED, REQUIRED, always=True),
    ),
)
_SPENT = records(
    SpentUse,
    (
        RecordField("key", text(), REQUIRED, always=True),
        RecordField("use", _known(USES), REQUIRED, always=True),
        RecordField("times", integer(low=1), 1),
    ),
    _MOST,
)
_MEMBER = Shape(
    member_document,
    lambda fields, name: member_from(fields.fields(name)),
    {"type": "object"},
)
_MEMBERS = records(
    CareerState,
    (
        RecordField("member", _MEMBER, REQUIRED, always=True),
        RecordField("creature", text(), "", always=True),
        RecordField("advances", _COUNT, 0, always=True),
        RecordField("gains", _GAINS, ()),
        RecordField("feats", _FEATS, ()),
        RecordField("open_feats", _OPEN_FEATS, ()),
        RecordField("wounds", _WOUNDS, ()),
        RecordField("is_out_of_action", flag(), False),
        RecordField("is_dismissed", flag(), False),
        RecordField("hp_class", choice(tuple(CLASSES), nullable=True)),
        RecordField("level_offset", _SIGNED, 0),
        RecordField("points_correction", _SIGNED, 0),
        RecordField("spent", _SPENT, ()),
        RecordField("spells", text_list(), ()),
        RecordField("ended_by", text(), ""),
        RecordField("left_revision", number(low=1, high=MAX_NUMBER)),
    ),
    MAX_MEMBERS,
)
_RULES = record(
    CareerRules,
    (
        RecordField("daily_recovery_every", integer(low=1, high=MAX_NUMBER), REQUIRED, always=True),
        RecordField("advancement", flag(), True, always=True),
        RecordField("third_injury_ends", flag(), False),
    ),
)
_MISSING = records(
    RollDue,
    (
        RecordField("kind", _known(get_args(RollKind)), REQUIRED, always=True),
        RecordField("member", text(), REQUIRED, always=True),
        RecordField("dice", integer(low=1), REQUIRED, always=True),
        RecordField("number", integer(low=1), 1),
    ),
    _MOST,
)
_LAST = record(
    LastScenario,
    (
        RecordField("scenario", text(), REQUIRED, always=True),
        RecordField("event", text(), REQUIRED, always=True),
        RecordField("daily_recovered", flag(), False, always=True),
        RecordField("missing", _MISSING, ()),
    ),
)


def state_document(state: WarbandState) -> dict[str, Any]:
    """Return a state as a document, in which a site stores it."""
    return {
        "format": FORMAT.tag,
        "members": _MEMBERS.write(state.members),
        "rules": _RULES.write(state.rules),
        "scenarios": state.scenarios,
        "last": _LAST.write(state.last),
    }


def state_from_document(document: object, path: str = "") -> WarbandState:
    """Read a stored state; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    state = WarbandState(
        members=_MEMBERS.read(read, "members"),
        rules=_RULES.read(read, "rules") or CareerRules(),
        scenarios=read.integer("scenarios", low=0),
        last=_LAST.read(read, "last"),
    )
    read.done()
    ids = [career.id for career in state.members]
    if len(set(ids)) != len(ids):
        fail("document.repeated", read.at("members"), "Two members have the same id.")
    return state

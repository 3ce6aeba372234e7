"""How the values of effects stand in JSON documents, each told once."""

from __future__ import annotations

import re
from typing import Any, get_args

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
    optional_text,
    record,
    records,
    text,
    text_list,
)
from rules.effects.values import (
    MOST_EXTRA_REACTIONS,
    RANGE_KINDS,
    SAVE_RESULTS,
    SAVES,
    ActionKind,
    Bonus,
    Check,
    Damage,
    EffectStep,
    ExtraReactions,
    ForcedMove,
    Outcome,
    PassiveMoment,
    PassiveMomentKind,
    Range,
    Resistance,
    SavingThrow,
    Target,
    Weakness,
    Where,
    Who,
)
from rules.text import listed

_DICE = re.compile(r"(\d{1,2})d6")


def _range_document(reach: Range | None) -> dict[str, Any] | None:
    if reach is None:
        return None
    document: dict[str, Any] = {"kind": reach.kind}
    for name in ("squares", "long", "within"):
        if getattr(reach, name) is not None:
            document[name] = getattr(reach, name)
    if reach.aura:
        document["aura"] = True
    if reach.other:
        document["or"] = _range_document(reach.other)
    return document


def _range(fields: Fields, name: str) -> Range | None:
    read = fields.optional_fields(name)
    if read is None:
        return None
    kind = choice(RANGE_KINDS, needed=True).read(read, "kind")
    second = read.optional_fields("or")
    if second is not None and second.raw.get("or") is not None:
        fail("document.value", second.at("or"), "A range has at most one other range.")
    reach = Range(
        kind=kind,
        squares=read.optional_integer("squares", low=0),
        long=read.optional_integer("long", low=0),
        within=read.optional_integer("within", low=0),
        aura=read.boolean("aura"),
        other=_range(read, "or"),
    )
    read.done()
    return reach


def _range_schema(**more: Any) -> dict[str, Any]:
    return {
        "type": ["object", "null"],
        "properties": {
            "kind": {"type": "string", "enum": list(RANGE_KINDS)},
            **{name: {"type": "integer"} for name in ("squares", "long", "within")},
            "aura": {"type": "boolean"},
            **more,
        },
        "required": ["kind"],
        "additionalProperties": False,
    }


RANGE = Shape(_range_document, _range, _range_schema(**{"or": _range_schema()}))

DAMAGE = records(
    Damage,
    (
        RecordField("amount", integer(), REQUIRED, always=True),
        RecordField("types", text_list(), (), always=True),
        RecordField("persistent", flag(), False, always=True),
        RecordField("choose_one", flag(), False),
        RecordField("only", text(), ""),
        RecordField("when", text(), ""),
        RecordField("per", text(), ""),
    ),
)

_PARTS = Shape(
    lambda of: listed(of) or None,
    lambda fields, name: SavingThrow.parts_of(fields.optional_text(name) or ""),
    optional_text().schema,
)
SAVING_THROWS = records(
    SavingThrow,
    (
        RecordField("stat", choice(SAVES, needed=True), REQUIRED, always=True),
        RecordField("result", choice(SAVE_RESULTS, needed=True), REQUIRED, always=True),
        RecordField("of", _PARTS, (), always=True),
        RecordField("on_success", text_list(), ()),
        RecordField("on_critical_failure", text_list(), ()),
        RecordField("instead", flag(), False),
        RecordField("modifier", integer(low=-20), 0),
        RecordField("modifier_for", text_list(), ()),
        RecordField("power", number()),
    ),
)

FORCED_MOVES = records(
    ForcedMove,
    (
        RecordField("kind", choice(("push", "pull", "shunt"), needed=True), REQUIRED, always=True),
        RecordField("squares", integer(), REQUIRED, always=True),
        RecordField("on", choice(("always", "failure", "critical_failure")), "always"),
    ),
)

MOMENTS = records(
    PassiveMoment,
    (
        RecordField("at", choice(get_args(PassiveMomentKind), needed=True), REQUIRED, always=True),
        RecordField("of", text_list(), ()),
    ),
)


def _read_dice(fields: Fields, name: str) -> int:
    written = fields.text(name)
    rolled = _DICE.fullmatch(written)
    if rolled is None:
        fail("document.value", fields.at(name), "The dice of a resistance are written like “2d6”.")
    return int(rolled[1])


def _resistance(type: str = "", dice: int = 0, flat: int = 0, **more: Any) -> Resistance:
    return Resistance(type.lower(), dice, more.pop("exceptions", ()), flat=flat, **more)


_RESISTED_TYPE = Shape(lambda value: value, lambda fields, name: fields.text(name, low=1), {"type": "string"})
_DICE_SHAPE = Shape(lambda dice: f"{dice}d6", _read_dice, {"type": "string"})
RESISTANCES = records(
    _resistance,
    (
        RecordField("type", _RESISTED_TYPE, REQUIRED, always=True),
        RecordField("dice", _DICE_SHAPE, REQUIRED, always=True),
        RecordField("exceptions", text_list(), (), always=True, key="except"),
    ),
)
"""The resistances at the foot of a card: dice against one type."""
GIVEN_RESISTANCES = records(
    _resistance,
    (
        RecordField("type", text(), "", always=True),
        RecordField("dice", _DICE_SHAPE, 0),
        RecordField("flat", integer(), 0),
        RecordField("exceptions", text_list(), (), key="except"),
        RecordField("choices", text_list(), ()),
    ),
)
"""The resistances that an effect gives: dice or a number, against a type or one that is picked."""
WEAKNESSES = records(
    Weakness,
    (
        RecordField("type", text(), REQUIRED, always=True),
        RecordField("amount", integer(), REQUIRED, always=True),
    ),
)

TARGET = record(
    Target,
    (
        RecordField("who", choice(get_args(Who)), "creature", always=True),
        RecordField("number", number(), 1, always=True),
        RecordField("where", choice(get_args(Where)), ""),
        RecordField("within", number()),
        RecordField("max_size", text(), ""),
        RecordField("tags", text_list(), ()),
        RecordField("not_tags", text_list(), ()),
        RecordField("names", text_list(), ()),
        RecordField("not_names", text_list(), ()),
        RecordField("having", text_list(), ()),
        RecordField("not_having", text_list(), ()),
        RecordField("with_self", flag(), False),
        RecordField("without_self", flag(), False),
        RecordField("at_random", flag(), False),
    ),
)
STEPS = records(
    EffectStep,
    (
        RecordField("action", choice(get_args(ActionKind), needed=True), REQUIRED, always=True),
        RecordField("names", text_list(), ()),
        RecordField("times", integer(low=1), 1),
        RecordField("up_to", flag(), False),
        RecordField("squares", number()),
        RecordField("speed", number()),
        RecordField("speed_bonus", integer(low=-99), 0),
        RecordField("straight", flag(), False),
        RecordField("modifier", integer(low=-20), 0),
        RecordField("rank", number()),
        RecordField("targets", choice(("", "same", "different", "each")), ""),
        RecordField("optional", flag(), False),
        RecordField("by_target", flag(), False),
        RecordField("after_moving", number()),
    ),
)
BONUSES = records(
    Bonus,
    (
        RecordField("stats", text_list(), (), always=True),
        RecordField("by", integer(low=-99), REQUIRED, always=True),
        RecordField("against", text_list(), ()),
        RecordField("when", text(), ""),
    ),
)
CHECK = record(
    Check,
    (
        RecordField("stat", text(), REQUIRED, always=True),
        RecordField("against", text(), ""),
        RecordField("dc", number()),
    ),
)
EXTRA_REACTIONS = record(
    ExtraReactions,
    (
        RecordField("number", integer(1, MOST_EXTRA_REACTIONS), REQUIRED, always=True),
        RecordField("names", text_list(), REQUIRED, always=True),
    ),
)
PARENT_DAMAGE = numbers()
OUTCOME = choice(get_args(Outcome))

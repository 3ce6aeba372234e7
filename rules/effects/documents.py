"""How the values of effects stand in JSON documents, each told once."""

from __future__ import annotations

import re
from typing import Any, get_args

from rules.documents import Fields, fail
from rules.documents.shapes import (
    REQUIRED,
    Member,
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
    RANGE_KINDS,
    SAVE_RESULTS,
    SAVES,
    ActionKind,
    Bonus,
    Check,
    Damage,
    ForcedMove,
    Outcome,
    Range,
    Resistance,
    SavingThrow,
    Step,
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
        Member("amount", integer(), REQUIRED, always=True),
        Member("types", text_list(), (), always=True),
        Member("persistent", flag(), False, always=True),
        Member("choose_one", flag(), False),
        Member("only", text(), ""),
        Member("when", text(), ""),
        Member("per", text(), ""),
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
        Member("stat", choice(SAVES, needed=True), REQUIRED, always=True),
        Member("result", choice(SAVE_RESULTS, needed=True), REQUIRED, always=True),
        Member("of", _PARTS, (), always=True),
        Member("on_success", text_list(), ()),
        Member("on_critical_failure", text_list(), ()),
        Member("instead", flag(), False),
        Member("modifier", integer(low=-20), 0),
        Member("modifier_for", text_list(), ()),
        Member("power", number()),
    ),
)

FORCED_MOVES = records(
    ForcedMove,
    (
        Member("kind", choice(("push", "pull", "shunt"), needed=True), REQUIRED, always=True),
        Member("squares", integer(), REQUIRED, always=True),
        Member("on", choice(("always", "failure", "critical_failure")), "always"),
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
        Member("type", _RESISTED_TYPE, REQUIRED, always=True),
        Member("dice", _DICE_SHAPE, REQUIRED, always=True),
        Member("exceptions", text_list(), (), always=True, key="except"),
    ),
)
"""The resistances at the foot of a card: dice against one type."""
GIVEN_RESISTANCES = records(
    _resistance,
    (
        Member("type", text(), "", always=True),
        Member("dice", _DICE_SHAPE, 0),
        Member("flat", integer(), 0),
        Member("exceptions", text_list(), (), key="except"),
        Member("choices", text_list(), ()),
    ),
)
"""The resistances that an effect gives: dice or a number, against a type or one that is picked."""
WEAKNESSES = records(
    Weakness,
    (
        Member("type", text(), REQUIRED, always=True),
        Member("amount", integer(), REQUIRED, always=True),
    ),
)

TARGET = record(
    Target,
    (
        Member("who", choice(get_args(Who)), "creature", always=True),
        Member("number", number(), 1, always=True),
        Member("where", choice(get_args(Where)), ""),
        Member("within", number()),
        Member("max_size", text(), ""),
        Member("tags", text_list(), ()),
        Member("not_tags", text_list(), ()),
        Member("names", text_list(), ()),
        Member("not_names", text_list(), ()),
        Member("having", text_list(), ()),
        Member("with_self", flag(), False),
        Member("without_self", flag(), False),
        Member("at_random", flag(), False),
    ),
)
STEPS = records(
    Step,
    (
        Member("action", choice(get_args(ActionKind), needed=True), REQUIRED, always=True),
        Member("names", text_list(), ()),
        Member("times", integer(low=1), 1),
        Member("up_to", flag(), False),
        Member("squares", number()),
        Member("speed", number()),
        Member("speed_bonus", integer(low=-99), 0),
        Member("straight", flag(), False),
        Member("modifier", integer(low=-20), 0),
        Member("rank", number()),
        Member("targets", choice(("", "same", "different", "each")), ""),
        Member("optional", flag(), False),
        Member("by_target", flag(), False),
        Member("after_moving", number()),
    ),
)
BONUSES = records(
    Bonus,
    (
        Member("stats", text_list(), (), always=True),
        Member("by", integer(low=-99), REQUIRED, always=True),
        Member("against", text_list(), ()),
        Member("when", text(), ""),
    ),
)
CHECK = record(
    Check,
    (
        Member("stat", text(), REQUIRED, always=True),
        Member("against", text(), ""),
        Member("dc", number()),
    ),
)
PARENT_DAMAGE = numbers()
OUTCOME = choice(get_args(Outcome))

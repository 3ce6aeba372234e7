"""How ranges and resistances stand in JSON documents; other values of effects declare it in their classes."""

from __future__ import annotations

import re
from typing import Any

from rules.documents.reading import Fields, fail
from rules.documents.shapes import REQUIRED, RecordField, Shape, choice, integer, records, text, text_list
from rules.effects.values import RANGE_KINDS, Range, Resistance

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

"""The fields of a feature, each declared once: those of every effect, and those that only a card's features have."""

from __future__ import annotations

from typing import Any

from rules.cards import notation
from rules.cards.model import FEATURE_KINDS, Caster, CasterSpell, SpellGroup
from rules.documents import Fields
from rules.documents.shapes import (
    REQUIRED,
    RecordField,
    Shape,
    choice,
    choices,
    integer,
    optional_text,
    record,
    records,
    text,
)
from rules.effects.declaration import DeclaredField, parse_choice
from rules.effects.fields import EFFECT_FIELDS
from rules.effects.values import USES

AT_WILL = "at_will"
MAX_RANK = 20
MAX_WORD = 200

KINDS: tuple[tuple[str, str], ...] = (
    ("base", "on the card from the start"),
    ("caster", "spells"),
    ("add_on", "upgrade: add on"),
    ("upgrade", "upgrade"),
    ("replaces", "upgrade: replaces another feature"),
)

_BOXES = choices(USES, "A use is one of")


def _read_group_uses(fields: Fields, name: str) -> Any:
    at_will = isinstance(fields.raw.get(name), str) and fields.text(name) == AT_WILL
    return () if at_will else _BOXES.read(fields, name)


_GROUP_USES = Shape(
    lambda uses: list(uses) or AT_WILL,
    _read_group_uses,
    {"oneOf": [_BOXES.schema, {"type": "string", "enum": [AT_WILL]}]},
)
_SPELLS = records(
    CasterSpell,
    (
        RecordField(
            "name", Shape(str, lambda fields, name: fields.text(name, low=1), {"type": "string"}), REQUIRED, True
        ),
        RecordField("note", optional_text(), None, always=True),
    ),
)
_GROUPS = records(
    SpellGroup,
    (RecordField("uses", _GROUP_USES, REQUIRED, always=True), RecordField("spells", _SPELLS, (), always=True)),
)
_CASTER = record(
    Caster,
    (
        RecordField("tradition", text(), REQUIRED, always=True),
        RecordField("rank", integer(high=MAX_RANK), REQUIRED, always=True),
        RecordField("groups", _GROUPS, (), always=True),
    ),
)


def _effect(line: str) -> str:
    return " ".join(line.split())


FEATURE_FIELDS: tuple[DeclaredField, ...] = (
    DeclaredField(name="name", label="name", default="", room=120, always=True),
    DeclaredField(
        name="kind",
        label="kind",
        parse=parse_choice(FEATURE_KINDS),
        shape=choice(FEATURE_KINDS),
        default="base",
        kind="choice",
        choices=KINDS,
        room=10,
        always=True,
    ),
    DeclaredField(
        name="replaces",
        label="replaced feature",
        shape=optional_text(MAX_WORD),
        room=120,
        example="Jaws",
        help="The printed name of the feature that it replaces.",
    ),
    *EFFECT_FIELDS,
    DeclaredField(
        name="effect",
        label="effect",
        parse=_effect,
        key="text",
        default="",
        kind="text",
        room=3000,
        always=True,
        help="Leave empty to make the sentence from the other fields. {damage} stands for the damage, {amount} for its "
        "number alone, {damage.2} for the second damage, {part.1.damage} for that of the first further part.",
    ),
    DeclaredField(
        name="caster",
        label="spells",
        parse=notation.parse_caster,
        write=notation.format_caster,
        shape=_CASTER,
        kind="text",
        room=1500,
        example="Primal 5: D heal; D D grease, sleep; at will light (self only)",
        help="Tradition and highest rank, then groups: boxes, and the spells that share them.",
        suggests="traditions",
    ),
)
"""The fields in the order in which forms have them; the place of a feature makes its id."""

BY_NAME: dict[str, DeclaredField] = {field.name: field for field in FEATURE_FIELDS}

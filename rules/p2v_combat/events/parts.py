"""Codecs for the parts of events: ids of creatures, faces of dice, what held at the table."""

from __future__ import annotations

from rules.campaigns.codecs import shaped
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.documents import Fields
from rules.documents.shapes import (
    REQUIRED,
    RecordField,
    Shape,
    choice,
    flag,
    integer,
    numbers,
    record,
    records,
    text,
    text_list,
)
from rules.p2v_combat.positions import DISTANCE_BANDS, IN_THE_OPEN, AimedTarget, Circumstances

MAX_CREATURES = 200
CREATURES = shaped(text_list(MAX_CREATURES, longest=80))
"""Ids of creatures, or other short words."""
FACES = shaped(numbers(100))
"""Faces of dice."""


_PAIRS = records(
    lambda key, number: (key, number),
    (
        RecordField("key", text(80), REQUIRED, always=True),
        RecordField("number", integer(0, 1_000), REQUIRED, always=True),
    ),
)
COUNTS = shaped(
    Shape(lambda pairs: [{"key": key, "number": number} for key, number in pairs], _PAIRS.read, _PAIRS.schema)
)
"""Numbers by key."""


def _read_card(read: Fields, name: str) -> Card:
    read.ignore(name)
    return card_from_document(read.raw.get(name), read.at(name))


CARD = shaped(Shape(card_document, _read_card, {"type": "object"}))
"""A creature card."""

_CIRCUMSTANCES = record(
    Circumstances,
    (
        RecordField("distance", choice(DISTANCE_BANDS), "short"),
        RecordField("cover", text_list(20, longest=80), ()),
        RecordField("concealment", text_list(20, longest=80), ()),
        RecordField("off_guard", text_list(10, longest=80), ()),
        RecordField("in_enemy_reach", flag(), False),
        RecordField("adjacent", flag(), False),
        RecordField("holds", text_list(20, longest=120), ()),
    ),
)
_BETWEEN = Shape(
    _CIRCUMSTANCES.write, lambda read, name: _CIRCUMSTANCES.read(read, name) or IN_THE_OPEN, _CIRCUMSTANCES.schema
)
TARGETS = shaped(
    records(
        AimedTarget,
        (
            RecordField("creature", text(80), REQUIRED, always=True),
            RecordField("circumstances", _BETWEEN, IN_THE_OPEN),
        ),
    )
)
"""Targets with what holds between each of them and the attacker."""

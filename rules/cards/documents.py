"""Card documents, ``muster-card/1``: a card as JSON for other programs, and back.

A document holds each effect as finished text. Muster's own snapshots ask for ``references=True``: the text then keeps
its references to damage, so that a later level-up changes number and sentence together. Both read back.
"""

from __future__ import annotations

from typing import Any

from rules import alignment
from rules.cards import model
from rules.cards.fields import FEATURE_FIELDS, MAX_WORD
from rules.cards.model import Card, Feature
from rules.cards.model import Stats as CardStats
from rules.cards.phrases import effect_template, effect_text
from rules.documents import Fields, Format, fail, writable
from rules.documents.shapes import RecordField
from rules.effects.documents import RESISTANCES, WEAKNESSES
from rules.points import MAX_LEVEL, MIN_LEVEL

FORMAT = Format("muster-card/1", "a card document", untagged="muster-card/1")

MAX_FEATURES = 100
MAX_WORDS = 100
"""Words of one list: tags, skills, conditions."""
MAX_STARTS_WITH = 20
MAX_KEY = 120
MAX_REVISION = 1_000_000

_MEMBERS = tuple(member for field in FEATURE_FIELDS if (member := field.member()))
_ALWAYS = tuple(member for member in _MEMBERS if member.always)
_AT_TIMES = tuple(member for member in _MEMBERS if not member.always)


def card_document(card: Card, *, references: bool = False) -> dict[str, Any]:
    """Return the card as a document; with ``references`` its texts keep their references to damage."""
    return {
        "format": FORMAT.tag,
        "key": card.key,
        "name": card.name,
        "source": card.source,
        "license": card.license,
        "revision": card.revision,
        "level": card.level,
        "points": card.points,
        "printed_points": card.printed_points,
        "upgrade_cost": card.upgrade_cost,
        "alignment": card.alignment,
        "size": card.size,
        "tags": list(card.tags),
        "class": card.class_name,
        "stats": {name: getattr(card.stats, name) for name in model.STATS},
        "armor_broken": card.armor_broken,
        "movement_mode": card.movement_mode,
        "starts_with": list(card.starts_with),
        "features": [_feature_document(feature, references) for feature in card.features],
        "skills": list(card.skills),
        "immune": list(card.immune),
        "resist": RESISTANCES.write(card.resist),
        "weak": WEAKNESSES.write(card.weak),
        "other": list(card.other),
    }


def _feature_document(feature: Feature, references: bool) -> dict[str, Any]:
    document: dict[str, Any] = {"id": feature.id, "name": feature.name}
    for member in _ALWAYS:
        member.write_to(document, _printed_value(feature, member))
    document["text"] = effect_template(feature) if references else effect_text(feature)
    document["printed"] = {"top": feature.printed[0], "text": feature.printed[1]} if feature.printed else None
    for member in _AT_TIMES:
        member.write_to(document, _printed_value(feature, member))
    if feature.unprinted:
        document["reading"] = {
            member.name: member.shape.write(getattr(feature, member.attribute))
            for member in _MEMBERS
            if member.attribute in feature.unprinted
        }
    return document


def _printed_value(feature: Feature, member: RecordField) -> Any:
    return getattr(feature, member.attribute) if feature.is_printed(member.attribute) else member.default


def card_from_document(document: object, path: str = "") -> Card:
    """Read a card document; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    level = read.integer("level", low=MIN_LEVEL, high=MAX_LEVEL)
    for derived in ("points", "upgrade_cost"):  # follow from the level; the document does not decide them
        read.optional_integer(derived, low=0)
    card = Card(
        key=_key(read, "key"),
        name=read.text("name", low=1, high=120),
        level=level,
        alignment=read.choice("alignment", alignment.ALIGNMENT_CODES),
        size=read.choice("size", model.SIZES),
        stats=_stats(read.fields("stats")),
        tags=_read_texts(read, "tags"),
        source=read.optional_text("source", high=MAX_WORD),
        license=read.text("license", default="unknown", high=MAX_WORD),
        revision=read.integer("revision", default=1, low=1, high=MAX_REVISION),
        class_name=read.optional_text("class", high=MAX_WORD),
        printed_points=read.optional_integer("printed_points", low=0),
        armor_broken=read.optional_integer("armor_broken"),
        movement_mode=read.choice("movement_mode", model.MOVEMENT_MODES),
        starts_with=_starts_with(read),
        features=tuple(_feature(item) for item in read.items("features", high=MAX_FEATURES)),
        skills=_read_texts(read, "skills"),
        immune=_read_texts(read, "immune"),
        resist=RESISTANCES.read(read, "resist"),
        weak=WEAKNESSES.read(read, "weak"),
        other=_read_texts(read, "other"),
    )
    read.ignore("steps")  # a converter's notes travel with the card but are not part of it
    read.done()
    ids = [feature.id for feature in card.features]
    if len(set(ids)) != len(ids):
        fail("document.repeated", read.at("features"), "Two features of the card have the same id.")
    return card


def _key(read: Fields, name: str) -> str:
    return writable(read.text(name, low=1, high=MAX_KEY), read.at(name))


def _starts_with(read: Fields) -> tuple[str, ...]:
    keys = read.texts("starts_with", high=MAX_STARTS_WITH, longest=MAX_KEY)
    for index, key in enumerate(keys):
        path = f"{read.at('starts_with')}[{index}]"
        if not key:
            fail("document.range", path, "Expected the key of a creature, found nothing.")
        writable(key, path)
    return keys


def _stats(read: Fields) -> CardStats:
    values = {name: read.optional_integer(name, low=-20, high=9999) for name in model.STATS}
    read.done()
    return CardStats(**values)


def _feature(read: Fields) -> Feature:
    printed = read.optional_fields("printed")
    reading = read.optional_fields("reading")
    unprinted = _members(reading) if reading else {}
    if reading:
        reading.done()
    values = _members(read) | unprinted
    feature = Feature(
        id=_key(read, "id"),
        name=read.text("name", low=1, high=MAX_WORD),
        effect=read.text("text", default=""),
        printed=_printed(printed) if printed else None,
        unprinted=frozenset(unprinted),
        **values,
    )
    read.done()
    if feature.kind == "replaces" and not feature.replaces:
        fail("document.missing", read.at("replaces"), "A feature that replaces another names it in “replaces”.")
    return feature


def _members(read: Fields) -> dict[str, Any]:
    """Return the values of the fields that an object has, by attribute; null stands for the usual value."""
    read.ignore(*(member.name for member in _MEMBERS))
    found = {member.attribute: member.shape.read(read, member.name) for member in _MEMBERS if member.name in read.raw}
    return {name: value for name, value in found.items() if value is not None}


def _read_texts(read: Fields, name: str) -> tuple[str, ...]:
    return read.texts(name, high=MAX_WORDS, longest=MAX_WORD)


def _printed(read: Fields) -> tuple[str, str]:
    printed = (read.text("top", default=""), read.text("text", default=""))
    read.done()
    return printed

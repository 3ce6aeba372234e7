"""Card documents, ``muster-card/1``: a card as JSON for other programs, and back.

A document contains each effect as finished text. Muster's own snapshots use ``references=True``: the text then keeps
its references to damage, so that a later level-up changes number and sentence together. Both can be read back.
"""

from collections.abc import Iterable
from typing import Any

from rules.cards import model
from rules.cards.fields import FEATURE_FIELDS, FOOT_FIELDS, HEAD_FIELDS, MAX_KEY, MAX_WORD, card_arguments, card_value
from rules.cards.model import Card, Feature
from rules.cards.phrases import effect_template, effect_text
from rules.cards.triggers import with_triggers
from rules.documents.reading import Fields, Format, fail
from rules.documents.shapes import RecordField, one_line
from rules.points import MAX_LEVEL, MIN_LEVEL

FORMAT = Format("muster-card/1", "a card document", untagged="muster-card/1")

MAX_FEATURES = 100
MAX_REVISION = 1_000_000
_KEY = one_line(MAX_KEY, low=1)

_HEAD = tuple(member for field in HEAD_FIELDS if (member := field.member()))
_FOOT = tuple(member for field in FOOT_FIELDS if (member := field.member()))
_MEMBERS = tuple(member for field in FEATURE_FIELDS if (member := field.member()))
_MEMBER_NAMES = tuple(member.name for member in _MEMBERS)
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
        **_stated(card, _HEAD),
        "features": [_feature_document(feature, references) for feature in card.features],
        **_stated(card, _FOOT),
    }


def _stated(card: Card, members: Iterable[RecordField]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for member in members:
        group = document.setdefault("stats", {}) if member.attribute in model.STATS else document
        member.write_to(group, card_value(card, member.attribute))
    return document


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
        key=_KEY.read(read, "key"),
        name=read.text("name", low=1, high=120),
        level=level,
        source=read.optional_text("source", high=MAX_WORD),
        license=read.text("license", default="unknown", high=MAX_WORD),
        revision=read.integer("revision", default=1, low=1, high=MAX_REVISION),
        printed_points=read.optional_integer("printed_points", low=0),
        features=tuple(_feature(item) for item in read.items("features", high=MAX_FEATURES)),
        **card_arguments(_read_fields(read)),
    )
    # A converter's notes and the file that it came from travel with the card but are not part of it.
    read.done("steps", "unread", "provenance")
    ids = [feature.id for feature in card.features]
    if len(set(ids)) != len(ids):
        fail("document.repeated", read.at("features"), "Two features of the card have the same id.")
    return card


def _read_fields(read: Fields) -> dict[str, Any]:
    stats = read.fields("stats")
    values = {
        member.attribute: member.shape.read(stats if member.attribute in model.STATS else read, member.name)
        for member in (*_HEAD, *_FOOT)
    }
    stats.done()
    return values


def _feature(read: Fields) -> Feature:
    printed = read.optional_fields("printed")
    reading = read.optional_fields("reading")
    unprinted = _members(reading) if reading else {}
    if reading:
        reading.done(*_MEMBER_NAMES)
    values = _members(read) | unprinted
    feature = Feature(
        id=_KEY.read(read, "id"),
        name=read.text("name", low=1, high=MAX_WORD),
        effect=read.text("text", default=""),
        printed=_printed(printed) if printed else None,
        unprinted=frozenset(unprinted),
        **values,
    )
    read.done(*_MEMBER_NAMES)
    if feature.kind == "replaces" and not feature.replaces:
        fail("document.missing", read.at("replaces"), "A feature that replaces another names it in “replaces”.")
    return with_triggers(feature, feature.name, feature.effect)


def _members(read: Fields) -> dict[str, Any]:
    """Return the values of an object's fields, by attribute; null means the default."""
    values = {member.attribute: member.shape.read(read, member.name) for member in _MEMBERS if member.name in read.raw}
    return {name: value for name, value in values.items() if value is not None}


def _printed(read: Fields) -> tuple[str, str]:
    printed = (read.text("top", default=""), read.text("text", default=""))
    read.done()
    return printed

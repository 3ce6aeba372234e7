"""Between the rows that people edit and the card that the rules know."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from compendium.builtin.creatures import upcast_card
from compendium.models import Creature, Feature
from rules.cards import model
from rules.cards.documents import card_document, card_from_document
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS, card_arguments, card_value
from rules.cards.model import Card, numbered
from rules.cards.phrases import effect_text, read_sentences
from rules.cards.roles import defenses_of, roles_of
from rules.cards.triggers import with_triggers
from rules.text import plain

SNAPSHOT_VERSION = 2
"""The version of new snapshots. Those of the first version have no number, and sentences where later ones have fields.

A new field does not raise it: a snapshot without the field has its default. Raising it would fill fields that people
have cleared.
"""
_VERSION = "snapshot"


def creature_values(card: Card) -> dict[str, Any]:
    """Return the columns of a creature row for a card, by field name."""
    return {
        "name": card.name,
        "license": card.license,
        "level": card.level,
        "printed_points": card.printed_points,
        "search_name": plain(card.name)[:160],
        "search_text": search_text(card),
        **{field.name: field.to_column(card_value(card, field.name)) for field in CARD_FIELDS},
    }


def feature_values(feature: model.Feature) -> dict[str, Any]:
    """Return the columns of a feature row, by field name."""
    top, text = feature.printed or ("", "")
    return {
        **{field.name: field.to_column(getattr(feature, field.name)) for field in FEATURE_FIELDS},
        "printed_top": top,
        "printed_text": text,
    }


def feature_from_values(values: Mapping[str, Any]) -> model.Feature:
    """Read a feature from its columns; raise ``NotationError`` for a line that cannot be read."""
    printed = (values.get("printed_top", ""), values.get("printed_text", ""))
    feature = model.Feature(
        id="",
        printed=printed if any(printed) else None,
        **{field.name: field.from_column(values[field.name]) for field in FEATURE_FIELDS},
    )
    return with_triggers(feature, feature.name, feature.effect)


def card_from_rows(creature: Creature, features: Iterable[Feature]) -> Card:
    """Read a card from a creature row and its feature rows, saved or not; raise ``NotationError`` as above."""
    return Card(
        key=creature.key,
        name=creature.name,
        level=creature.level,
        source=creature.source.key,
        license=creature.license,
        revision=creature.current.number if creature.current else 1,
        printed_points=creature.printed_points,
        features=numbered(tuple(feature_from_values(vars(feature)) for feature in features)),
        **card_arguments({field.name: field.from_column(getattr(creature, field.name)) for field in CARD_FIELDS}),
    )


def snapshot(card: Card) -> dict[str, Any]:
    """Return the document that a revision keeps: the card with the references of its texts, and its version."""
    return {**card_document(card, references=True), _VERSION: SNAPSHOT_VERSION}


def card_from_snapshot(document: Mapping[str, Any]) -> Card:
    """Return the card of a revision, with the fields that cards have today.

    A snapshot of today's version counts as written: an empty field stays empty.
    """
    card = card_from_document({name: value for name, value in document.items() if name != _VERSION})
    return card if is_todays_snapshot(document) else read_sentences(upcast_card(card))


def is_todays_snapshot(document: Mapping[str, Any]) -> bool:
    """Return True if the document is of today's version, whose sentences are not read for fields."""
    return document.get(_VERSION) == SNAPSHOT_VERSION


def digest(card: Card) -> str:
    """Return a fingerprint of everything that the card states, its revision number aside."""
    return document_digest(snapshot(card))


def document_digest(document: Mapping[str, Any]) -> str:
    """Return the fingerprint of a stored card as it was when it was stored, whatever fields cards have today."""
    stated = {name: value for name, value in document.items() if name != _VERSION} | {"revision": None}
    return hashlib.sha256(json.dumps(stated, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def search_text(card: Card) -> str:
    """Return the words by which a card is found, plain and in lower case: name, tags, features with their effects."""
    words = [card.name, *card.tags, card.class_name or "", *card.skills, *card.immune, *card.other]
    for feature in card.features:
        words += [feature.name, feature.trigger or "", effect_text(feature)]
        if feature.caster:
            words += [spell.name for group in feature.caster.groups for spell in group.spells]
    return plain(" · ".join(filter(None, words)))


def facets(card: Card) -> set[tuple[str, str]]:
    """Return the words by which the card can be filtered, as pairs of kind and value."""
    words = {("tag", tag) for tag in card.tags} | {("skill", skill) for skill in card.skills}
    for feature in card.features:
        words |= {("damage", damage_type) for damage in feature.damage for damage_type in damage.types}
        if feature.caster:
            words.add(("tradition", feature.caster.tradition))
    words |= {("role", role) for role in roles_of(card)} | {("defense", defense) for defense in defenses_of(card)}
    return words

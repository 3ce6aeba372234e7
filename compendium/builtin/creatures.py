"""The built-in creatures, gambits and emblems, and facts on today's built-in cards that old snapshots lack."""

import hashlib
import json
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from printing.canvas import CHARACTERS
from rules.cards import model
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS
from rules.cards.model import Card, Feature, Stats, numbered
from rules.cards.phrases import PRINTED_FIELDS, common_effect, effect_template, has_further_fields, unknown_references
from rules.effects.declaration import DeclaredField
from rules.errors import RulesError
from rules.p2v_combat.solo.gambits import Gambits, parse_gambits
from rules.text import slug

FOLDER = Path(__file__).parent
SOURCES: dict[str, str] = {"p2v-orc": "ORC", "p2v-ogl": "OGL"}
"""The built-in sources and the license of each; the first has the bare slugs if both have a name."""

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as quick, where PyYAML was built with it

_STATED = tuple(field for field in CARD_FIELDS if field.name not in model.STATS)
_CREATURE_FIELDS = frozenset(
    {"name", "level", "printed_points", "stats", "features", *(field.document_name for field in _STATED)}
)
_FEATURE_FIELDS = frozenset(field.name for field in FEATURE_FIELDS)


@cache
def built_in_cards() -> tuple[Card, ...]:
    """Return every built-in card; a fault in a file raises ``RulesError`` with the file and the creature."""
    cards: list[Card] = []
    taken: set[str] = set()
    for source, license_name in SOURCES.items():
        for path in sorted((FOLDER / source).glob("*.yaml")):
            for row in yaml.load(path.read_text(encoding="utf-8"), LOADER) or []:  # noqa: S506 - it is a safe one
                try:
                    key = slug(row["name"])
                    card = _card(row, key if key not in taken else f"{key}--{source}", source, license_name)
                except (RulesError, KeyError, TypeError, ValueError) as fault:
                    raise RulesError(f"{path.name}, {row.get('name', 'a creature')}: {fault}") from fault
                taken.add(card.key)
                cards.append(card)
    return tuple(cards)


def _card(row: Mapping[str, Any], key: str, source: str, license_name: str) -> Card:
    _only(row, _CREATURE_FIELDS)
    return Card(
        key=key,
        name=row["name"],
        level=row["level"],
        stats=Stats(*row["stats"]),
        source=source,
        license=license_name,
        printed_points=row.get("printed_points"),
        features=numbered(tuple(_feature(feature) for feature in row["features"])),
        **{field.name: _value(field, row.get(field.document_name, "")) for field in _STATED},
    )


def _feature(row: Mapping[str, Any]) -> Feature:
    _only(row, _FEATURE_FIELDS)
    feature = Feature(
        id="", **{field.name: _value(field, row[field.name]) for field in FEATURE_FIELDS if field.name in row}
    )
    if unknown := unknown_references(feature):
        raise RulesError(f"{feature.name}: no damage for {', '.join(unknown)}.")
    return feature


def _value(field: DeclaredField, written: Any) -> Any:
    """Return a value of the file: YAML parses yes and numbers; anything else is a line of notation."""
    return written if isinstance(written, bool) else field.parse("" if written is None else str(written))


def _only(row: Mapping[str, Any], known: frozenset[str]) -> None:
    if unknown := row.keys() - known:
        raise RulesError(f"unknown field {', '.join(sorted(unknown))}.")


@cache
def built_in_gambits() -> Mapping[str, Gambits]:
    """Return the gambits that come with Muster, by the keys of the creatures; a fault names the creature."""
    rows = tomllib.loads((FOLDER / "gambits.toml").read_text(encoding="utf-8"))
    gambits = {}
    for key, row in rows.items():
        try:
            gambits[key] = parse_gambits(row["gambits"], row.get("prefers", ""))
        except (RulesError, KeyError) as fault:
            raise RulesError(f"gambits.toml, {key}: {fault}") from fault
    return gambits


_WORDS = frozenset({"trigger", "precondition", "effect"})
_COMPARED = tuple(field for field in FEATURE_FIELDS if field.name in PRINTED_FIELDS and field.name not in _WORDS)
DIGEST_LENGTH = 12


def upcast_card(card: Card) -> Card:
    """Return a stored card in the form that cards have today."""
    today = _built_in().get(card.key)
    if today is not None:
        current = {feature.id: feature for feature in today.features}
        # One card named a common reaction at its foot alone.
        moved = {word: current[slug(word)] for word in card.other if common_effect(word) and slug(word) in current}
        completed = (_completed(feature, current.get(feature.id), card.key) for feature in card.features)
        card = replace(
            card,
            class_name=card.class_name or (today.class_name if card.name == today.name else None),
            features=(*completed, *moved.values()),
            other=tuple(word for word in card.other if word not in moved),
        )
    return card


def text_digest(text: str) -> str:
    """Return the fingerprint of a sentence, by which an earlier wording of a built-in card is known."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def _completed(old: Feature, today: Feature | None, key: str) -> Feature:
    if today is None or has_further_fields(old) or not _says_the_same(old, today, key):
        return old
    return replace(today, printed=old.printed)


def _says_the_same(old: Feature, today: Feature, key: str) -> bool:
    """Return True if printed fields, effect and trigger are today's or those of version 1."""
    effect, trigger, fields = (*_earlier_texts().get(f"{key}/{old.id}", ()), "", "", "")[:3]
    return (
        _is_wording(_printed_fields(old), _printed_fields(today), fields)
        and _is_wording(effect_template(old), effect_template(today), effect)
        and _is_wording(old.trigger or "", today.trigger or "", trigger)
    )


def _is_wording(text: str, today: str, earlier: str) -> bool:
    return text == today or text_digest(text) == earlier


def _printed_fields(feature: Feature) -> str:
    """Return the printed fields of a feature that say something, in notation."""
    printed = ((field, getattr(feature, field.name)) for field in _COMPARED if feature.is_printed(field.name))
    return "; ".join(f"{field.name} {field.write(value)}" for field, value in printed if value != field.default)


@cache
def _built_in() -> dict[str, Card]:
    return {card.key: card for card in built_in_cards()}


@cache
def _earlier_texts() -> dict[str, list[str]]:
    """Return the fingerprints of effect, trigger and printed fields in version 1, by creature and feature.

    The last ones are left out where they are empty, the fields where they are today's.

    They cover all features, so that any present sentence can be reworded.
    """
    texts: dict[str, list[str]] = json.loads((FOLDER / "earlier_texts.json").read_text(encoding="utf-8"))
    return texts


_FILE: Mapping[str, Mapping[str, str]] = json.loads(
    (Path(__file__).parent / "emblems.json").read_text(encoding="utf-8")
)

OF_CREATURES = _FILE["creatures"]
"""The emblems of the built-in creatures, by their keys."""

OF_TAGS = {tag.casefold(): emblem for tag, emblem in _FILE["tags"].items()}
"""The emblems of tags, the most telling tag first."""

NEUTRAL = "shield"
"""For a creature whose tags match nothing."""

CHOICES = tuple((name, name.replace("-", " ").capitalize()) for name in sorted(CHARACTERS))
"""Every emblem by its name, with its words for readers."""


def emblem_of(key: str, tags: Collection[str], chosen: str = "") -> str:
    """Return the name of a creature's emblem: the one that an editor chose, its own, or that of its tags."""
    if chosen in CHARACTERS:
        return chosen
    if own := OF_CREATURES.get(key):
        return own
    words = {tag.casefold() for tag in tags}
    return next((emblem for tag, emblem in OF_TAGS.items() if tag in words), NEUTRAL)

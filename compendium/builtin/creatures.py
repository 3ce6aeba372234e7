"""Reading the built-in creature files into cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rules.cards import model
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS
from rules.cards.model import Card, Feature, Stats, numbered
from rules.cards.phrases import unknown_references
from rules.effects.declaration import DeclaredField
from rules.errors import RulesError
from rules.text import slug

FOLDER = Path(__file__).parent
SOURCES: dict[str, str] = {"p2v-orc": "ORC", "p2v-ogl": "OGL"}
"""The built-in sources and the license of each; the first has the bare slugs where both have a name."""

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
    """Return a value of the file: YAML reads yes and numbers by itself, anything else is a line of notation."""
    return written if isinstance(written, bool) else field.parse("" if written is None else str(written))


def _only(row: Mapping[str, Any], known: frozenset[str]) -> None:
    if unknown := row.keys() - known:
        raise RulesError(f"unknown field {', '.join(sorted(unknown))}.")

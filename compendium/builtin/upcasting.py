"""Revisions that were stored before cards had all of today's fields, brought up to date when they are read.

What is stored is never rewritten. Each feature of a built-in creature's revision that says the same as today's built-in
card becomes today's, new fields and plainer words included; what a person wrote stays as it is, and its sentences are
read (``rules.cards.sentences``). Snapshots of today's version are not touched (``compendium.cards``).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cache
from typing import Any

from compendium.builtin.creatures import FOLDER, built_in_cards
from rules.cards import Card
from rules.cards.fields import FEATURE_FIELDS
from rules.cards.model import Feature
from rules.cards.phrases import common_effect, effect_template
from rules.cards.sentences import PRINTED_FIELDS, has_further_fields
from rules.text import slug

_WORDS = frozenset({"trigger", "precondition", "effect"})
_COMPARED = tuple(
    (field.name, field.default) for field in FEATURE_FIELDS if field.name in PRINTED_FIELDS and field.name not in _WORDS
)
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
    """Return True if the printed fields are equal, and effect and trigger are today's or the earlier wordings."""
    if any(_printed(old, name, default) != _printed(today, name, default) for name, default in _COMPARED):
        return False
    effect, trigger = (*_earlier_texts().get(f"{key}/{old.id}", ()), "", "")[:2]
    return _is_wording(effect_template(old), effect_template(today), effect) and _is_wording(
        old.trigger or "", today.trigger or "", trigger
    )


def _is_wording(text: str, today: str, earlier: str) -> bool:
    return text == today or text_digest(text) == earlier


def _printed(feature: Feature, name: str, default: Any) -> Any:
    return getattr(feature, name) if feature.is_printed(name) else default


@cache
def _built_in() -> dict[str, Card]:
    return {card.key: card for card in built_in_cards()}


@cache
def _earlier_texts() -> dict[str, list[str]]:
    """Return the fingerprints of effect and, if there is one, trigger in version 1, by creature and feature.

    They are of all features, so that any sentence of today's can be put in other words.
    """
    texts: dict[str, list[str]] = json.loads((FOLDER / "earlier_texts.json").read_text(encoding="utf-8"))
    return texts

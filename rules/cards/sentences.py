"""Reading the sentences of a card that came with no more than the oldest fields: homebrew, imports, old revisions.

This is the one place where a sentence is read to find a rule. It is read once, when the document is; the fields that
were found are marked as such, and everything else reads only fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.cards.fields import FEATURE_FIELDS
from rules.cards.model import Card, Feature
from rules.effects import Damage, Effect, EffectStep, Range, SavingThrow
from rules.effects.values import SAVES
from rules.tables.damage import DAMAGE_TYPES, FREE_TYPES

PRINTED_FIELDS: frozenset[str] = frozenset(
    (
        "name kind replaces uses cost once_per_turn trigger precondition range strike damage saves gives effect caster"
    ).split()
)
"""The fields that cards have had from the start. A new field stays out, even if cards print it.

The sentence of a feature that has any other field is not read.
"""

_IS_A_STRIKE = re.compile(r"A (?:melee|ranged) Strike\b")
_HAS_A_STRIKE = re.compile(
    r"\b(?:an?|one|two|three|up to \w+|pair of)(?: \w+){0,2} Strikes?\b|\bmakes? \w+ Strikes\b|\bStrikes with\b"
)
_SAVE = re.compile(r"\((Fortitude|Reflex|Will) (negates|half)\)")
_AREA = re.compile(r"\b(Emanation|Burst|Cone|Line) (\d{1,3})")
_TYPE = rf"(?:{'|'.join((*(word for row in DAMAGE_TYPES for word in (row.name, *row.aliases)), *FREE_TYPES))})"
_DAMAGE = re.compile(
    rf"\b(?P<amount>\d{{1,3}})(?P<persistent> persistent)? (?P<types>{_TYPE}(?:(?:, | and | or ){_TYPE})*)"
    r"(?: \([a-z]+\))? damage"
)
_STAT_OF = {stat.capitalize(): stat for stat in SAVES}


def has_further_fields(feature: Feature) -> bool:
    """Return True if the feature has a field that only sentences said in the oldest documents."""
    return any(
        getattr(feature, field.name) != field.default for field in FEATURE_FIELDS if field.name not in PRINTED_FIELDS
    )


def read_sentences(card: Card) -> Card:
    """Return a card with fields for the Strikes, saves and areas that only its sentences say."""
    features = tuple(map(read_feature, card.features))
    return card if features == card.features else replace(card, features=features)


def read_feature(feature: Feature) -> Feature:
    """Return a feature with fields for what only its sentence says; one that has further fields stays as it is."""
    if not feature.effect or has_further_fields(feature):
        return feature
    found: dict[str, Any] = {}
    if feature.damage and not feature.strike and _IS_A_STRIKE.match(feature.effect):
        found["strike"] = True
    if not feature.saves and (saves := _SAVE.findall(feature.effect)):
        found["saves"] = tuple(SavingThrow(_STAT_OF[stat], result) for stat, result in saves)
    if feature.range is None and (area := _AREA.search(feature.effect)):
        found["range"] = Range(area[1].lower(), int(area[2]))
    unprinted = frozenset(found)
    if not (feature.strike or "strike" in found) and _HAS_A_STRIKE.search(feature.effect):
        found["steps"] = (EffectStep(action="strike"),)
    if damage := tuple(damage for damage in _damage(feature.effect) if damage not in feature.damage):
        found["then"] = (Effect(damage=damage),)
    return replace(feature, **found, unprinted=unprinted, read_from_text=True) if found else feature


def _damage(text: str) -> Iterator[Damage]:
    """Yield the damage that a sentence gives as a number before its types: ``5 persistent poison damage``."""
    for match in _DAMAGE.finditer(text):
        yield Damage(
            int(match["amount"]),
            tuple(re.findall(_TYPE, match["types"])),
            persistent=match["persistent"] is not None,
            choose_one=" or " in match["types"],
        )

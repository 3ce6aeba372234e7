"""What is different between two versions of a card, in sentences for its history."""

from __future__ import annotations

from dataclasses import replace

from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS, card_value
from rules.cards.model import Card, Feature
from rules.cards.phrases import effect_template, effect_text, says_itself


def _shown(value: object) -> str:
    return "none" if value in (None, "") else str(value)


def _stated(card: Card) -> dict[str, str]:
    """Return everything a card states besides its features, by the name a reader knows it by."""
    stated = {
        "Name": card.name,
        "Level": str(card.level),
        "Source": card.source or "",
        "License": card.license,
        "Printed points": _shown(card.printed_points),
    }
    for field in CARD_FIELDS:
        stated[field.label[0].upper() + field.label[1:]] = field.shown(card_value(card, field.name))
    return stated


def _feature_stated(feature: Feature) -> dict[str, str]:
    return {
        field.label: effect_text(feature) if field.name == "effect" else field.shown(getattr(feature, field.name))
        for field in FEATURE_FIELDS
    }


def _follows_its_fields(old: Feature, new: Feature) -> bool:
    """Return whether the effect differs only because the fields do, which are told already."""
    return effect_template(old) == effect_template(new) or (says_itself(old) and says_itself(new))


def is_same_in_play(old: Card, new: Card) -> bool:
    """Return True if two cards differ in wording alone: all their facts are equal.

    Sentences, the words of triggers, printed words, and marks about them are no facts; nor is the revision's number.
    """
    return _facts(old) == _facts(new)


def _facts(card: Card) -> Card:
    features = tuple(
        replace(
            feature,
            effect="",
            trigger=feature.trigger and "…",
            printed=None,
            by_table=False,
            read_from_text=False,
        )
        for feature in card.features
    )
    return replace(card, features=features, revision=1, printed_points=None, source=None, license="")


def card_changes(old: Card, new: Card) -> tuple[str, ...]:
    """Return one sentence for each thing that ``new`` states otherwise than ``old``, in printed order."""
    before, after = _stated(old), _stated(new)
    changes = [
        f"{name}: {_shown(before[name])} → {_shown(after[name])}" for name in after if before[name] != after[name]
    ]
    old_features = {feature.id: feature for feature in old.features}
    new_features = {feature.id: feature for feature in new.features}
    changes += [f"{feature.name} removed" for key, feature in old_features.items() if key not in new_features]
    for key, feature in new_features.items():
        if key not in old_features:
            changes.append(f"{feature.name} added")
            continue
        was, now = _feature_stated(old_features[key]), _feature_stated(feature)
        names = [name for name in now if was[name] != now[name]]
        if "trigger" in names and "precondition" in names:
            names.remove("precondition")
        if "effect" in names and len(names) > 1 and _follows_its_fields(old_features[key], feature):
            names.remove("effect")
        changes += [f"{feature.name}, {name}: {_shown(was[name])} → {_shown(now[name])}" for name in names]
    if [key for key in old_features if key in new_features] != [key for key in new_features if key in old_features]:
        changes.append("Features reordered")
    return tuple(changes)

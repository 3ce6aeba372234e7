"""What is different between two versions of a card, in sentences for its history."""

from __future__ import annotations

from rules.cards import notation
from rules.cards.model import STATS, Card, Feature
from rules.cards.phrases import effect_template, effect_text, says_itself

_STAT_NAMES = {"hp": "HP"}


def _shown(value: object) -> str:
    return "none" if value in (None, "") else str(value)


def _stated(card: Card) -> dict[str, str]:
    """Return everything a card states besides its features, by the name a reader knows it by."""
    stated = {
        "Name": card.name,
        "Level": str(card.level),
        "Alignment": card.alignment or "",
        "Size": card.size or "",
        "Tags": notation.format_names(card.tags),
        "Class": card.class_name or "",
        "Source": card.source or "",
        "Licence": card.license,
        "Printed points": _shown(card.printed_points),
        "Broken Armor": _shown(card.armor_broken),
        "Movement mode": card.movement_mode or "",
        "Starts with": notation.format_names(card.starts_with),
        "Skills": notation.format_names(card.skills),
        "Immune": notation.format_names(card.immune),
        "Resist": notation.format_resistances(card.resist),
        "Weak": notation.format_weaknesses(card.weak),
        "Other": notation.format_names(card.other),
    }
    for name in STATS:
        stated[_STAT_NAMES.get(name, name.capitalize())] = _shown(getattr(card.stats, name))
    return stated


def _feature_stated(feature: Feature) -> dict[str, str]:
    return {
        "name": feature.name,
        "kind": feature.kind,
        "replaced feature": feature.replaces or "",
        "uses": notation.format_uses(feature.uses),
        "cost": _shown(feature.cost),
        "once per turn": "yes" if feature.once_per_turn else "no",
        "trigger": feature.trigger or "",
        "range": notation.format_range(feature.range),
        "strike": "yes" if feature.strike else "no",
        "damage": notation.format_damage(feature.damage),
        "saves": notation.format_saves(feature.saves),
        "given conditions": notation.format_names(feature.gives),
        "effect": effect_text(feature),
        "spells": notation.format_caster(feature.caster),
    }


def _follows_its_fields(old: Feature, new: Feature) -> bool:
    """Return whether the effect differs only because the fields do, which are told already."""
    return effect_template(old) == effect_template(new) or (says_itself(old) and says_itself(new))


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
        told = [name for name in now if was[name] != now[name]]
        if "effect" in told and len(told) > 1 and _follows_its_fields(old_features[key], feature):
            told.remove("effect")
        changes += [f"{feature.name}, {name}: {_shown(was[name])} → {_shown(now[name])}" for name in told]
    if [key for key in old_features if key in new_features] != [key for key in new_features if key in old_features]:
        changes.append("Features put in another order")
    return tuple(changes)

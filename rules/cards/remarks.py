"""Remarks about a card: the differences between two versions, for its history, and warnings for its editor."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules import spells
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS, card_value
from rules.cards.model import Card, Feature
from rules.cards.phrases import effect_template, effect_text, says_itself
from rules.effects.limits import ban_of
from rules.effects.model import forced_move
from rules.errors import RulesError
from rules.tables import conditions, damage, skills
from rules.text import few_listed


def _shown(value: object) -> str:
    return "none" if value in (None, "") else str(value)


def _stated(card: Card) -> dict[str, str]:
    """Return everything that a card states besides its features, by the names that readers know."""
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
    """Return True if the effect differs only because its fields do, which are already listed."""
    return effect_template(old) == effect_template(new) or (says_itself(old) and says_itself(new))


def is_same_in_play(old: Card, new: Card) -> bool:
    """Return True if two cards differ only in wording: all their facts are equal.

    Sentences, the words of triggers, printed words, and marks about them are not facts; nor is the revision's number.
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


TRADITIONS: tuple[str, ...] = ("Arcane", "Divine", "Occult", "Primal")
_WHOLE_CLASSES = frozenset({"all", "physical", "energy", "area damage", "splash damage", "precision", "cold iron"})


@dataclass(frozen=True, slots=True)
class CardWarning:
    """One thing to check: the card's field (or the feature's, with the feature's name) and a sentence."""

    field: str
    message: str
    feature: str | None = None


def damage_types() -> tuple[str, ...]:
    """Return the names of the damage types that the rules know, those of the cards included."""
    return tuple(dict.fromkeys((*damage.BY_NAME, *damage.FREE_TYPES)))


def states() -> tuple[str, ...]:
    """Return the names of the conditions and statuses that a feature can give."""
    return tuple(
        sorted({*conditions.BY_NAME, *conditions.LOOSE_BY_NAME, *conditions.STATUSES_BY_NAME}, key=str.casefold)
    )


def card_warnings(card: Card) -> tuple[CardWarning, ...]:
    """Return the warnings about a card, in printed order."""
    warnings = [_unknown("skills", word, "skill") for word in card.skills if not _is_skill(word)]
    for field, words in (
        ("resist", [resistance.type for resistance in card.resist]),
        ("weak", [weakness.type for weakness in card.weak]),
    ):
        warnings += [_unknown(field, word, "damage type") for word in words if not _is_damage(word)]
    if missing := card.missing_stats:
        warnings.append(CardWarning(missing[0], f"The card has no {', '.join(missing)}."))
    if read := [feature.name for feature in card.features if feature.read_from_text]:
        warnings.append(CardWarning("features", f"Fields were read from the text of {few_listed(read)}: compare them."))
    for feature in card.features:
        warnings += _feature_warnings(feature)
    return tuple(warnings)


def _feature_warnings(feature: Feature) -> Iterator[CardWarning]:
    name = feature.name
    types: Iterable[str] = dict.fromkeys(word for dealt in feature.damage for word in dealt.types)
    yield from (_unknown("damage", word, "damage type", name) for word in types if not _is_damage(word))
    yield from (_unknown("gives", word, "condition or status", name) for word in feature.gives if not _is_state(word))
    if feature.cost == "reaction" and not feature.trigger and not effect_text(feature):
        yield CardWarning("trigger", f"{name}: a reaction usually names its trigger.", name)
    if feature.caster:
        if feature.caster.tradition not in TRADITIONS:
            yield _unknown("caster", feature.caster.tradition, "tradition", name)
        for group in feature.caster.groups:
            for spell in group.spells:
                if spells.find_spell(spell.name) is None:
                    yield CardWarning("caster", f"{name}: “{spell.name}” has no entry among the spells.", name)
    elif not effect_text(feature):
        yield CardWarning("effect", f"{name} says nothing: it has no effect, damage or condition.", name)


def _unknown(field: str, word: str, kind: str, feature: str | None = None) -> CardWarning:
    if feature is None:
        return CardWarning(field, f"The rules have no {kind} called “{word}”.")
    return CardWarning(field, f"{feature}: the rules have no {kind} called “{word}”.", feature)


def _is_skill(word: str) -> bool:
    try:
        skills.skill(word)
    except RulesError:
        return False
    return True


def _is_damage(word: str) -> bool:
    return word.casefold() in _WHOLE_CLASSES or damage.canonical(word.casefold()) in damage_types()


def _is_state(word: str) -> bool:
    if forced_move(word) is not None or ban_of(word) is not None:
        return True
    return word.casefold() in {state.casefold() for state in states()}

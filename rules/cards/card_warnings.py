"""Warnings about a card: words on it that the rules do not know, and what it lacks. A person decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules import spells
from rules.cards.model import Card, Feature
from rules.cards.phrases import effect_text
from rules.errors import RulesError
from rules.tables import conditions, damage, skills, statuses
from rules.text import few_listed

TRADITIONS: tuple[str, ...] = ("Arcane", "Divine", "Occult", "Primal")
_WHOLE_CLASSES = frozenset({"all", "physical", "energy", "area damage", "splash damage", "precision", "cold iron"})
_MOVES = frozenset({"push", "pull", "shunt"})


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
    return tuple(sorted({*conditions.BY_NAME, *conditions.LOOSE_BY_NAME, *statuses.BY_NAME}, key=str.casefold))


def card_warnings(card: Card) -> tuple[CardWarning, ...]:
    """Return the warnings about a card, in printed order."""
    found = [_unknown("skills", word, "skill") for word in card.skills if not _is_skill(word)]
    for field, words in (
        ("resist", [resistance.type for resistance in card.resist]),
        ("weak", [weakness.type for weakness in card.weak]),
    ):
        found += [_unknown(field, word, "damage type") for word in words if not _is_damage(word)]
    if missing := card.missing_stats:
        found.append(CardWarning(missing[0], f"The card has no {', '.join(missing)}."))
    if read := [feature.name for feature in card.features if feature.read_from_text]:
        found.append(CardWarning("features", f"Fields were read from the text of {few_listed(read)}: compare them."))
    for feature in card.features:
        found += _feature_warnings(feature)
    return tuple(found)


def _feature_warnings(feature: Feature) -> Iterator[CardWarning]:
    name = feature.name
    types: Iterable[str] = dict.fromkeys(word for one in feature.damage for word in one.types)
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
    head, _, squares = word.partition(" ")
    if head in _MOVES and squares.isdigit():
        return True
    return word.casefold() in {state.casefold() for state in states()}

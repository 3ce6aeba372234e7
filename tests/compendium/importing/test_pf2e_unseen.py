"""Creatures that no rule was made for come to the cards that the rulebook's appendix makes of them.

The expected values stand in ``unseen/`` beside each invented stat block. They were worked out by hand, from the
appendix and not from the code, before the conversion saw the creature.
"""

from collections.abc import Iterator
from typing import Any

from rules.card_reading.values import Candidate
from rules.cards.model import Card, Feature
from rules.cards.phrases import effect_text
from rules.effects.values import Range
from tests.compendium.importing.pf2e_forms import only
from tests.compendium.importing.unseen_texts import UNSEEN
from tests.rows import every_row

STATS = ("fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed")
PLAIN = ("level", "points", "size", "alignment", "license", "movement_mode", "immune", "other", "skills")


def value(candidate: Candidate[Card], name: str) -> Any:
    """Return a part of a card in the notation of the expected values."""
    card = candidate.value
    assert card is not None, candidate
    if name in PLAIN:
        return getattr(card, name)
    if name == "stats":
        return tuple(getattr(card.stats, stat) for stat in STATS)
    if name == "armor_broken":
        return card.armor_broken
    if name == "resist":
        return tuple(
            f"{resistance.type} {resistance.dice}"
            + (f" except {', '.join(resistance.exceptions)}" if resistance.exceptions else "")
            for resistance in card.resist
        )
    if name == "weak":
        return tuple(f"{weakness.type} {weakness.amount}" for weakness in card.weak)
    if name == "names":
        return tuple(feature.name for feature in card.features)
    if name == "casters":
        return {
            f"{caster.tradition} {caster.rank}": list(spell_groups(feature))
            for feature in card.features
            if (caster := feature.caster)
        }
    assert name == "power choices", name
    return next(tuple(step["choices"]) for step in candidate.steps if step["field"] == "power")


def spell_groups(feature: Feature) -> Iterator[tuple[str, str]]:
    """Yield the boxes and spells of each group of a caster, spells by name."""
    assert feature.caster is not None
    for group in feature.caster.groups:
        yield " ".join(group.uses), ", ".join(sorted(spell.name for spell in group.spells))


def feature_part(feature: Feature, name: str) -> Any:
    """Return a part of a feature in the notation of the expected values."""
    if name == "damage":
        return [
            (damage.amount, " ".join((*damage.types, *(("persistent",) if damage.persistent else ()))))
            for damage in feature.damage
        ]
    if name == "saves":
        return [(save.stat, save.result) for save in feature.saves]
    if name == "range":
        return range_words(feature.range)
    if name == "uses":
        return " ".join(feature.uses)
    if name == "text":
        return effect_text(feature)
    return getattr(feature, name)


def range_words(range: Range | None) -> str | None:
    """Return a range as ``burst 3 within 24``."""
    if range is None:
        return None
    kind = "aura" if range.aura else range.kind
    long = f" long {range.long}" if range.long else ""
    return f"{kind} {range.squares}{long}" + (f" within {range.within}" if range.within else "")


def differences(document: dict[str, Any], expected: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return what differs from the expected card, as it is and as it should be."""
    candidate = only(document)
    assert candidate.value is not None, candidate
    features = {feature.name: feature for feature in candidate.value.features}
    different: dict[str, tuple[Any, Any]] = {}
    for name, wanted in expected.items():
        if isinstance(wanted, dict) and name != "casters":
            if name not in features:
                different[name] = (None, wanted)
                continue
            parts = {f"{name}, {part}": (feature_part(features[name], part), figure) for part, figure in wanted.items()}
        else:
            parts = {name: (value(candidate, name), wanted)}
        different |= {part: (ours, theirs) for part, (ours, theirs) in parts.items() if ours != theirs}
    return different


@every_row("document, expected", list(UNSEEN.values()), ids=list(UNSEEN))
def test_a_creature_that_no_rule_was_made_for_comes_to_its_card(document: dict[str, Any], expected: dict[str, Any]):
    assert differences(document, expected) == {}

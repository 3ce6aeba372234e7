"""Strikes: range, damage, what follows on a hit."""

from __future__ import annotations

from dataclasses import replace

from rules.cards.model import Feature
from rules.conversion.blocks import BlockAttack
from rules.conversion.damage_texts import merged_damage
from rules.conversion.stats import squares
from rules.conversion.steps import ConversionWork
from rules.conversion.text_choices import choice_key
from rules.effects import Damage, Effect, Range
from rules.text import listed, slug

UPGRADES_UP_TO = 3
"""The highest level of a creature whose further Strikes may be upgrades."""

_ON_HIT: dict[str, tuple[str, str, str]] = {
    "grab": ("1", "grabbed", "On a hit, it may spend 1 AP to grab the target."),
    "improved-grab": ("0", "grabbed", "On a hit, the target is grabbed."),
    "knockdown": ("1", "prone", "On a hit, it may spend 1 AP to knock the target prone."),
    "trip": ("1", "prone", "On a hit, it may spend 1 AP to knock the target prone."),
    "improved-knockdown": ("0", "prone", "On a hit, the target falls prone."),
    "push": ("1", "push 1", "On a hit, it may spend 1 AP to push the target 1 square."),
    "improved-push": ("0", "push 1", "On a hit, the target is pushed 1 square."),
}
_SMALL_WORDS = frozenset({"a", "and", "in", "of", "or", "the", "to", "with"})
FOLLOWS_STRIKES: frozenset[str] = frozenset(_ON_HIT)
"""The abilities, as slugs, that a card says in the Strike they belong to."""


def strikes(work: ConversionWork) -> list[Feature]:
    """Return the Strikes of the card; further ones of a low-level creature may be upgrades."""
    features: list[Feature] = []
    seen: set[tuple[object, ...]] = set()
    for attack in work.block.attacks:
        feature = _strike(work, attack)
        print_of = (feature.name, feature.range, feature.damage)
        if print_of in seen:
            work.note("features", "A Strike that repeats another is left out.", attack.name, None)
            continue
        seen.add(print_of)
        features.append(feature)
    if work.block.level <= UPGRADES_UP_TO:
        # Further weapons of a low-level creature may be bought instead. "Converting from PF2e", "Features".
        for place, feature in enumerate(features[1:], 1):
            about = _name_among(feature, features)
            choice = work.choose(choice_key("kind", feature.name), "base", ("base", "add_on"), about)
            rule = "Further Strikes of a low-level creature may be upgrades: choose."
            work.note("features", rule, feature.name, choice.value, choice)
            features[place] = replace(feature, kind=choice.value)
    return features


def _name_among(feature: Feature, features: list[Feature]) -> str:
    """Return the name of a Strike, with ``(melee)`` or ``(ranged)`` where another has it too."""
    is_alone = sum(one.name == feature.name for one in features) == 1
    return feature.name if is_alone or feature.range is None else f"{feature.name} ({feature.range.kind})"


def _strike(work: ConversionWork, attack: BlockAttack) -> Feature:
    damage = merged_damage(attack.damage, always_fives=work.rounds_all_damage)
    name = heading_of(attack.name)
    reach = attack_range(attack)
    feature = Feature(
        id="",
        name=name,
        cost="1",
        once_per_turn=attack.reload > 0,
        range=reach,
        strike=True,
        damage=damage,
    )
    feature = _with_effects(work, attack, feature)
    rolls = " plus ".join(filter(None, (_roll_words(attack), listed(attack.effects))))
    rule = "Damage is one amount with all its types: the average, from 10 on the nearest 5."
    if work.rounds_all_damage:
        rule = "Damage is one amount with all its types: the average, rounded to the nearest 5."
    work.note("features", rule, f"{name}: {rolls or 'no damage'}", _damage_gave(damage))
    if attack.reload:
        work.note(
            "features", "A weapon that is reloaded is used once per turn.", f"{name}: reload {attack.reload}", True
        )
    return feature


def attack_range(attack: BlockAttack) -> Range:
    """Return the range of a Strike: reach, one range, or an increment and twice that."""
    if not attack.is_ranged:
        return Range("melee", squares(attack.reach) if attack.reach else 1)
    if attack.increment:
        near = squares(attack.increment)
        return Range("ranged", near, long=2 * near)
    return Range("ranged", squares(attack.max_range or 0) or None)


def _with_effects(work: ConversionWork, attack: BlockAttack, feature: Feature) -> Feature:
    follows, sentences = [], []
    for effect in attack.effects:
        known = _known_effect(effect)
        if known:
            cost, given, sentence = known
            follows.append(Effect(on="hit", cost="1" if cost == "1" else None, gives=(given,)))
            sentences.append(sentence)
        else:
            sentences.append(f"On a hit, {heading_of(effect)} applies.")
    if not sentences:
        return feature if feature.damage else replace(feature, effect="It deals no damage.", by_table=True)
    dealt = ["{damage}", *(f"{{damage.{number}}}" for number in range(2, len(feature.damage) + 1))][
        : len(feature.damage)
    ]
    head = f"Deals {listed(f'{one} damage' for one in dealt)}." if dealt else ""
    text = " ".join(filter(None, (head, *sentences)))
    return replace(feature, effect=text, then=tuple(follows), by_table=len(follows) < len(sentences))


def _known_effect(effect: str) -> tuple[str, str, str] | None:
    key = slug(effect)
    return _ON_HIT.get(key) or _ON_HIT.get(key.removesuffix("s"))


def heading_of(name: str) -> str:
    """Return a name as headings have it.

    >>> heading_of("hunk of meat")
    'Hunk of Meat'
    """
    found = name.replace("-", " ").split() if name.islower() else name.split()
    return " ".join(
        word if place and word in _SMALL_WORDS else word[:1].upper() + word[1:] for place, word in enumerate(found)
    )


def _roll_words(attack: BlockAttack) -> str:
    return " plus ".join(
        " ".join(filter(None, (roll.formula, "persistent" if roll.persistent else "", roll.type)))
        for roll in attack.damage
    )


def _damage_gave(damage: tuple[Damage, ...]) -> str:
    return "; ".join(
        " ".join(filter(None, (str(one.amount), "persistent" if one.persistent else "", listed(one.types))))
        for one in damage
    )

"""Strikes and spellcasting as features: range, damage, effects on a hit; slots and spells."""

import re
from collections.abc import Iterable
from dataclasses import replace

from rules import spells
from rules.cards.model import Caster, CasterSpell, Feature, SpellGroup
from rules.conversion.blocks import BlockAttack, BlockCaster, BlockSpell
from rules.conversion.damage_texts import merged_damage
from rules.conversion.stats import squares
from rules.conversion.steps import ConversionWork
from rules.conversion.text_choices import choice_key
from rules.effects.model import Effect
from rules.effects.values import Damage, Range, Use
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
"""The abilities, as slugs, that a card mentions in their Strike."""


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
    """Return the name of a Strike, with ``(melee)`` or ``(ranged)`` if another has the same name."""
    is_alone = sum(other.name == feature.name for other in features) == 1
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
    head = f"Deals {listed(f'{amount} damage' for amount in dealt)}." if dealt else ""
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
    words = name.replace("-", " ").split() if name.islower() else name.split()
    return " ".join(
        word if place and word in _SMALL_WORDS else word[:1].upper() + word[1:] for place, word in enumerate(words)
    )


def _roll_words(attack: BlockAttack) -> str:
    return " plus ".join(
        " ".join(filter(None, (roll.formula, "persistent" if roll.persistent else "", roll.type)))
        for roll in attack.damage
    )


def _damage_gave(damage: tuple[Damage, ...]) -> str:
    return "; ".join(
        " ".join(filter(None, (str(part.amount), "persistent" if part.persistent else "", listed(part.types))))
        for part in damage
    )


MAX_SLOTS = 20
_CHOSEN_RANKS = 3
_TAKEN_OFF = 2
_NAMES_SINCE = {"magic missile": "force barrage", "burning hands": "breathe fire", "see invisibility": "see the unseen"}
_DAILY: Use = "daily"
_ENCOUNTER: Use = "encounter"


def slot_count(slots: Iterable[tuple[int, int]]) -> int:
    """Return how many slots a caster has, from its slots by rank; at least 1.

    >>> slot_count([(4, 3), (3, 5), (2, 7)])
    7
    """
    # The slots of the highest rank and half of those of the next two, less 2; halves are added first, then rounded
    # down (ruling 103). "Converting from PF2e", "Spellcasting".
    ranked = sorted(((rank, number) for rank, number in slots if rank > 0 and number > 0), reverse=True)
    if not ranked:
        return 0
    highest = ranked[0][0]
    own = ranked[0][1]
    next_two = sum(number for rank, number in ranked if rank in (highest - 1, highest - 2))
    return min(max((2 * own + next_two) // 2 - _TAKEN_OFF, 1), MAX_SLOTS)


def caster_features(work: ConversionWork) -> list[Feature]:
    """Return a feature for each tradition that the creature casts from."""
    features = [feature for caster in work.block.casters if (feature := _caster_feature(work, caster))]
    by_tradition: dict[str, list[Caster]] = {}
    for feature in features:
        if feature.caster:
            by_tradition.setdefault(feature.caster.tradition, []).append(feature.caster)
    return [_joined(tradition, casters) for tradition, casters in by_tradition.items()]


def _joined(tradition: str, casters: list[Caster]) -> Feature:
    """Return one feature for all lists of a tradition, its spells at will in one group."""
    rank = max(caster.rank for caster in casters)
    groups = [group for caster in casters for group in caster.groups]
    free = dict.fromkeys(spell for group in groups if group.at_will for spell in group.spells)
    at_will = [SpellGroup((), tuple(free))] if free else []
    caster = Caster(tradition, rank, (*at_will, *(group for group in groups if not group.at_will)))
    return Feature(id="", name=f"{tradition} Caster Rank {rank}", kind="caster", caster=caster)


def _caster_feature(work: ConversionWork, caster: BlockCaster) -> Feature | None:
    if not caster.spells:
        return None
    if caster.kind == "ritual":
        work.note("features", "Rituals take longer than a fight, so they are left out.", _names(caster.spells), None)
        return None
    castable = [rank for rank, number in caster.slots if number > 0] + [spell.rank for spell in caster.spells]
    rank = min(max(castable, default=0), 10)
    tradition = caster.tradition.capitalize() or "Arcane"
    name = f"{tradition} Caster Rank {rank}"
    work.note("features", "The rank is the highest rank of its spells.", f"{tradition} {caster.kind} spells", rank)
    groups = [*_at_will(caster), *_limited(work, caster)]
    if not groups:
        return None
    return Feature(id="", name=name, kind="caster", caster=Caster(tradition, rank, tuple(groups)))


def _at_will(caster: BlockCaster) -> list[SpellGroup]:
    free = [spell for spell in caster.spells if spell.at_will or spell.rank == 0]
    return [SpellGroup((), _unique(free))] if free else []


def _limited(work: ConversionWork, caster: BlockCaster) -> list[SpellGroup]:
    limited = [spell for spell in caster.spells if not spell.at_will and spell.rank > 0]
    if not limited:
        return []
    if caster.kind == "focus":
        boxes: tuple[Use, ...] = (_ENCOUNTER,) * min(max(caster.focus_points, 1), MAX_SLOTS)
        work.note("features", "Focus points are uses per encounter.", _names(limited), len(boxes))
        return [SpellGroup(boxes, _unique(limited))]
    if caster.kind == "innate" or not any(number for rank, number in caster.slots if rank):
        return _innate(work, limited, caster.tradition)
    number = slot_count(caster.slots)
    read = ", ".join(f"rank {rank}: {count}" for rank, count in sorted(caster.slots, reverse=True) if rank and count)
    rule = "Slots of the highest rank plus half of the next two ranks, minus 2."
    work.note("features", rule, read, number)
    return [SpellGroup((_DAILY,) * number, _unique(_chosen(work, limited, caster.tradition)))]


def _innate(work: ConversionWork, limited: list[BlockSpell], tradition: str) -> list[SpellGroup]:
    uses: dict[CasterSpell, int] = {}
    for spell in _chosen(work, limited, tradition):
        (named,) = _unique([spell])
        uses[named] = uses.get(named, 0) + (spell.uses or 1)
    return [SpellGroup((_DAILY,) * min(number, MAX_SLOTS), (spell,)) for spell, number in uses.items()]


def _chosen(work: ConversionWork, limited: list[BlockSpell], tradition: str) -> list[BlockSpell]:
    """Return the spells to keep: those of the three highest ranks that the game has, or else all of them."""
    # Choose spells that have a purpose in combat and are iconic; lower ranks are ignored. "Spellcasting".
    highest = max(spell.rank for spell in limited)
    high = [spell for spell in limited if spell.rank > highest - _CHOSEN_RANKS]
    known = [spell for spell in limited if spells.find_spell(_name(spell))]
    chosen = [spell for spell in high if spell in known] or known or high
    names = tuple(dict.fromkeys(spell.name for spell in limited))
    if len(names) < 2:
        return chosen
    choice = work.choose_several(f"spells.{slug(tradition)}", (spell.name for spell in chosen), names, tradition)
    rule = "Choose the spells that matter in a fight; these are those of the three highest ranks with an entry here."
    if choice.is_decided:
        chosen = [spell for spell in limited if spell.name in choice.chosen]
    work.note("features", rule, listed(names), _names(chosen), choice)
    return chosen


def _name(spell: BlockSpell) -> str:
    plain = re.sub(r"\s+", " ", spell.name).strip()
    if spells.find_spell(plain):
        return plain
    renamed = _NAMES_SINCE.get(plain.lower(), plain)
    return renamed if spells.find_spell(renamed) else plain


def _unique(chosen: Iterable[BlockSpell]) -> tuple[CasterSpell, ...]:
    named = {
        _name(spell).lower(): CasterSpell(_name(spell).lower()[:150], spell.note[:100] or None) for spell in chosen
    }
    return tuple(named.values())


def _names(chosen: Iterable[BlockSpell]) -> str:
    return listed(dict.fromkeys(spell.name for spell in chosen))

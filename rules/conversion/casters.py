"""Spellcasting: the caster's rank, how many slots, and which spells."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules import spells
from rules.cards.model import Caster, CasterSpell, Feature, SpellGroup
from rules.conversion.blocks import BlockCaster, BlockSpell
from rules.conversion.steps import ConversionWork
from rules.effects.values import Use
from rules.text import listed, slug

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
    found = [feature for caster in work.block.casters if (feature := _caster_feature(work, caster))]
    by_tradition: dict[str, list[Caster]] = {}
    for feature in found:
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
    """Return the spells to keep: of the three highest ranks those that the game has, or else all of them."""
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

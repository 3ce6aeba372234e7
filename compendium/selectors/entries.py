"""Reading items, feats and spells for their pages, and who uses what."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from compendium.models import Creature, CreatureFacet, Feat, Feature, Item, Spell
from compendium.selectors.creature_list import creatures
from compendium.selectors.search import matching, search_words
from rules import spells
from rules.cards.fields import parse_caster
from rules.effects.notation import NotationError
from rules.text import plain

SHOWN = 24
"""Creatures that a page names before it leads to the list."""


@dataclass(frozen=True, slots=True)
class Uses:
    """Creatures that use something: the first of them by name, and how many there are."""

    creatures: tuple[Creature, ...]
    total: int


def item_get(key: str) -> Item | None:
    """Return an item with its source, or None. One query."""
    return Item.objects.select_related("source").filter(key=key).first()


def feat_get(key: str) -> Feat | None:
    """Return a feat with its source, or None. One query."""
    return Feat.objects.select_related("source").filter(key=key).first()


def spell_get(key: str) -> Spell | None:
    """Return a spell with its source, or None. One query."""
    return Spell.objects.select_related("source").filter(key=key).first()


def other_versions(spell: Spell) -> list[Spell]:
    """Return the spells of the same name under other licenses. One query."""
    return list(Spell.objects.filter(search_name=spell.search_name).exclude(pk=spell.pk).order_by("license", "key"))


def casters_of(spell: Spell) -> Uses:
    """Return the creatures whose cards name this spell. One query."""
    # Cards may spell a name in their own way; which entry a name stands for is for the rules to say.
    names = {spell.name, *filter(None, (one.strip() for one in spell.aliases.split(",")))}
    named = Q()
    for name in names:
        named |= Q(caster__icontains=name)
    rows = (
        Feature.objects.filter(named, creature__current__isnull=False, creature__is_listed=True)
        .select_related("creature")
        .only("caster", "creature__key", "creature__name", "creature__level", "creature__license")
        .order_by("creature__search_name", "creature__key")
    )
    found = {row.creature.key: row.creature for row in rows if _casts(row, spell)}
    return Uses(tuple(found.values())[:SHOWN], len(found))


def _casts(row: Feature, spell: Spell) -> bool:
    try:
        caster = parse_caster(row.caster)
    except NotationError:
        return False
    if caster is None:
        return False
    own = plain(spell.name)
    for group in caster.groups:
        for cast in group.spells:
            built_in = spells.find_spell(cast.name, row.creature.license)
            if built_in.key == spell.key if built_in else plain(cast.name) == own:
                return True
    return False


def mentions(name: str) -> int:
    """Return how many creatures' cards mention a term. One query."""
    return matching(creatures(), search_words(name)).count()


def with_word(kind: str, word: str) -> int:
    """Return how many creatures have a skill, deal a damage type, and so on. One query."""
    return CreatureFacet.objects.filter(kind=kind, value__iexact=word, creature__is_listed=True).count()

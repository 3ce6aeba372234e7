"""Reading items, feats, spells and the glossary as this site has it, and their users."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from compendium.entries import entry_from_row, item_from_row
from compendium.models import Creature, CreatureFacet, Feature, GlossaryTerm, Item, Spell
from rules import spells
from rules.cards.fields import parse_caster
from rules.effects.notation import NotationError
from rules.glossary import catalog
from rules.items import item as rules_item
from rules.tables.prose import Entry
from rules.text import plain

SHOWN = 24
"""Creatures that a page names before it leads to the list."""


@dataclass(frozen=True, slots=True)
class Uses:
    """Creatures that use something: the first of them by name, and the number of all."""

    creatures: tuple[Creature, ...]
    total: int


def other_versions(spell: Spell) -> list[Spell]:
    """Return the spells of the same name under other licenses. One query."""
    return list(Spell.objects.filter(search_name=spell.search_name).exclude(pk=spell.pk).order_by("license", "key"))


def casters_of(spell: Spell) -> Uses:
    """Return the creatures whose cards name this spell. One query."""
    # Cards may spell a name in their own way; which entry a name stands for is for the rules to say.
    names = {spell.name, *filter(None, (alias.strip() for alias in spell.aliases.split(",")))}
    named = Q()
    for name in names:
        named |= Q(caster__icontains=name)
    rows = (
        Feature.objects.filter(named, creature__current__isnull=False, creature__is_listed=True)
        .select_related("creature")
        .only("caster", "creature__key", "creature__name", "creature__level", "creature__license")
        .order_by("creature__search_name", "creature__key")
    )
    casters = {row.creature.key: row.creature for row in rows if _casts(row, spell)}
    return Uses(tuple(casters.values())[:SHOWN], len(casters))


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


def with_word(kind: str, word: str) -> int:
    """Return how many creatures have a skill, deal a damage type, and so on. One query."""
    return CreatureFacet.objects.filter(kind=kind, value__iexact=word, creature__is_listed=True).count()


def items_for_level(level: int) -> list[rules_item.Item]:
    """Return the items that a creature of that level may carry. One query."""
    rows = Item.objects.filter(level__lte=level).select_related("source")
    return [item for row in rows if rules_item.level_allows(item := item_from_row(row), level)]


TermAddress = tuple[str, str]
"""The kind and the key of an entry."""


@dataclass(frozen=True)
class SiteGlossary:
    """Every entry, kind by kind; ``changes`` are the added, edited or annotated rows."""

    entries: tuple[Entry, ...]
    changes: Mapping[TermAddress, GlossaryTerm]

    @cached_property
    def by_address(self) -> Mapping[TermAddress, Entry]:
        """The entries by kind and key."""
        return {(entry.kind, entry.key): entry for entry in self.entries}

    def of_kind(self, kind: str) -> tuple[Entry, ...]:
        """Return the entries of a kind."""
        return tuple(entry for entry in self.entries if entry.kind == kind)


def site_glossary() -> SiteGlossary:
    """Return the glossary with the changes of its editors. One query."""
    rows = GlossaryTerm.objects.exclude(is_edited=False, built_in_digest__gt="").select_related("source")
    changes = {(row.kind, row.key.partition("--")[2]): row for row in rows}
    if not changes:
        return SiteGlossary(catalog.entries(), {})
    built_in = catalog.by_key()
    entries = {address: changes[address] for address in changes if address not in built_in}
    own = [entry_from_row(row, None) for row in entries.values()]
    order = list(catalog.KINDS)
    known = [
        entry_from_row(changes[entry.kind, entry.key], entry) if (entry.kind, entry.key) in changes else entry
        for entry in catalog.entries()
    ]
    every = sorted((*known, *own), key=lambda entry: order.index(entry.kind))
    return SiteGlossary(tuple(every), changes)

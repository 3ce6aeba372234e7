"""Loading the built-in compendium: what is missing comes in, what is old is renewed, what a person edited stays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from accounts.models import User
from common.refusal import Refusal
from compendium.builtin import SOURCES, built_in_cards
from compendium.cards import digest, document_digest
from compendium.entries import feat_values, item_values, spell_values, term_values
from compendium.models import CardRevision, Creature, Feat, GlossaryTerm, Item, Source, Spell
from compendium.services.creatures import (
    HOMEBREW,
    creature_create,
    creature_revise,
    creatures_locked,
    creatures_reindex,
)
from compendium.services.entries import AnyEntry, entries_create, entry_digest, entry_save
from compendium.services.gambits import gambits_load
from rules import feats, items, spells
from rules.glossary import catalog

SOURCE_NAMES: dict[str, tuple[str, str]] = {
    "p2v-orc": ("Path 2 Victory, ORC cards", SOURCES["p2v-orc"]),
    "p2v-ogl": ("Path 2 Victory, OGL cards", SOURCES["p2v-ogl"]),
    "p2v-core-1.3": ("Path 2 Victory, core rules 1.3", "ORC"),
    "p2v-base-game-1.6": ("Path 2 Victory, base game 1.6", "ORC"),
    "p2v-items": ("Path 2 Victory, item cards", "ORC"),
}


@dataclass
class LoadReport:
    """What a load did; ``edited`` names what a person had changed and was therefore left as it is.

    ``reindexed`` counts creatures, built-in or not, that are now found by other words than before. Gambits are counted
    apart from entries: ``gambits`` are new or renewed, ``edited_gambits`` are left as a person edited them.
    """

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    reindexed: int = 0
    edited: list[str] = field(default_factory=list)
    gambits: int = 0
    edited_gambits: list[str] = field(default_factory=list)

    @property
    def read(self) -> int:
        """How many entries the built-in compendium has."""
        return self.created + self.updated + self.unchanged + len(self.edited)


@transaction.atomic
def compendium_load() -> LoadReport:
    """Load or refresh the built-in compendium; a second call changes nothing."""
    report = LoadReport()
    sources = _load_sources()
    _load_creatures(report, sources)
    for model in (Item, Feat, Spell, GlossaryTerm):
        _load_entries(report, sources, model, _built_in_values(model))
    report.reindexed = creatures_reindex()
    gambits = gambits_load()
    report.gambits, report.edited_gambits = gambits.loaded, gambits.kept
    return report


def creature_reset(*, creature: Creature, by: User | None = None) -> CardRevision | None:
    """Give an edited creature the card that comes with Muster again, as a new revision; None when it has it already.

    Raises ``Refusal`` for a creature that did not come with Muster.
    """
    card = next((card for card in built_in_cards() if card.key == creature.key), None)
    if card is None or not creature.is_built_in:
        raise Refusal(
            f"“{creature.name}” did not come with Muster: there is no card to go back to.", code="creature.state"
        )
    return creature_revise(creature=creature, card=card, by=by, built_in=True)


def entry_reset(*, entry: AnyEntry) -> None:
    """Give an edited item, feat, spell or term back what came with Muster; raise ``Refusal`` when it did not."""
    model = type(entry)
    found = next(((source, values) for source, values in _built_in_values(model) if values["key"] == entry.key), None)
    if found is None or not entry.is_built_in:
        raise Refusal(f"“{entry.name}” did not come with Muster: there is no text to go back to.", code="entry.state")
    source, values = found
    entry_save(entry=model(pk=entry.pk, source=Source.objects.get(key=source), **values), built_in=True)


def _built_in_values(model: type[AnyEntry]) -> Iterable[tuple[str, dict[str, Any]]]:
    if model is Item:
        return ((item.source, item_values(item)) for item in items.ITEMS)
    if model is Feat:
        return ((feat.source, feat_values(feat)) for feat in feats.FEATS)
    if model is GlossaryTerm:
        return ((entry.source, term_values(entry)) for entry in catalog.entries())
    return ((spell.source, spell_values(spell)) for spell in spells.SPELLS)


def _load_sources() -> dict[str, Source]:
    for key, (name, license_name) in SOURCE_NAMES.items():
        Source.objects.update_or_create(key=key, defaults={"name": name, "license": license_name, "is_built_in": True})
    Source.objects.get_or_create(key=HOMEBREW, defaults={"name": "Homebrew", "license": "unknown"})
    return Source.objects.in_bulk(field_name="key")


def _load_creatures(report: LoadReport, sources: dict[str, Source]) -> None:
    cards = built_in_cards()
    existing = {creature.key: creature for creature in creatures_locked(keys=[card.key for card in cards])}
    for card in cards:
        creature = existing.get(card.key)
        if creature is None or creature.current is None:
            creature_create(card=card, source=sources[card.source or ""], key=card.key, built_in=True)
            report.created += 1
            continue
        current = document_digest(creature.current.document)
        built_in = digest(card)
        if current == built_in == creature.built_in_digest:
            report.unchanged += 1
        elif current in (built_in, creature.built_in_digest):
            creature_revise(creature=creature, card=card, built_in=True)
            report.updated += 1
        else:
            report.edited.append(f"creature {card.key}")


def _load_entries(
    report: LoadReport,
    sources: dict[str, Source],
    model: type[AnyEntry],
    rows: Iterable[tuple[str, dict[str, Any]]],
) -> None:
    existing = {entry.key: entry for entry in model.objects.select_related("source").select_for_update(of=("self",))}
    missing = []
    for source, values in rows:
        new = model(source=sources[source], **values)
        entry = existing.get(new.key)
        if entry is None:
            missing.append(new)
            continue
        current, built_in = entry_digest(entry), entry_digest(new)
        if current == built_in == entry.built_in_digest:
            report.unchanged += 1
        elif current in (built_in, entry.built_in_digest):
            new.pk = entry.pk
            entry_save(entry=new, built_in=True)
            report.updated += 1
        else:
            report.edited.append(f"{model._meta.verbose_name} {entry.key}")
    entries_create(entries=missing)
    report.created += len(missing)

"""Loading the built-in compendium: missing content is added, edited content stays; entries and gambits."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import IntegrityError, transaction

from accounts.models import User
from common.refusal import Refusal
from compendium.builtin import SOURCES, built_in_cards
from compendium.builtin.creatures import built_in_gambits
from compendium.cards import digest, document_digest
from compendium.entries import feat_values, item_values, spell_values, term_key, term_values
from compendium.models import CardRevision, Creature, CreatureGambits, Feat, GlossaryTerm, Item, Source, Spell
from compendium.services.creatures import (
    HOMEBREW,
    creature_create,
    creature_revise,
    creatures_locked,
    creatures_reindex,
)
from rules import feats, items, spells
from rules.glossary import catalog
from rules.p2v_combat.solo.gambits import Gambits, format_gambits
from rules.text import plain, slug


@dataclass
class GambitReport:
    """The result of a load: the number of new or renewed tables, and the edited ones, which it did not change."""

    loaded: int = 0
    kept: list[str] = field(default_factory=list)


@transaction.atomic
def gambits_load() -> GambitReport:
    """Load or renew the built-in gambits; edited ones stay. A second call changes nothing."""
    report = GambitReport()
    tables = built_in_gambits()
    creatures = Creature.objects.filter(key__in=tables).only("key").in_bulk(field_name="key")
    stored = {row.creature_id: row for row in CreatureGambits.objects.select_for_update()}
    for key, creature in sorted(creatures.items()):
        row = stored.get(creature.pk)
        new = _row_values(tables[key])
        if row is None or (row.is_built_in and not row.is_edited and row.built_in_lines != new["built_in_lines"]):
            _store(row or CreatureGambits(creature=creature), new)
            report.loaded += 1
        elif row.stated != new["built_in_lines"]:
            report.kept.append(key)
            _store(row, {"built_in_lines": new["built_in_lines"]})
    return report


def gambits_save(*, gambits: CreatureGambits) -> None:
    """Store a table of gambits that a person has written."""
    gambits.save()


@transaction.atomic
def gambits_delete(*, gambits: Iterable[CreatureGambits]) -> None:
    """Delete tables, whose creatures then use stock tables; raise ``Refusal`` for a built-in one."""
    for row in gambits:
        if row.is_built_in:
            raise Refusal(f"“{row}” comes with Muster and cannot be deleted. Edit it instead.", code="gambits.locked")
        row.delete()


def gambits_reset(*, gambits: CreatureGambits) -> None:
    """Reset an edited table to its built-in content; raise ``Refusal`` if it has none."""
    built_in = built_in_gambits().get(gambits.creature.key)
    if built_in is None or not gambits.is_built_in:
        raise Refusal(f"“{gambits}” did not come with Muster, so there is no table to restore.", code="gambits.state")
    _store(gambits, _row_values(built_in))


def _row_values(gambits: Gambits) -> Mapping[str, str]:
    lines = format_gambits(gambits)
    return {"prefers": gambits.prefers, "lines": lines, "built_in_lines": f"{gambits.prefers}\n{lines}"}


def _store(row: CreatureGambits, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save()


AnyEntry = Item | Feat | Spell | GlossaryTerm
"""Any of the models that are a ``CompendiumEntry``."""

_SEARCHED = (
    "name",
    "summary",
    "text",
    "note",
    "trigger",
    "traditions",
    "requires",
    "aliases",
    "choice",
    "kind",
    "tags",
)
_NOT_STATED = frozenset(
    {"id", "built_in_digest", "is_edited", "search_name", "search_text", "search_stamp", "source_id", "origin_id"}
)


def entry_digest(entry: AnyEntry) -> str:
    """Return a fingerprint of everything that the entry states."""
    stated = {
        field.attname: value
        for field in entry._meta.concrete_fields
        if field.attname not in _NOT_STATED
        and ((value := getattr(entry, field.attname)) != field.get_default() or field.name not in entry.later_columns)
    }
    stated["source"] = entry.source.key
    return hashlib.sha256(json.dumps(stated, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@transaction.atomic
def entry_save(*, entry: AnyEntry, built_in: bool = False) -> None:
    """Store an entry with its search words; ``built_in`` marks a built-in one.

    A new entry gets its key from its name and source. Raises ``Refusal`` if the key is taken, and for a person's new
    entry in a built-in source.
    """
    if not entry.key:
        _name_key(entry)
    _derive(entry, built_in=built_in)
    try:
        with transaction.atomic():
            entry.save()
    except IntegrityError as fault:
        if not type(entry)._default_manager.filter(key=entry.key).exists():
            raise
        raise Refusal(
            f"{entry.source.name} already has “{entry.name}” ({entry.key}). Change that one instead.",
            code="entry.state",
        ) from fault


@transaction.atomic
def entries_create(*, entries: Sequence[Any]) -> None:
    """Store built-in entries of one model that are not stored yet."""
    for entry in entries:
        _derive(entry, built_in=True)
    if entries:
        type(entries[0]).objects.bulk_create(entries)


@transaction.atomic
def entry_delete(*, entry: AnyEntry) -> None:
    """Delete an entry; raise ``Refusal`` for a built-in one."""
    if entry.is_built_in:
        raise Refusal(f"“{entry.name}” comes with Muster and cannot be deleted.", code="entry.locked")
    entry.delete()


def _derive(entry: AnyEntry, *, built_in: bool) -> None:
    """Fill in the columns that follow from the others."""
    entry.search_name = plain(entry.name)[:160]
    entry.search_text = plain(" · ".join(filter(None, (str(getattr(entry, name, "")) for name in _SEARCHED))))
    stated = entry_digest(entry)
    if built_in:
        entry.built_in_digest = stated
    entry.is_edited = entry.is_built_in and stated != entry.built_in_digest


def _name_key(entry: AnyEntry) -> None:
    if entry.source.is_built_in:
        raise Refusal(
            f"{entry.source.name} contains only built-in content. Choose another source for “{entry.name}”, "
            "such as Homebrew, or add one.",
            code="source.locked",
        )
    if isinstance(entry, GlossaryTerm):
        # Terms are found by kind and name in addresses and in search, whatever their source is.
        entry.key = term_key(entry.kind, slug(entry.name)[:90] or "term")
        return
    entry.key = f"{slug(entry.name)[:90] or entry._meta.model_name}--{entry.source.key}"


SOURCE_NAMES: dict[str, tuple[str, str]] = {
    "p2v-orc": ("Path 2 Victory, ORC cards", SOURCES["p2v-orc"]),
    "p2v-ogl": ("Path 2 Victory, OGL cards", SOURCES["p2v-ogl"]),
    "p2v-core-1.3": ("Path 2 Victory, core rules 1.3", "ORC"),
    "p2v-base-game-1.6": ("Path 2 Victory, base game 1.6", "ORC"),
    "p2v-items": ("Path 2 Victory, item cards", "ORC"),
}


@dataclass
class LoadReport:
    """The result of a load; ``edited`` names the edited entries, which it did not change.

    ``reindexed`` counts creatures, built-in or not, whose search words have changed. Gambits are counted separately:
    ``gambits`` are new or renewed, ``edited_gambits`` keep a person's edits.
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
        """The number of entries of the built-in compendium."""
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
    """Reset an edited creature to its built-in card, as a new revision; None if it already has that card.

    Raises ``Refusal`` for a creature that is not built in.
    """
    card = next((card for card in built_in_cards() if card.key == creature.key), None)
    if card is None or not creature.is_built_in:
        raise Refusal(
            f"“{creature.name}” did not come with Muster, so there is no card to restore.", code="creature.state"
        )
    return creature_revise(creature=creature, card=card, by=by, built_in=True)


def entry_reset(*, entry: AnyEntry) -> None:
    """Reset an edited item, feat, spell or term to its built-in content; raise ``Refusal`` if it has none."""
    model = type(entry)
    stock = next(((source, values) for source, values in _built_in_values(model) if values["key"] == entry.key), None)
    if stock is None or not entry.is_built_in:
        raise Refusal(f"“{entry.name}” did not come with Muster, so there is no text to restore.", code="entry.state")
    source, values = stock
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


EDITORS = "Compendium editors"


@transaction.atomic
def editors_complete() -> Group:
    """Give the group of editors its missing rights on the compendium: those that a new version added."""
    group, _ = Group.objects.get_or_create(name=EDITORS)
    rights = Permission.objects.filter(content_type__app_label="compendium")
    missing = set(rights.values_list("pk", flat=True)) - set(group.permissions.values_list("pk", flat=True))
    group.permissions.add(*missing)
    return group

"""Writing items, feats, spells and terms of the glossary."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction

from common.refusal import Refusal
from compendium.entries import term_key
from compendium.models import Feat, GlossaryTerm, Item, Spell
from rules.text import plain, slug

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
    """Store an entry with the words by which it is searched; ``built_in`` marks it as it came with Muster.

    A new entry gets its key from its name and source. Raises ``Refusal`` when the key is taken, and for a new entry of
    one's own in a built-in source.
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
    """Store entries of one model that come with Muster and are not stored yet."""
    for entry in entries:
        _derive(entry, built_in=True)
    if entries:
        type(entries[0]).objects.bulk_create(entries)


@transaction.atomic
def entry_delete(*, entry: AnyEntry) -> None:
    """Delete an entry; raise ``Refusal`` for one that comes with Muster."""
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
            f"{entry.source.name} holds only what comes with Muster. Choose another source for “{entry.name}”, "
            "such as Homebrew, or add one.",
            code="source.locked",
        )
    if isinstance(entry, GlossaryTerm):
        # Terms are found by kind and name in addresses and in search, whatever their source is.
        entry.key = term_key(entry.kind, slug(entry.name)[:90] or "term")
        return
    entry.key = f"{slug(entry.name)[:90] or entry._meta.model_name}--{entry.source.key}"

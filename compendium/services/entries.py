"""Writing items, feats and spells."""

from __future__ import annotations

import hashlib
import json

from django.db import transaction

from compendium.models import Feat, Item, Spell
from rules.text import plain

_SEARCHED = ("name", "text", "trigger", "traditions", "requires", "aliases", "choice", "kind", "tags")
_NOT_STATED = frozenset({"id", "built_in_digest", "search_name", "search_text", "source_id"})


def entry_digest(entry: Item | Feat | Spell) -> str:
    """Return a fingerprint of everything that the entry states."""
    stated = {
        field.attname: getattr(entry, field.attname)
        for field in entry._meta.concrete_fields
        if field.attname not in _NOT_STATED
    }
    stated["source"] = entry.source.key
    return hashlib.sha256(json.dumps(stated, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@transaction.atomic
def entry_save(*, entry: Item | Feat | Spell, built_in: bool = False) -> None:
    """Store an entry with the words by which it is searched; ``built_in`` marks it as it came with Muster."""
    entry.search_name = plain(entry.name)
    entry.search_text = plain(" · ".join(filter(None, (str(getattr(entry, name, "")) for name in _SEARCHED))))
    if built_in:
        entry.built_in_digest = entry_digest(entry)
    entry.save()

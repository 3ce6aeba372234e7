"""Writing items, feats and spells."""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from django.db import transaction

from compendium.models import Feat, Item, Source, Spell
from rules.text import plain

E = TypeVar("E", Item, Feat, Spell)

_SEARCHED = ("name", "text", "trigger", "traditions", "requires", "aliases", "choice", "kind")
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
def entry_save(*, entry: E) -> E:
    """Store an item, feat or spell with the words by which it is searched."""
    entry.search_name = plain(entry.name)
    entry.search_text = plain(" · ".join(str(getattr(entry, name, "")) for name in _SEARCHED))
    entry.save()
    return entry


def entry_is_edited(entry: Item | Feat | Spell) -> bool:
    """Say whether a person has changed a built-in entry since it was loaded."""
    return bool(entry.built_in_digest) and entry.built_in_digest != entry_digest(entry)


def entry_from_values(model: type[E], *, source: Source, values: dict[str, Any]) -> E:
    """Return an unsaved entry of a source with its columns set."""
    return model(source=source, **values)

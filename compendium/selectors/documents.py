"""Cards as documents for other programs, kept in memory: a stored revision never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from common.caches import BoundedCache
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature
from compendium.selectors.creature_list import creatures
from compendium.selectors.snapshots import Snapshot
from rules.cards import card_document

_documents: BoundedCache[Mapping[str, Any]] = BoundedCache(16 * 2**20)


def creatures_with_documents() -> QuerySet[Creature]:
    """Return every creature that has a card, with what ``current_document`` reads."""
    return creatures().select_related("current").only("key", "current__number", "current__made_at", "current__document")


def current_document(creature: Creature) -> Mapping[str, Any]:
    """Return the card document of a creature's current revision, numbers in place. It is shared: do not change it."""
    if creature.current is None:
        raise ValueError(f"The creature {creature.key} has no card.")
    return revision_document(creature.current, creature.key)


def revision_document(revision: CardRevision, key: str) -> Mapping[str, Any]:
    """Return the card document of a revision of the creature ``key``, as above."""
    snapshot = Snapshot.of(revision, key)
    return _documents.get_or_make(snapshot, lambda: card_document(card_from_snapshot(snapshot.document)))

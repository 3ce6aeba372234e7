"""Cards as documents for other programs."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from compendium.models import CardRevision, Creature
from compendium.selectors.creature_list import creatures
from compendium.selectors.revision_cards import revision_card
from rules.cards import card_document


def creatures_with_documents() -> QuerySet[Creature]:
    """Return every creature that has a card, with what ``current_document`` reads."""
    return creatures().select_related("current").only("key", "current__made_at", "current__document")


def current_document(creature: Creature) -> dict[str, Any]:
    """Return the card document of a creature's current revision, numbers in place."""
    if creature.current is None:
        raise ValueError(f"The creature {creature.key} has no card.")
    return revision_document(creature.current)


def revision_document(revision: CardRevision) -> dict[str, Any]:
    """Return the card document of a revision, as above."""
    return card_document(revision_card(revision))

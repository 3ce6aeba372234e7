"""The cards of stored revisions, kept in memory: a revision never changes."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from common.caches import BoundedCache
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision
from rules.cards import Card

_cards: BoundedCache[Card] = BoundedCache(32 * 2**20)


class RevisionId(NamedTuple):
    """What tells a stored revision from every other: a number may come back, the moment does not."""

    pk: int
    made_at: datetime


def revision_card(revision: CardRevision) -> Card:
    """Return the card of a revision."""
    key = RevisionId(revision.pk, revision.made_at)
    return _cards.get_or_make(key, lambda: card_from_snapshot(revision.document))


def revision_cards(ids: list[RevisionId]) -> list[Card]:
    """Return the cards of revisions in no order. One query for those that this process has not read yet, or none."""
    cards = {key: card for key in ids if (card := _cards.get(key)) is not None}
    missing = CardRevision.objects.filter(pk__in=[key.pk for key in ids if key not in cards])
    for revision in missing.order_by().only("made_at", "document"):
        cards[RevisionId(revision.pk, revision.made_at)] = revision_card(revision)
    return list(cards.values())


def cards_of(revisions: QuerySet[CardRevision]) -> list[Card]:
    """Return the cards of the revisions that a query finds, in no order. One query, and that of ``revision_cards``."""
    return revision_cards([RevisionId(*row) for row in revisions.order_by().values_list("pk", "made_at")])

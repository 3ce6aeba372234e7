"""The part of the rulebook that a question needs, read from the compendium."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from compendium.cards import card_from_snapshot
from compendium.entries import item_from_row
from compendium.models import CardRevision, Item
from rules.cards import Card
from rules.legality import Rulebook


def rulebook_get(
    *, creatures: Collection[str], items: Collection[str], revisions: Collection[tuple[str, int]] = ()
) -> Rulebook:
    """Return a rulebook of those creatures (and the minions that they start with), items and pinned revisions.

    Keys that nobody knows are left out. At most four queries.
    """
    cards = _current_cards(creatures)
    minions = {key for card in cards.values() for key in card.starts_with} - cards.keys()
    if minions:
        cards |= _current_cards(minions)
    pinned = [(key, number) for key, number in revisions if key in cards and cards[key].revision != number]
    return Rulebook(
        cards=cards,
        items={row.key: item_from_row(row) for row in Item.objects.filter(key__in=items).select_related("source")}
        if items
        else {},
        revisions=_pinned_cards(pinned),
    )


def _current_cards(keys: Collection[str]) -> dict[str, Card]:
    rows = CardRevision.objects.filter(current_of__key__in=keys).values_list("document", flat=True)
    return {card.key: card for card in map(card_from_snapshot, rows)}


def _pinned_cards(pinned: list[tuple[str, int]]) -> dict[tuple[str, int], Card]:
    if not pinned:
        return {}
    wanted = Q()
    for key, number in set(pinned):
        wanted |= Q(creature__key=key, number=number)
    rows = CardRevision.objects.filter(wanted).values_list("document", flat=True)
    return {(card.key, card.revision): card for card in map(card_from_snapshot, rows)}

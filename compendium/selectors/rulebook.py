"""The part of the rulebook that a question needs, read from the compendium."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from common.prepared import parameters, places_for, prepared
from compendium.entries import item_from_row
from compendium.models import CardRevision, Item
from compendium.selectors.revision_cards import RevisionId, cards_of, revision_cards
from compendium.selectors.sources import source_names
from rules.cards import Card
from rules.legality import Rulebook


def rulebook_get(
    *,
    creatures: Collection[str],
    items: Collection[str],
    revisions: Collection[tuple[str, int]] = (),
    sources: Collection[str] | None = None,
) -> Rulebook:
    """Return a rulebook of those creatures (and the minions that they start with), items and pinned revisions.

    ``sources`` are those whose names are asked for, and then those of all the cards are too; None: of none.
    Unknown keys are left out. At most four queries, one more for the names of sources, and three more for
    cards that this process has not read yet.
    """
    creatures, items = _writable(creatures), _writable(items)
    cards, emblems = _current_cards(creatures)
    minions = list({key for card in cards.values() for key in card.starts_with} - cards.keys())
    if minions:
        more, theirs = _current_cards(minions)
        cards, emblems = cards | more, emblems | theirs
    pinned = [(key, number) for key, number in revisions if key not in cards or cards[key].revision != number]
    return Rulebook(
        cards=cards,
        items={row.key: item_from_row(row) for row in _items(places_for(items)).rows(keys=items)} if items else {},
        revisions=_pinned_cards(pinned),
        emblems=emblems,
        sources={} if sources is None else _source_names(sources, cards),
    )


def _source_names(sources: Collection[str], cards: Mapping[str, Card]) -> dict[str, str]:
    return source_names(_writable({*sources, *(card.source for card in cards.values() if card.source)}))


def _writable(keys: Collection[str]) -> list[str]:
    """Return the keys that a database can be asked for: PostgreSQL takes no NUL."""
    return [key for key in keys if "\0" not in key]


@prepared
def _items(count: int) -> QuerySet[Item]:
    return Item.objects.filter(key__in=parameters("keys", count)).select_related("source")


@prepared
def _current_revisions(count: int) -> QuerySet[CardRevision, tuple[int, datetime, str, str]]:
    current = CardRevision.objects.filter(current_of__key__in=parameters("keys", count))
    return current.order_by().values_list("pk", "made_at", "current_of__key", "current_of__emblem")


def _current_cards(keys: Sequence[str]) -> tuple[dict[str, Card], dict[str, str]]:
    """Return the current cards of creatures, and the emblems that editors chose for them, by their keys."""
    if not keys:
        return {}, {}
    rows = _current_revisions(places_for(keys)).rows(keys=keys)
    cards = revision_cards([RevisionId(pk, made_at) for pk, made_at, _, _ in rows])
    return {card.key: card for card in cards}, {key: emblem for _, _, key, emblem in rows if emblem}


def _pinned_cards(pinned: list[tuple[str, int]]) -> dict[tuple[str, int], Card]:
    if not pinned:
        return {}
    wanted = set(pinned)
    keys, numbers = ({one[place] for one in wanted} for place in (0, 1))
    # Every number of every key, a few revisions too many: pairs by the thousand are more than SQLite can hold together.
    cards = cards_of(CardRevision.objects.filter(creature_key__in=keys, number__in=numbers))
    return {(card.key, card.revision): card for card in cards if (card.key, card.revision) in wanted}

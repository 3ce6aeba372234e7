"""The necessary part of the rulebook, and the cards of stored revisions, cached in memory."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import QuerySet

from common.caches import BoundedCache
from common.prepared import parameters, places_for, prepared
from compendium.cards import card_from_snapshot
from compendium.entries import item_from_row
from compendium.models import CardRevision, Creature, Item, Source
from compendium.selectors.creature_list import creatures
from rules.cards.documents import card_document
from rules.cards.model import Card
from rules.legality.resolved import Rulebook


def source_names(keys: Collection[str]) -> dict[str, str]:
    """Return the players' names for these sources, by key; unknown ones are left out. One query, none for no keys."""
    return dict(Source.objects.filter(key__in=keys).values_list("key", "name")) if keys else {}


_cards: BoundedCache[Card] = BoundedCache(32 * 2**20)


class RevisionId(NamedTuple):
    """The identity of a stored revision: a number may return, its time cannot."""

    pk: int
    made_at: datetime


def revision_card(revision: CardRevision) -> Card:
    """Return the card of a revision."""
    key = RevisionId(revision.pk, revision.made_at)
    return _cards.get_or_make(key, lambda: card_from_snapshot(revision.document))


def revision_cards(ids: list[RevisionId]) -> list[Card]:
    """Return the cards of revisions in no order. One query for those that this process has not loaded yet, or none."""
    cards = {key: card for key in ids if (card := _cards.get(key)) is not None}
    missing = CardRevision.objects.filter(pk__in=[key.pk for key in ids if key not in cards])
    for revision in missing.order_by().only("made_at", "document"):
        cards[RevisionId(revision.pk, revision.made_at)] = revision_card(revision)
    return list(cards.values())


def cards_of(revisions: QuerySet[CardRevision]) -> list[Card]:
    """Return the cards of the revisions that a query finds, in no order. One query, and that of ``revision_cards``."""
    return revision_cards([RevisionId(*row) for row in revisions.order_by().values_list("pk", "made_at")])


def rulebook_get(
    *,
    creatures: Collection[str],
    items: Collection[str],
    revisions: Collection[tuple[str, int]] = (),
    sources: Collection[str] | None = None,
) -> Rulebook:
    """Return a rulebook of those creatures (and the minions that they start with), items and pinned revisions.

    ``sources`` are keys whose names are needed, and then also those of all the cards; None: no names. Unknown keys are
    omitted. At most four queries, plus one for the names of sources, and three for cards that this process has not
    loaded yet.
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


def rulebook_mark(creatures: Collection[str]) -> str:
    """Return a text that changes with the current card or the emblem of one of these creatures, and with any item.

    Two queries.
    """
    current = Creature.objects.filter(key__in=_writable(creatures)).order_by("key")
    cards = current.values_list("key", "emblem", "current", "current__made_at")
    return sha256(repr([*cards, *Item.objects.order_by("key").values_list()]).encode()).hexdigest()


def _source_names(sources: Collection[str], cards: Mapping[str, Card]) -> dict[str, str]:
    return source_names(_writable({*sources, *(card.source for card in cards.values() if card.source)}))


def _writable(keys: Collection[str]) -> list[str]:
    """Return the keys that a database can look up: PostgreSQL accepts no NUL."""
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
    keys, numbers = ({pin[place] for pin in wanted} for place in (0, 1))
    # Every number of every key, a few revisions too many: pairs by the thousand are more than SQLite can hold together.
    cards = cards_of(CardRevision.objects.filter(creature_key__in=keys, number__in=numbers))
    return {(card.key, card.revision): card for card in cards if (card.key, card.revision) in wanted}


def creatures_with_documents() -> QuerySet[Creature]:
    """Return every creature that has a card, with the columns for ``current_document``."""
    return creatures().select_related("current").only("key", "current__made_at", "current__document")


def current_document(creature: Creature) -> dict[str, Any]:
    """Return the card document of a creature's current revision, numbers in place."""
    if creature.current is None:
        raise ValueError(f"The creature {creature.key} has no card.")
    return revision_document(creature.current)


def revision_document(revision: CardRevision) -> dict[str, Any]:
    """Return the card document of a revision, numbers in place."""
    return card_document(revision_card(revision))

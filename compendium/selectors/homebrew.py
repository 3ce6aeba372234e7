"""Reading homebrew: whose creatures a person may use, which pages exist for whom, and the files of an archive."""

import json
from collections.abc import Collection, Iterator
from dataclasses import replace

from django.db.models import Q, QuerySet

from accounts.models import Owner, User
from accounts.selectors.rooms import ArchivedFile, archived_json
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Creature, Homebrew
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import HOMEBREW_MARK, Card, is_named_license
from rules.cards.phrases import read_sentences


def homebrew_of(owner: Owner) -> QuerySet[Homebrew]:
    """Return an owner's creatures with their cards, the last changed first."""
    return Homebrew.objects.filter(owner.q, creature__current__isnull=False).select_related("creature__source")


def has_homebrew(owner: Owner) -> bool:
    """Return True if a person has a creature of their own. One query, none for those who own nothing."""
    return not owner.is_nobody and Homebrew.objects.filter(owner.q).exists()


class HomebrewByFacts:
    """The homebrew of an owner that matches some cards by content. One query, however many cards."""

    def __init__(self, owner: Owner, cards: Collection[Card]) -> None:
        own = CardRevision.objects.filter(creature__in=Homebrew.objects.filter(owner.q).values("creature"))
        same_key = Q(creature_key__in={card.key for card in cards})
        same_name = Q(current_of__name__in={card.name for card in cards})
        self._found: dict[tuple[str, str], tuple[str, int]] = {}
        if cards:
            for revision in own.filter(same_key | same_name).order_by("pk"):
                self.add(card_from_snapshot(revision.document), revision.creature_key, revision.number)

    def add(self, card: Card, key: str, number: int) -> None:
        """Add a creature's revision: the newest equal one is found by its key, the first by its name."""
        facts = _facts(card)
        self._found[key, facts] = key, number
        self._found.setdefault((card.name, facts), (key, number))

    def get(self, card: Card) -> tuple[str, int] | None:
        """Return the key and the revision with the facts of a card, preferably under its own key; or None."""
        facts = _facts(card)
        return self._found.get((card.key, facts)) or self._found.get((card.name, facts))


def _facts(card: Card) -> str:
    """Return the content of a card after export in a document: its numbers in place of references."""
    travelled = read_sentences(card_from_document(card_document(card)))
    return json.dumps(card_document(replace(travelled, key="", source=None, revision=1)), sort_keys=True)


def homebrew_rows(owner: Owner) -> QuerySet[Creature]:
    """Return an owner's creatures as rows of a list."""
    own = owner.q_of("homebrew__")
    return Creature.objects.filter(own, homebrew__isnull=False, is_listed=False, current__isnull=False)


def homebrew_get(owner: Owner, key: str) -> Homebrew | None:
    """Return a creature of an owner, with its current revision, or None. One query."""
    return homebrew_of(owner).select_related("creature__current", "accepted_as").filter(creature__key=key).first()


def homebrew_keys(keys: Collection[str]) -> frozenset[str]:
    """Return those of some keys that homebrew may have."""
    return frozenset(key for key in keys if HOMEBREW_MARK in key and "\0" not in key)


def creatures_for(owner: Owner, used: Collection[str] = ()) -> QuerySet[Creature]:
    """Return the creatures of the compendium, the owner's own, and the shared ones among those ``used`` by key."""
    return _listed_or(Homebrew.objects.filter(owner.q), used)


def creatures_named_by(owner: Owner | None) -> QuerySet[Creature]:
    """Return the creatures that a person may call by name: the compendium's, and their own."""
    own = Homebrew.objects.none() if owner is None or owner.is_nobody else Homebrew.objects.filter(owner.q)
    return _listed_or(own, ())


def _listed_or(homebrew: QuerySet[Homebrew], used: Collection[str]) -> QuerySet[Creature]:
    own = Q(pk__in=homebrew.values("creature"))
    if marked := homebrew_keys(used):
        shared = Homebrew.objects.filter(creature__key__in=sorted(marked), is_shared=True)
        own |= Q(pk__in=shared.values("creature"))
    return Creature.objects.filter(Q(is_listed=True) | own, current__isnull=False)


def creatures_open_to(owner: Owner) -> QuerySet[Creature]:
    """Return the creatures that a person may see and use by their keys, including shared ones of others."""
    seen = Homebrew.objects.filter(Q(is_shared=True) | owner.q).values("creature")
    return Creature.objects.filter(Q(is_listed=True) | Q(pk__in=seen), current__isnull=False)


def closed_keys(owner: Owner, keys: Collection[str]) -> set[str]:
    """Return the keys that belong to others' private homebrew, or to deleted homebrew.

    One query, or none.
    """
    marked = homebrew_keys(keys)
    if not marked:
        return set()
    open_to = Homebrew.objects.filter(Q(is_shared=True) | owner.q, creature__key__in=marked)
    # What was deleted has no row to say whose it was, but its revisions stay.
    hidden = CardRevision.objects.filter(creature_key__in=marked).exclude(creature__in=open_to.values("creature"))
    return set(hidden.order_by().values_list("creature_key", flat=True).distinct())


def closed_revisions(owner: Owner, revisions: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return those of some revisions of homebrew that are from before its license was named, but for the owner's own.

    One query, or none. Sharing a creature opens its revisions from then on, not its private ones.
    """
    marked = homebrew_keys({key for key, _ in revisions})
    if not marked:
        return set()
    own = Homebrew.objects.filter(owner.q).values("creature")
    numbers = {number for _, number in revisions}
    others = CardRevision.objects.filter(creature_key__in=marked, number__in=numbers).exclude(creature__in=own)
    licensed = others.order_by().values_list("creature_key", "number", "document__license")
    return {(key, number) for key, number, license in licensed if not is_named_license(license or "")} & set(revisions)


def homebrew_named(keys: Collection[str], owner: Owner) -> dict[str, str]:
    """Return labels for homebrew, by its keys in their order: the name if a person may see it, else the key.

    One query, or none.
    """
    marked = homebrew_keys(keys)
    rows = creatures_open_to(owner).filter(key__in=marked) if marked else Creature.objects.none()
    names = dict(rows.order_by().values_list("key", "name"))
    return {key: names.get(key, f"{key}, which is private or gone") for key in keys}


def archived_homebrew(user: User) -> Iterator[ArchivedFile]:
    """Yield each creature: its present card, its submission, and all its revisions."""
    rows = Homebrew.objects.filter(owner=user).select_related("creature__current").order_by("pk")
    for row in rows.iterator():
        revisions = CardRevision.objects.filter(creature_key=row.creature.key).order_by("number")
        document = {
            "card": row.creature.current and card_document(card_from_snapshot(row.creature.current.document)),
            "shared": row.is_shared,
            "sent_to_editors": row.submission or None,
            "answer": row.answer,
            "made_at": row.made_at,
            "revisions": list(revisions.values("number", "made_at", "changes", "document")),
        }
        yield f"homebrew/{row.creature.key}.json", archived_json(document)

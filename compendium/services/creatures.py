"""Writing creatures: every change of a card makes a revision, in one transaction with the rows it is searched by."""

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, ProtectedError, QuerySet

from accounts.models import User
from common.refusal import Refusal
from compendium.cards import (
    card_from_snapshot,
    creature_values,
    digest,
    document_digest,
    facets,
    feature_values,
    is_todays_snapshot,
    snapshot,
)
from compendium.models import CardRevision, Creature, CreatureFacet, Feature, ImportOrigin, Source
from compendium.models.creatures import MAX_SLUG
from rules.cards.model import Card
from rules.cards.phrases import read_sentences, says_itself
from rules.cards.remarks import card_changes
from rules.errors import DocumentError
from rules.text import slug, without_directions

HOMEBREW = "hb"


class RevisedMeanwhile(Refusal):
    """Another person revised the creature since the edit began; ``number`` is the revision that now is current."""

    code = "creature.changed"

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message)
        self.number = number


def creature_key(*, name: str, source: Source) -> str:
    """Return the key of a new creature: its slug and its source, and for homebrew an id that cannot be guessed."""
    base = slug(name)[:MAX_SLUG] or f"creature-{Creature.objects.count() + 1}"
    if source.key == HOMEBREW:
        return f"{base}--{HOMEBREW}-{secrets.token_hex(5)}"
    return f"{base}--{source.key}"


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a revision, if it was imported: the file, and the steps of its conversion."""

    origin: ImportOrigin | None = None
    steps: tuple[Mapping[str, Any], ...] = ()


WRITTEN_HERE = Provenance()
"""Of a card that a person wrote by hand."""


@transaction.atomic
def creature_create(
    *,
    card: Card,
    source: Source,
    by: User | None = None,
    key: str = "",
    built_in: bool = False,
    provenance: Provenance = WRITTEN_HERE,
    is_listed: bool = True,
    changes: tuple[str, ...] = (),
) -> Creature:
    """Add a creature to the compendium with its first revision; one that is not listed is a player's homebrew.

    ``changes`` are the history's sentences for the first revision. The key is made from name and source unless one is
    given. If a deleted creature had that key, revision numbers continue from its last one. Prose without fields is read
    here, once: later revisions may clear the result. Raises ``Refusal`` if the key is taken, and for a person's
    creature in a built-in source.
    """
    if source.is_built_in and not built_in:
        raise Refusal(
            f"{source.name} contains only built-in content. Choose another source for “{card.name}”, "
            "such as Homebrew, or add one.",
            code="source.locked",
        )
    key = key or creature_key(name=card.name, source=source)
    last = CardRevision.objects.filter(creature_key=key).aggregate(last=Max("number"))["last"] or 0
    card = _readable(replace(card, key=key, source=source.key, revision=last + 1))
    if not built_in:
        card = read_sentences(card)
    creature = Creature(key=key, source=source, built_in_digest=digest(card) if built_in else "", is_listed=is_listed)
    try:
        with transaction.atomic():
            _write(creature, card, changes=changes, by=by, provenance=provenance)
    except IntegrityError as fault:
        if not Creature.objects.filter(key=key).exists():
            raise
        raise Refusal(
            f"{source.name} already has a creature “{card.name}” ({key}). Change that one, or pick another name.",
            code="creature.state",
        ) from fault
    return creature


def creatures_locked(*, keys: Iterable[str]) -> QuerySet[Creature]:
    """Lock creatures until the transaction ends, and return them in their latest committed state."""
    wanted = Creature.objects.filter(key__in=set(keys))
    # First the rows alone, then what hangs on them: joined to a row that another person is just changing, PostgreSQL
    # would look for the old revision and find none. All lock in one order, so that no two wait for one another.
    list(wanted.select_for_update().order_by("pk").values_list("pk"))
    return wanted.select_related("current", "source")


@transaction.atomic
def creature_revise(
    *,
    creature: Creature,
    card: Card,
    by: User | None = None,
    built_in: bool = False,
    expected: int | None = None,
    provenance: Provenance = WRITTEN_HERE,
) -> CardRevision | None:
    """Make ``card`` the creature's card; return the new revision, or None if nothing differs.

    Key and source do not change. With ``built_in``, the card is the built-in one, no longer a person's edit.
    ``expected`` is the revision with which the edit began: raises ``RevisedMeanwhile`` if another one is current, and
    ``Refusal`` if the creature is gone.
    """
    locked = creatures_locked(keys=[creature.key]).first()
    if locked is None:
        raise Refusal(f"“{creature.name}” was deleted in the meantime.", code="creature.gone")
    if expected is not None and locked.current and locked.current.number != expected:
        raise _revised_meanwhile(locked, expected)
    current = card_from_snapshot(locked.current.document) if locked.current else None
    number = (locked.current.number if locked.current else 0) + 1
    card = _readable(replace(card, key=locked.key, source=locked.source.key, revision=number))
    if built_in:
        locked.built_in_digest = digest(card)
    # A built-in card is held against what is stored, so that the newest revision has today's form.
    if current is not None and _stored_digest(locked, current, built_in=built_in) == digest(card):
        if built_in:
            locked.is_edited = False
            locked.save(update_fields=["built_in_digest", "is_edited"])
        return None
    changes = card_changes(current, card) if current else ()
    revision = _write(locked, card, changes=changes, by=by, provenance=provenance)
    creature.refresh_from_db()
    return revision


def _stored_digest(creature: Creature, current: Card, *, built_in: bool) -> str:
    return document_digest(creature.current.document) if built_in and creature.current else digest(current)


def emblem_set(*, creature: Creature, emblem: str) -> None:
    """Choose the emblem of a creature, "" for the default. It is not part of the card, so there is no new revision."""
    Creature.objects.filter(pk=creature.pk).update(emblem=emblem)
    creature.emblem = emblem


@transaction.atomic
def creature_reindex(*, creature: Creature) -> None:
    """Rebuild the creature's rows and search columns from its current revision, without a new one."""
    if creature.current:
        _write_rows(creature, _as_edited(card_from_snapshot(creature.current.document)))


@transaction.atomic
def creatures_reindex() -> int:
    """Update the rows of creatures after a change of search or storage; return how many were stale.

    People edit rows: those of an older card get the fields read from it.
    """
    stale = 0
    for creature in Creature.objects.select_related("current").prefetch_related("facets").iterator(chunk_size=500):
        if creature.current is None:
            continue
        card = card_from_snapshot(creature.current.document)
        is_first_form = not is_todays_snapshot(creature.current.document)
        if not _is_found_by(creature, card) or (is_first_form and not _has_rows_of(creature, _as_edited(card))):
            creature_reindex(creature=creature)
            stale += 1
    return stale


def _is_found_by(creature: Creature, card: Card) -> bool:
    values = creature_values(card)
    found_by = {(facet.kind, facet.value) for facet in creature.facets.all()}
    return (creature.search_name, creature.search_text, found_by) == (
        values["search_name"],
        values["search_text"],
        facets(card),
    )


def _has_rows_of(creature: Creature, card: Card) -> bool:
    wanted = [feature_values(feature) for feature in card.features]
    columns = wanted[0].keys() if wanted else ()
    return creature.class_name == (card.class_name or "") and list(creature.features.values(*columns)) == wanted


def creature_restore(*, creature: Creature, revision: CardRevision, by: User | None = None) -> CardRevision | None:
    """Make an older revision's card current again, as a new revision; return it, or None when nothing is different."""
    return creature_revise(creature=creature, card=_as_edited(card_from_snapshot(revision.document)), by=by)


def printed_kept(*, card: Card, creature: Creature) -> Card:
    """Return an edited card with the printed words of features with the same id, which forms do not contain."""
    if creature.current is None:
        return card
    printed = {feature.id: feature.printed for feature in card_from_snapshot(creature.current.document).features}
    return replace(card, features=tuple(replace(feature, printed=printed.get(feature.id)) for feature in card.features))


@transaction.atomic
def creature_delete(*, creature: Creature) -> None:
    """Remove a creature from the compendium; raise ``Refusal`` for a built-in one.

    Its revisions stay for the warbands that pinned them.
    """
    if creature.is_built_in:
        raise Refusal(f"“{creature.name}” comes with Muster and cannot be deleted.", code="creature.locked")
    creature.delete()


def _revised_meanwhile(creature: Creature, expected: int) -> RevisedMeanwhile:
    nameless = "Muster" if creature.is_listed else "you"
    since = creature.revisions.filter(number__gt=expected).select_related("made_by").order_by("number")
    sentences = [
        f"revision {revision.number} by {revision.made_by or nameless} "
        f"({'; '.join(revision.changes) or 'no changes listed'})"
        for revision in since
    ]
    number = creature.current.number if creature.current else expected
    return RevisedMeanwhile(
        f"Since you opened this card at revision {expected}, someone else saved it: {', then '.join(sentences)}. "
        "Your changes are not lost: they are still in the form below.",
        number,
    )


def _readable(card: Card) -> Card:
    """Return a card without direction marks in its texts; all cards are stored through this function."""
    text = json.dumps(snapshot(card), ensure_ascii=False)
    plain = without_directions(text)
    return card if plain == text else card_from_snapshot(json.loads(plain))


def _as_edited(card: Card) -> Card:
    """Return a stored card without effects that its fields express, so that they follow an edit."""
    return replace(
        card,
        features=tuple(replace(feature, effect="") if says_itself(feature) else feature for feature in card.features),
    )


def _write(
    creature: Creature, card: Card, *, changes: tuple[str, ...], by: User | None, provenance: Provenance
) -> CardRevision:
    document = snapshot(card)
    try:
        card_from_snapshot(document)
    except DocumentError as fault:
        raise Refusal(f"The card cannot be stored: {fault}", code="card.invalid") from fault
    creature.is_edited = creature.is_built_in and digest(card) != creature.built_in_digest
    creature.origin = provenance.origin or creature.origin
    _write_rows(creature, card)
    revision = CardRevision.objects.create(
        creature=creature,
        creature_key=creature.key,
        number=card.revision,
        document=document,
        changes=list(changes),
        made_by=by,
        origin=provenance.origin,
        steps=list(provenance.steps),
    )
    creature.current = revision
    creature.save(update_fields=["current"])
    return revision


def _write_rows(creature: Creature, card: Card) -> None:
    for name, value in creature_values(card).items():
        setattr(creature, name, value)
    if creature.pk:
        creature.features.all().delete()
        creature.facets.all().delete()
    creature.save()
    Feature.objects.bulk_create(
        Feature(creature=creature, position=position, **feature_values(feature))
        for position, feature in enumerate(card.features, start=1)
    )
    CreatureFacet.objects.bulk_create(
        CreatureFacet(creature=creature, kind=kind, value=value) for kind, value in sorted(facets(card))
    )


@transaction.atomic
def source_save(*, source: Source) -> None:
    """Store a person's source; raise ``Refusal`` for a built-in one."""
    if source.is_built_in:
        raise Refusal(f"“{source.name}” comes with Muster and cannot be changed.", code="source.locked")
    source.save()


@transaction.atomic
def source_delete(*, source: Source) -> None:
    """Delete an empty source; raise ``Refusal`` for any other, and for a built-in one."""
    if source.is_built_in:
        raise Refusal(f"“{source.name}” comes with Muster and cannot be deleted.", code="source.locked")
    try:
        source.delete()
    except ProtectedError as fault:
        raise Refusal(
            f"“{source.name}” contains creatures or entries. Delete those first.", code="source.state"
        ) from fault

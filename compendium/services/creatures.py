"""Writing creatures: every change of a card makes a revision, in one transaction with the rows it is searched by."""

from __future__ import annotations

import secrets
from dataclasses import replace

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from common.refusal import Refusal
from compendium.cards import card_from_snapshot, creature_values, digest, facets, feature_values, snapshot
from compendium.models import CardRevision, Creature, CreatureFacet, Feature, Source
from rules.cards import Card
from rules.cards.changes import card_changes
from rules.text import slug

HOMEBREW = "hb"


def creature_key(*, name: str, source: Source) -> str:
    """Return the key of a new creature: its slug and its source, and for homebrew an id that nobody can guess."""
    base = slug(name) or f"creature-{Creature.objects.count() + 1}"
    if source.key == HOMEBREW:
        return f"{base}--{HOMEBREW}-{secrets.token_hex(5)}"
    return f"{base}--{source.key}"


@transaction.atomic
def creature_create(
    *, card: Card, source: Source, by: AbstractBaseUser | None = None, key: str = "", built_in: bool = False
) -> Creature:
    """Add a creature to the compendium with its first revision.

    The key is made from name and source unless one is given. Raises ``Refusal`` when the key is taken.
    """
    key = key or creature_key(name=card.name, source=source)
    if Creature.objects.filter(key=key).exists():
        raise Refusal(
            f"{source.name} already has a creature “{card.name}” ({key}). Change that one, or pick another name."
        )
    card = replace(card, key=key, source=source.key, revision=1)
    creature = Creature(key=key, source=source, built_in_digest=digest(card) if built_in else "")
    _write(creature, card, changes=(), by=by)
    return creature


@transaction.atomic
def creature_revise(
    *, creature: Creature, card: Card, by: AbstractBaseUser | None = None, built_in: bool = False
) -> CardRevision | None:
    """Make ``card`` the creature's card; return the new revision, or None when nothing is different.

    Key and source stay. With ``built_in`` the card is the one that comes with Muster, no longer a person's edit.
    """
    locked = Creature.objects.select_for_update().select_related("current", "source").get(pk=creature.pk)
    current = card_from_snapshot(locked.current.document) if locked.current else None
    number = (locked.current.number if locked.current else 0) + 1
    card = replace(card, key=locked.key, source=locked.source.key, revision=number)
    if built_in:
        locked.built_in_digest = digest(card)
    if current is not None and digest(current) == digest(card):
        if built_in:
            locked.save(update_fields=["built_in_digest"])
        return None
    revision = _write(locked, card, changes=card_changes(current, card) if current else (), by=by)
    creature.refresh_from_db()
    return revision


@transaction.atomic
def creature_reindex(*, creature: Creature) -> None:
    """Make the creature's rows and search columns anew from its current revision, without a new one."""
    if creature.current:
        _write_rows(creature, card_from_snapshot(creature.current.document))


def _write(creature: Creature, card: Card, *, changes: tuple[str, ...], by: AbstractBaseUser | None) -> CardRevision:
    _write_rows(creature, card)
    revision = CardRevision.objects.create(
        creature=creature, number=card.revision, document=snapshot(card), changes=list(changes), made_by=by
    )
    creature.current = revision
    creature.save(update_fields=["current"])
    return revision


def _write_rows(creature: Creature, card: Card) -> None:
    for name, value in creature_values(card).items():
        setattr(creature, name, value)
    creature.save()
    creature.features.all().delete()
    Feature.objects.bulk_create(
        Feature(creature=creature, position=position, **feature_values(feature))
        for position, feature in enumerate(card.features)
    )
    creature.facets.all().delete()
    CreatureFacet.objects.bulk_create(
        CreatureFacet(creature=creature, kind=kind, value=value) for kind, value in sorted(facets(card))
    )

"""Saving converted creatures as homebrew, with the file that they came from and the steps of their conversion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from accounts.models import Owner, User
from compendium.cards import card_from_snapshot, digest
from compendium.models import Creature, Homebrew, ImportOrigin
from compendium.services.creatures import Provenance
from compendium.services.homebrew import homebrew_create, homebrew_source
from compendium.services.imports import ImportedFile, origin_create
from rules.cards import Card
from rules.cards.sentences import read_sentences
from rules.conversion import ConvertedCreature


@transaction.atomic
def conversions_save(
    *, owner: Owner, converted: Sequence[ConvertedCreature], file: ImportedFile
) -> tuple[Creature, ...]:
    """Store converted creatures as private homebrew of an owner, all of them or, on a ``Refusal``, none.

    One that the owner has of the same file, just as it is, is not stored again: who presses Save twice gets one.
    """
    had = _stored_of(owner, file)
    origins: dict[str, ImportOrigin] = {}
    saved = []
    for creature in converted:
        if found := had.get(_facts(creature.card)):
            saved.append(found)
            continue
        license = creature.card.license
        if license not in origins:
            origins[license] = origin_create(file=file, source=homebrew_source(), license=license, by=owner.user)
        provenance = Provenance(origins[license], tuple(step.document() for step in creature.steps))
        saved.append(homebrew_create(owner=owner, card=creature.card, provenance=provenance))
    return tuple(saved)


def _stored_of(owner: Owner, file: ImportedFile) -> dict[str, Creature]:
    """Return an owner's creatures that say still what was converted from a file, by what they say."""
    if owner.user is not None:
        # Of two requests at once the second waits here, and then finds what the first has stored.
        User.objects.select_for_update().filter(pk=owner.user.pk).first()
    own = Creature.objects.filter(homebrew__in=Homebrew.objects.filter(owner.q), current__isnull=False)
    rows = own.filter(current__origin__sha256=file.sha256, current__origin__style=file.style).select_related("current")
    return {_facts(card_from_snapshot(row.current.document)): row for row in rows if row.current}


def _facts(card: Card) -> str:
    return digest(replace(read_sentences(card), key="", source=None, revision=1))

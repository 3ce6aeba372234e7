"""Saving converted creatures as homebrew, with the file that they came from and the steps of their conversion."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import Owner
from compendium.models import Creature, ImportOrigin
from compendium.services.creatures import Provenance
from compendium.services.homebrew import homebrew_create, homebrew_source
from compendium.services.imports import ImportedFile, origin_create
from rules.conversion import ConvertedCreature


@transaction.atomic
def conversions_save(
    *, owner: Owner, converted: Sequence[ConvertedCreature], file: ImportedFile
) -> tuple[Creature, ...]:
    """Store converted creatures as private homebrew of an owner, all of them or, on a ``Refusal``, none."""
    origins: dict[str, ImportOrigin] = {}
    saved = []
    for one in converted:
        license = one.card.license
        if license not in origins:
            origins[license] = origin_create(file=file, source=homebrew_source(), license=license, by=owner.user)
        provenance = Provenance(origins[license], tuple(step.document() for step in one.steps))
        saved.append(homebrew_create(owner=owner, card=one.card, provenance=provenance))
    return tuple(saved)

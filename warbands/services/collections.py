"""Writing what miniatures somebody owns."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from common.refusal import Refusal
from warbands.models import Figure, Owner

MAX_KINDS = 1_000
MAX_NUMBER = 999
MAX_KEY = 120


@transaction.atomic
def collection_save(*, owner: Owner, owned: Mapping[str, int]) -> None:
    """Make these the owner's miniatures: how many of each creature, by its key; 0 is none.

    Raises ``Refusal`` for numbers and lists that are too long.
    """
    figures = {key: number for key, number in owned.items() if number}
    if len(figures) > MAX_KINDS:
        raise Refusal(f"A collection has at most {MAX_KINDS} different creatures; this one has {len(figures)}.")
    for key, number in figures.items():
        if not 0 < number <= MAX_NUMBER or len(key) > MAX_KEY:
            raise Refusal(f"Give a number from 0 to {MAX_NUMBER} for “{key[:80]}”, not {number}.")
    Figure.objects.filter(owner.q).delete()
    rows = [Figure(creature=key, number=number) for key, number in figures.items()]
    for row in rows:
        row.belongs_to(owner)
    Figure.objects.bulk_create(rows)

"""Reading what miniatures somebody owns."""

from __future__ import annotations

from warbands.models import Figure, Owner


def collection_of(owner: Owner) -> dict[str, int]:
    """Return how many miniatures of each creature the owner has, by the creature's key. One query."""
    return dict(Figure.objects.filter(owner.q).values_list("creature", "number"))

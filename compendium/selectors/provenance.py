"""Reading where the card of a revision came from: the file it was imported from, and the steps of its conversion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compendium.models import CardRevision, Creature, ImportOrigin


@dataclass(frozen=True, slots=True)
class CardProvenance:
    """The file behind a card. ``number`` is the revision that it made, which people may have edited since."""

    origin: ImportOrigin
    number: int
    steps: tuple[Mapping[str, Any], ...] = ()
    is_edited: bool = False

    def document(self) -> dict[str, Any]:
        """Return the provenance as it stands in exports."""
        origin = self.origin
        document: dict[str, Any] = {
            "file": origin.file_name,
            "sha256": origin.sha256,
            "source": origin.source.key,
            "license": origin.license,
            "style": origin.style or None,
            "imported_by": origin.imported_by.get_username() if origin.imported_by else None,
            "imported_at": origin.imported_at.isoformat(),
            "revision": self.number,
            "edited": self.is_edited,
        }
        return document | {"steps": list(self.steps)} if self.steps else document


def provenance_of(creature: Creature, number: int) -> CardProvenance | None:
    """Return where a revision of a creature came from, or None for one that nothing was imported for.

    One query for creatures that were imported, none for others.
    """
    if creature.origin_id is None:
        return None
    revisions = CardRevision.objects.filter(creature=creature, number__lte=number, origin__isnull=False)
    made = (
        revisions.select_related("origin__source", "origin__imported_by").defer("document").order_by("-number").first()
    )
    if made is None or made.origin is None:
        return None
    return CardProvenance(made.origin, made.number, tuple(made.steps), is_edited=made.number != number)

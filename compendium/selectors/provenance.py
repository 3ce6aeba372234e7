"""Reading where the card of a revision came from: the file it was imported from, and the steps of its conversion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from compendium.builtin import SOURCES
from compendium.models import CardRevision, Creature, ImportOrigin
from compendium.selectors.sources import source_names
from rules.cards.sheet import CreatureCard

MAX_FILE_NAME = 60
"""Letters of a file's name on a printed card."""


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


def printed_sources(creatures: Iterable[Creature]) -> dict[str, str]:
    """Return what print says of the sources of creatures, by their keys: the source, and how an imported one came.

    One query, none where nothing was imported.
    """
    found = tuple(creatures)
    wanted = {creature.origin_id for creature in found if creature.origin_id is not None}
    origins = ImportOrigin.objects.in_bulk(wanted) if wanted else {}
    return {creature.key: _printed_source(creature.source.name, origins.get(creature.origin_id)) for creature in found}


def printed_sources_of(cards: Iterable[CreatureCard]) -> dict[str, str]:
    """Return the same of cards that did not come with Muster, by their creatures' keys; homebrew that is gone too.

    Three queries at most, none where all of them came with it.
    """
    wanted = {card.key: card.source for card in cards if card.source and card.source not in SOURCES}
    if not wanted:
        return {}
    found = printed_sources(Creature.objects.filter(key__in=wanted).select_related("source"))
    gone = source_names([source for key, source in wanted.items() if key not in found])
    return {key: found[key] if key in found else gone.get(source, source) for key, source in wanted.items()}


def _printed_source(name: str, origin: ImportOrigin | None) -> str:
    if origin is None:
        return name
    return (
        f"{name}, converted from PF2e" if origin.style else f"{name}, imported from {origin.file_name[:MAX_FILE_NAME]}"
    )


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

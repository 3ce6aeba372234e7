"""What tells a stored revision from every other, so that what is made of it can be kept in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from compendium.models import CardRevision


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A revision's document, which never changes; a key may come back with its numbers, the moment does not."""

    key: str
    number: int
    made_at: datetime
    document: Mapping[str, Any] = field(compare=False, repr=False)

    @classmethod
    def of(cls, revision: CardRevision, key: str) -> Self:
        """Return the snapshot of a revision of the creature ``key``."""
        return cls(key, revision.number, revision.made_at, revision.document)

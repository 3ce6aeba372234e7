"""What counts for the quotas of homebrew and of what is stored."""

from __future__ import annotations

from accounts.selectors.quotas import STORED, OwnedRows
from compendium.models import CardRevision, Homebrew

CREATURES = (
    OwnedRows("creatures", lambda owner: Homebrew.objects.filter(owner.q)),
    OwnedRows(STORED, lambda owner: CardRevision.objects.filter(owner.q_of("creature__homebrew__")), ("document",)),
)

"""What counts for the quotas of warbands and of what is stored."""

from __future__ import annotations

from accounts.selectors.quotas import STORED, OwnedRows
from warbands.models import Step, Warband

WARBANDS = (
    OwnedRows("warbands", lambda owner: Warband.objects.filter(owner.q, deleted_at=None)),
    OwnedRows(STORED, lambda owner: Step.objects.filter(owner.q_of("warband__")), ("draft",), ("packed",)),
)

"""What counts for the quotas of battles and of what is stored."""

from __future__ import annotations

from accounts.selectors.quotas import STORED, OwnedRows
from battles.models import Battle, BattleEntry

BATTLES = (
    OwnedRows("battles", lambda owner: Battle.objects.filter(owner.q)),
    OwnedRows(STORED, lambda owner: Battle.objects.filter(owner.q), ("setup",)),
    OwnedRows(STORED, lambda owner: BattleEntry.objects.filter(owner.q_of("battle__")), ("event",)),
)

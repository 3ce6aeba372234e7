"""What counts for the quotas of games, of tables and of what is stored."""

from __future__ import annotations

from accounts.selectors.quotas import STORED, OwnedRows
from gambling.models import GamblingEntry, GamblingTable, OwnTableGame

GAMES, TABLES = "games", "tables"

GAMBLING = (
    OwnedRows(GAMES, lambda owner: OwnTableGame.objects.filter(owner.q)),
    OwnedRows(TABLES, lambda owner: GamblingTable.objects.filter(owner.q)),
    OwnedRows(STORED, lambda owner: OwnTableGame.objects.filter(owner.q), ("document",)),
    OwnedRows(STORED, lambda owner: GamblingTable.objects.filter(owner.q), ("game",)),
    OwnedRows(STORED, lambda owner: GamblingEntry.objects.filter(owner.q_of("table__")), ("event",)),
)

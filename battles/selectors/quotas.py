"""What counts for the quotas of battles, of lists of combatants and of what is stored."""

from __future__ import annotations

from accounts.selectors.quotas import STORED, OwnedRows
from battles.models import Battle, BattleEntry, CombatantList

BATTLES = (
    OwnedRows("battles", lambda owner: Battle.objects.filter(owner.q)),
    OwnedRows(STORED, lambda owner: Battle.objects.filter(owner.q), ("setup",)),
    OwnedRows("combatant lists", lambda owner: CombatantList.objects.filter(owner.q)),
    OwnedRows(STORED, lambda owner: CombatantList.objects.filter(owner.q), ("combatants",)),
    OwnedRows(STORED, lambda owner: BattleEntry.objects.filter(owner.q_of("battle__")), ("event",)),
)

"""What people have of battles and lists of combatants."""

from __future__ import annotations

from accounts.selectors.rooms import STORED, AccountDeletion, OwnedRows, Room, VisitorData
from battles.models import Battle, BattleEntry, CombatantList
from battles.selectors.archives import archived_battles, archived_combatants
from battles.services.account_deletion import battles_release

ROOM = Room(
    visitor_data=(
        VisitorData(Battle, "battle", quota="battles", documents=("setup",)),
        VisitorData(
            CombatantList,
            "list of combatants",
            "lists of combatants",
            quota="combatant lists",
            documents=("combatants",),
            reported=False,
        ),
    ),
    quotas=(OwnedRows(STORED, lambda owner: BattleEntry.objects.filter(owner.q_of("battle__")), ("event",)),),
    archive=(archived_battles, archived_combatants),
    account_deletion=AccountDeletion(battles_release),
)

"""What visitors own of battles: adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings
from battles.models import Battle, CombatantList
from battles.services.battles import battles_adopt
from battles.services.combatants import combatant_lists_adopt
from rules.text import counted


def _adopt(user: User, token: str) -> tuple[str, ...]:
    battles, lists = battles_adopt(user=user, token=token), combatant_lists_adopt(user=user, token=token)
    found = (
        counted(battles, "battle") if battles else "",
        counted(lists, "list of combatants", "lists of combatants") if lists else "",
    )
    return tuple(one for one in found if one)


def _tokens(since: datetime | None) -> set[str]:
    # Those of deleted accounts stay for their campaigns; they have no token.
    found: set[str] = set()
    for model in (Battle, CombatantList):
        rows = model.objects.filter(owner=None).exclude(owner_token="")
        if since is not None:
            rows = rows.filter(created_at__gte=since)
        found |= set(rows.order_by().values_list("owner_token", flat=True).distinct())
    return found


def _remove(token: str) -> int:
    CombatantList.objects.filter(owner=None, owner_token=token).delete()
    _, gone = Battle.objects.filter(owner=None, owner_token=token).delete()
    return gone.get(Battle._meta.label, 0)


BATTLES = Belongings(_adopt, _tokens, _remove)

"""What visitors own of battles: adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings, owner_tokens
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
    made = {} if since is None else {"created_at__gte": since}
    return owner_tokens(Battle.objects.filter(**made), CombatantList.objects.filter(**made))


def _remove(token: str) -> int:
    CombatantList.objects.filter(owner=None, owner_token=token).delete()
    _, gone = Battle.objects.filter(owner=None, owner_token=token).delete()
    return gone.get(Battle._meta.label, 0)


BATTLES = Belongings(_adopt, _tokens, _remove)

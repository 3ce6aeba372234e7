"""What visitors own of battles: adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings
from battles.models import Battle
from battles.services.battles import battles_adopt
from rules.text import counted


def _adopt(user: User, token: str) -> tuple[str, ...]:
    number = battles_adopt(user=user, token=token)
    return (counted(number, "battle"),) if number else ()


def _tokens(since: datetime | None) -> set[str]:
    # Those of deleted accounts stay for their campaigns; they have no token.
    rows = Battle.objects.filter(owner=None).exclude(owner_token="")
    if since is not None:
        rows = rows.filter(created_at__gte=since)
    return set(rows.order_by().values_list("owner_token", flat=True).distinct())


def _remove(token: str) -> int:
    _, gone = Battle.objects.filter(owner=None, owner_token=token).delete()
    return gone.get(Battle._meta.label, 0)


BATTLES = Belongings(_adopt, _tokens, _remove)

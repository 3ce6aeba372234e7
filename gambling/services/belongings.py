"""What visitors own of table games: adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings, owner_tokens
from gambling.models import GamblingTable, OwnTableGame
from gambling.services.games import games_adopt
from gambling.services.tables import gambling_tables_adopt
from rules.text import counted


def _adopt(user: User, token: str) -> tuple[str, ...]:
    games, tables = games_adopt(user=user, token=token), gambling_tables_adopt(user=user, token=token)
    found = (counted(games, "table game") if games else "", counted(tables, "table") if tables else "")
    return tuple(one for one in found if one)


def _tokens(since: datetime | None) -> set[str]:
    made = {} if since is None else {"created_at__gte": since}
    return owner_tokens(OwnTableGame.objects.filter(**made), GamblingTable.objects.filter(**made))


def _remove(token: str) -> int:
    gone, _ = OwnTableGame.objects.filter(owner=None, owner_token=token).delete()
    _, tables = GamblingTable.objects.filter(owner=None, owner_token=token).delete()
    return gone + tables.get(GamblingTable._meta.label, 0)


GAMBLING = Belongings(_adopt, _tokens, _remove)

"""What visitors own of adventures: adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings
from adventures.models import AdventureRow, AdventureTemplate
from adventures.services.adventures import adventures_adopt
from adventures.services.templates import templates_adopt
from rules.text import counted


def _adopt(user: User, token: str) -> tuple[str, ...]:
    number, templates = adventures_adopt(user=user, token=token), templates_adopt(user=user, token=token)
    found = (counted(number, "adventure") if number else "", counted(templates, "template") if templates else "")
    return tuple(one for one in found if one)


def _tokens(since: datetime | None) -> set[str]:
    # Those of campaigns have no owner.
    found: set[str] = set()
    for model in (AdventureRow, AdventureTemplate):
        rows = model.objects.filter(owner=None).exclude(owner_token="")
        if since is not None:
            rows = rows.filter(created_at__gte=since)
        found |= set(rows.order_by().values_list("owner_token", flat=True).distinct())
    return found


def _remove(token: str) -> int:
    AdventureTemplate.objects.filter(owner=None, owner_token=token).delete()
    _, gone = AdventureRow.objects.filter(owner=None, owner_token=token).delete()
    return gone.get(AdventureRow._meta.label, 0)


ADVENTURES = Belongings(_adopt, _tokens, _remove)

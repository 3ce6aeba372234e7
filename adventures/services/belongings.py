"""What visitors own of adventures: adopted by their account, removed with their visits."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.services.visitors import Belongings, owner_tokens
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
    made = {} if since is None else {"created_at__gte": since}
    return owner_tokens(AdventureRow.objects.filter(**made), AdventureTemplate.objects.filter(**made))


def _remove(token: str) -> int:
    AdventureTemplate.objects.filter(owner=None, owner_token=token).delete()
    _, gone = AdventureRow.objects.filter(owner=None, owner_token=token).delete()
    return gone.get(AdventureRow._meta.label, 0)


ADVENTURES = Belongings(_adopt, _tokens, _remove)

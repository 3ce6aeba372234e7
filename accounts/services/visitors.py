"""What visitors own: an account adopts it when they sign in, and it is removed when they are not coming back.

The rooms above know what there is to own. Each describes it as ``Belongings``; ``settings.VISITOR_BELONGINGS`` names
them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import SESSION_KEY, User

YOUNG = timedelta(days=1)
"""What is younger stays in any case: its session may just be being written."""


@dataclass(frozen=True, slots=True)
class Belongings:
    """What visitors own in one room.

    ``adopt`` gives a visitor's to an account and returns what that was, counted (``2 warbands``). ``tokens`` returns
    the visitors who own some, those with some made since a moment if one is given. ``remove`` removes a visitor's and
    returns how many there were.
    """

    adopt: Callable[[User, str], tuple[str, ...]]
    tokens: Callable[[datetime | None], set[str]]
    remove: Callable[[str], int]


def owner_token() -> str:
    """Return a new token by which a visitor is known."""
    return secrets.token_urlsafe(32)


def owner_tokens(*kept: QuerySet[Any]) -> set[str]:
    """Return the visitors who own any of these rows; rows of accounts, and of what has no owner, do not count."""
    found: set[str] = set()
    for rows in kept:
        rows = rows.filter(owner=None).exclude(owner_token="").order_by()
        found |= set(rows.values_list("owner_token", flat=True).distinct())
    return found


@transaction.atomic
def belongings_adopt(*, user: User, token: str) -> list[str]:
    """Give what a visitor made to the account that the visitor turned out to have; return what that was, counted."""
    return [counted for kind in _kinds() for counted in kind.adopt(user, token)]


def sessions_clear() -> int:
    """Remove web sessions that have run out; return how many."""
    removed, _ = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    return removed


@transaction.atomic
def visitors_forget() -> int:
    """Remove what visitors made whose web sessions have ended; return how many warbands and creatures."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).iterator()
    here = {token for session in sessions if (token := session.get_decoded().get(SESSION_KEY))}
    for kind in _kinds():
        here |= kind.tokens(timezone.now() - YOUNG)
    gone: set[str] = set().union(*(kind.tokens(None) for kind in _kinds())) - here
    return sum(kind.remove(token) for token in gone for kind in _kinds())


@cache
def _kinds() -> tuple[Belongings, ...]:
    return tuple(import_string(path) for path in settings.VISITOR_BELONGINGS)

"""The property of visitors: an account adopts it when they sign in, and a job removes it when their visit has ended."""

import secrets
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from accounts.models import SESSION_KEY, Owner, User
from accounts.selectors.rooms import VisitorData, visitor_data
from accounts.services.answers import answers_adopt
from rules.text import counted

YOUNG = timedelta(days=1)
"""Newer data stays in any case: its session may still be being written."""


def owner_token() -> str:
    """Return a new token by which a visitor is known."""
    return secrets.token_urlsafe(32)


@transaction.atomic
def visitor_data_adopt(*, user: User, token: str) -> list[str]:
    """Give a visitor's things to the account of the same person; return their counts."""
    answers_adopt(user=user, token=token)
    numbers = [(data, _adopt(data, user, token)) for data in visitor_data()]
    return [counted(number, data.noun, data.plural) for data, number in numbers if number]


def sessions_clear() -> int:
    """Remove expired web sessions; return how many."""
    removed, _ = Session.objects.filter(expire_date__lt=timezone.now()).delete()
    return removed


@transaction.atomic
def visitors_forget() -> int:
    """Remove the data of visitors whose web sessions have ended; return how many warbands and creatures."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).iterator()
    here = {token for session in sessions if (token := session.get_decoded().get(SESSION_KEY))}
    kinds, since = list(visitor_data()), timezone.now() - YOUNG
    here |= {token for data in kinds if data.made for token in _tokens(data, since)}
    gone = {token for data in kinds for token in _tokens(data)} - here
    return sum(_remove(data, token) for token in gone for data in kinds)


def _adopt(data: VisitorData, user: User, token: str) -> int:
    if data.adopt:
        return data.adopt(user=user, token=token)
    visitor = Owner(token=token)
    number = data.listed_rows(visitor).count()
    data.rows(visitor).update(owner=user, owner_token="")
    return number


def _tokens(data: VisitorData, since: datetime | None = None) -> set[str]:
    """Return the visitors who own any of these rows, or any that was made since a moment."""
    rows = data.model._default_manager.filter(owner=None).exclude(owner_token="")
    if since is not None:
        rows = rows.filter(**{f"{data.made}__gte": since})
    return set(rows.order_by().values_list("owner_token", flat=True).distinct())


def _remove(data: VisitorData, token: str) -> int:
    if data.remove:
        return data.remove(token=token)
    rows = data.rows(Owner(token=token))
    _, gone = (rows.exclude(data.stays) if data.stays else rows).delete()
    return gone.get(data.model._meta.label, 0) if data.reported else 0

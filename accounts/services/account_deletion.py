"""Deleting an account: the obstacles, and the data that must not outlive it.

Rows that belong to the account go with it by their ``on_delete``. Each higher app declares its part in its
``AccountDeletion``.
"""

from importlib import import_module

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.selectors.rooms import AccountDeletion, DeletionHindrance, rooms
from common.refusal import Refusal


def deletion_hindrances(user: User) -> list[DeletionHindrance]:
    """Return the user's tasks before the account can be deleted."""
    return [hindrance for deletion in _deletions() for hindrance in deletion.hindrances(user)]


@transaction.atomic
def account_delete(*, user: User) -> None:
    """Delete an account and its data; raise ``Refusal`` while something prevents it.

    Data that other people's campaigns need stays without a name. Signs out every browser.
    """
    if hindrances := deletion_hindrances(user):
        raise Refusal(hindrances[0].sentence, code="account.state")
    for deletion in _deletions():
        deletion.clean(user=user)
    _forget_log_entries(user)
    sessions_end(user=user)
    user.delete()


@transaction.atomic
def sessions_end(*, user: User) -> None:
    """End every web session of an account."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    key = str(user.pk)
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get(SESSION_KEY) == key:
            store(session.session_key).delete()


def _forget_log_entries(user: User) -> None:
    """Remove the admin log's entries about the account: they contain names and addresses."""
    about: tuple[tuple[type[models.Model], Q], ...] = (
        (User, Q(pk=user.pk)),
        (EmailAddress, Q(user=user)),
        (Authenticator, Q(user=user)),
        (ApiToken, Q(user=user)),
    )
    for model, rows in about:
        keys = [str(key) for key in model._default_manager.filter(rows).values_list("pk", flat=True)]
        kind = ContentType.objects.get_for_model(model)
        LogEntry.objects.filter(content_type=kind, object_id__in=keys).delete()


def _deletions() -> list[AccountDeletion]:
    deletions = [room.account_deletion for room in rooms() if room.account_deletion]
    return sorted(deletions, key=lambda deletion: not deletion.is_first)

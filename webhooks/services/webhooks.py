"""Webhooks for the managers of a campaign or a battle: add, change and test them, renew secrets, and delete them."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Owner, User
from common.refusal import Refusal
from rules.errors import require
from webhooks.models import DeliveryState, Webhook, WebhookDelivery, WebhookFormat
from webhooks.selectors.webhooks import TEST, WebhookSubject, WebhookSubjectKind, subject_kind_named
from webhooks.services.messages import BOX, WebhookNews, new_secret, spellings_of
from webhooks.services.publishing import deliveries_add, webhook_stop
from webhooks.services.sending import WebhookTarget, webhook_target

MAX_WEBHOOKS = 10
"""Webhooks of one campaign or battle."""
MAX_OF_ACCOUNT = 50
"""Webhooks that one account has added."""
TESTS_AN_HOUR = 10
OLD_SECRET_SIGNS = timedelta(hours=24)
"""How long the previous secret signs beside a new one."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_KEY_LENGTH = 12
_SHOWN_END = 4
_MAX_SHOWN_HOST = 80


@dataclass(frozen=True, slots=True)
class ManagedWebhook:
    """A webhook and its subject, for an account that manages it."""

    webhook: Webhook
    subject: WebhookSubject
    kind: WebhookSubjectKind


def managed_subject(owner: Owner, kind: str, key: str) -> tuple[WebhookSubject, WebhookSubjectKind]:
    """Return a subject whose webhooks the owner manages; raise ``Refusal`` if it does not exist or is not theirs."""
    subject_kind = subject_kind_named(kind)
    subject = subject_kind.find(owner, key) if subject_kind else None
    if subject_kind is None or subject is None:
        raise Refusal("You have nothing with this key.", code="webhook.gone")
    if not subject.is_managed:
        raise Refusal(f"Only {subject.managed_by} can manage its webhooks.", code="webhook.forbidden")
    if owner.user is None:
        raise Refusal("Sign in to add webhooks.", code="account.forbidden")
    return subject, subject_kind


def managed_webhook(owner: Owner, key: str, *, to_change: bool = False) -> ManagedWebhook:
    """Return a webhook that the owner manages, its row locked ``to_change``; raise ``Refusal`` as above."""
    rows = Webhook.objects.select_for_update() if to_change else Webhook.objects.select_related("made_by")
    webhook = require(rows.filter(key=key).first(), Refusal("There is no such webhook.", code="webhook.gone"))
    return ManagedWebhook(webhook, *managed_subject(owner, webhook.subject_kind, webhook.subject_key))


@transaction.atomic
def webhook_add(
    *, actor: Owner, kind: str, key: str, address: str, format_: str, events: Iterable[str], site: str
) -> tuple[Webhook, str]:
    """Add a webhook to a campaign or battle; return it with its secret, which is shown this once.

    ``site`` is the start of links in its messages. Raises ``Refusal`` for an address that is not taken, for no events,
    and for too many webhooks.
    """
    _, subject_kind = managed_subject(actor, kind, key)
    assert isinstance(actor.user, User)
    target = webhook_target(address)
    if format_ not in WebhookFormat.values:
        raise Refusal("Choose one of the formats.", code="webhook.invalid")
    chosen = _checked_events(subject_kind, events)
    # Two at once are counted one after the other, as the account's row is locked.
    User.objects.select_for_update().filter(pk=actor.user.pk).first()
    if Webhook.objects.filter(subject_kind=kind, subject_key=key).count() >= MAX_WEBHOOKS:
        raise Refusal(f"There are already {MAX_WEBHOOKS} webhooks, the maximum. Delete one first.", code="webhook.full")
    if Webhook.objects.filter(made_by=actor.user).count() >= MAX_OF_ACCOUNT:
        raise Refusal(
            f"You have already added {MAX_OF_ACCOUNT} webhooks, the maximum. Delete some first.", code="webhook.full"
        )
    secret = new_secret()
    webhook = Webhook.objects.create(
        key="".join(secrets.choice(_LETTERS) for _ in range(_KEY_LENGTH)),
        subject_kind=kind,
        subject_key=key,
        made_by=actor.user,
        address=BOX.encrypt(address),
        shown=_shown(target),
        format=format_,
        events=chosen,
        site=site,
        secret=BOX.encrypt(secret),
    )
    return webhook, secret


@transaction.atomic
def webhook_change(
    *, actor: Owner, key: str, events: Iterable[str] | None = None, is_enabled: bool | None = None
) -> ManagedWebhook:
    """Change a webhook's events, or turn it on or off. Turning it on clears its failures."""
    managed = managed_webhook(actor, key, to_change=True)
    webhook = managed.webhook
    if events is not None and (chosen := _checked_events(managed.kind, events)) != webhook.events:
        webhook.events, webhook.version = chosen, webhook.version + 1
        webhook.save(update_fields=["events", "version"])
    if is_enabled is False and webhook.is_enabled:
        webhook_stop(webhook)
    elif is_enabled and (not webhook.is_enabled or webhook.needs_a_look):
        webhook.is_enabled, webhook.stopped_for, webhook.failures = True, "", 0
        webhook.failing_since = webhook.quiet_until = webhook.gave_up_at = None
        webhook.version += 1
        webhook.save()
    return managed


@transaction.atomic
def webhook_secret_renew(*, actor: Owner, key: str) -> tuple[ManagedWebhook, str]:
    """Give a webhook a new secret; return it. For a day the old secret signs as well."""
    managed = managed_webhook(actor, key, to_change=True)
    webhook, secret = managed.webhook, new_secret()
    webhook.old_secret, webhook.old_secret_until = webhook.secret, timezone.now() + OLD_SECRET_SIGNS
    webhook.secret, webhook.version = BOX.encrypt(secret), webhook.version + 1
    webhook.save(update_fields=["secret", "old_secret", "old_secret_until", "version"])
    return managed, secret


@transaction.atomic
def webhook_test(*, actor: Owner, key: str) -> WebhookDelivery:
    """Send a test to a webhook; return its delivery. Raises ``Refusal`` for one that is off, and for too many."""
    managed = managed_webhook(actor, key, to_change=True)
    webhook = managed.webhook
    if not webhook.is_enabled:
        raise Refusal("This webhook is off. Switch it on first.", code="webhook.state")
    since = timezone.now() - timedelta(hours=1)
    if webhook.deliveries.filter(event=TEST, made_at__gt=since).count() >= TESTS_AN_HOUR:
        raise Refusal(f"You sent {TESTS_AN_HOUR} tests within an hour. Try again later.", code="webhook.full")
    webhook.quiet_until = None
    webhook.save(update_fields=["quiet_until"])
    subject = managed.subject
    news = WebhookNews(
        TEST,
        subject.path,
        f"This is a test of the webhook of the {managed.kind.noun} {{name}}.",
        {"name": subject.name},
        {managed.kind.noun: {"key": subject.key, "name": subject.name}},
    )
    rows = deliveries_add(webhook, [news])
    if not rows:
        raise Refusal("Too many messages are already waiting for this address.", code="webhook.full")
    return rows[0]


@transaction.atomic
def webhook_delete(*, actor: Owner, key: str) -> ManagedWebhook:
    """Delete a webhook with its deliveries; return it as it was."""
    managed = managed_webhook(actor, key, to_change=True)
    Webhook.objects.filter(pk=managed.webhook.pk).delete()
    return managed


def _checked_events(kind: WebhookSubjectKind, events: Iterable[str]) -> list[str]:
    """Return events in their usual order; raise ``Refusal`` for none, and for an unknown one."""
    chosen = set(events)
    known = [event.name for event in kind.events]
    if unknown := chosen.difference(known):
        raise Refusal(
            f"There is no event “{sorted(unknown)[0][:40]}”. A {kind.noun} has {', '.join(known)}.",
            code="webhook.invalid",
        )
    if not chosen:
        raise Refusal("Choose at least one event.", code="webhook.invalid")
    return [name for name in known if name in chosen]


def _shown(target: WebhookTarget) -> str:
    """Return the visible part of an address: chat services put a secret after the host."""
    host = f"{target.scheme}://{target.host_header[:_MAX_SHOWN_HOST]}/"
    return f"{host}…{target.path[-_SHOWN_END:]}" if len(target.path) > 2 * _SHOWN_END else host


def messages_give_up(*, user: User) -> None:
    """Drop deliveries to other people that name the account; sent ones keep only the fact that they were sent."""
    named = reduce(or_, (Q(body__contains=text) for text in spellings_of(user.get_username())))
    waiting = WebhookDelivery.objects.filter(named, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.GIVEN_UP, body="", reason="The account that added it was deleted.")

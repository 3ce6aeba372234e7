"""Telling webhooks what happened. The rooms above call ``publish`` in the transaction that makes it happen."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from jobs.models import Job, JobState
from jobs.services.kinds import kind_named
from jobs.tasks import begin_job
from webhooks.models import DeliveryState, Webhook, WebhookDelivery
from webhooks.selectors.subjects import subject_kind_named
from webhooks.services.messages import WebhookNews, body_of

DELIVER = "webhooks.deliver"
"""The kind of job that sends what is due."""
MAX_WAITING = 500
"""Deliveries of one webhook that may wait; what happens beyond that it is not told."""
MAX_AN_HOUR = 240
"""Deliveries that one webhook gets within an hour, so that no one floods an address by it."""
NO_MANAGER = "The account that added it no longer manages this."
_KEY_BYTES = 18

Describe = Callable[[], Iterable[WebhookNews]]
"""Describes an event for those who are told of it."""


def publish(kind: str, key: str, happened: Mapping[str, Describe]) -> None:
    """Store deliveries of what happened for every webhook of a subject that is to be told of such events.

    Call it within the transaction of what happened: both are stored or neither. ``happened`` has what describes each
    event, which may find that there is nothing to tell; it is asked only where a webhook is to be told. One query where
    there are no webhooks. What is stored is sent after the commit.
    """
    hooks = list(Webhook.objects.filter(subject_kind=kind, subject_key=key, is_enabled=True))
    found = subject_kind_named(kind)
    if not hooks or found is None:
        return
    managers = set(found.managers(key))
    news: dict[str, list[WebhookNews]] = {}
    for hook in hooks:
        if hook.made_by_id not in managers:
            webhook_stop(hook, NO_MANAGER)
            continue
        wanted = [event for event in happened if event in hook.events]
        news |= {event: list(happened[event]()) for event in wanted if event not in news}
        if wanted:
            deliveries_add(hook, [webhook_news for event in wanted for webhook_news in news[event]])


def deliveries_add(hook: Webhook, news: Iterable[WebhookNews]) -> list[WebhookDelivery]:
    """Store deliveries of a webhook, as far as there is room, and let a worker know after the commit."""
    now = timezone.now()
    waiting = hook.deliveries.filter(state=DeliveryState.WAITING).count()
    recent = hook.deliveries.filter(made_at__gt=now - timedelta(hours=1)).count()
    room = min(MAX_WAITING - waiting, MAX_AN_HOUR - recent)
    rows = [
        WebhookDelivery(
            webhook=hook,
            key=f"msg_{secrets.token_urlsafe(_KEY_BYTES)}",
            event=webhook_news.type,
            body=body_of(webhook_news, hook.format, hook.site, now),
            made_at=now,
            next_try_at=now,
        )
        for webhook_news in news
    ][: max(0, room)]
    if rows:
        WebhookDelivery.objects.bulk_create(rows)
        transaction.on_commit(sending_begin, robust=True)
    return rows


def sending_begin() -> None:
    """Begin a job that sends what is due, unless one waits already. What is missed here, the schedule finds."""
    kind = kind_named(DELIVER)
    if kind and not Job.objects.filter(kind=DELIVER, state=JobState.WAITING).exists():
        begin_job(kind=kind, title=kind.label, arguments={}, by=None)


@transaction.atomic
def webhook_stop(hook: Webhook, reason: str = "") -> None:
    """Switch a webhook off, with the reason if it was not a person; what waits is given up."""
    hook.is_enabled, hook.stopped_for, hook.version = False, reason, hook.version + 1
    hook.save(update_fields=["is_enabled", "stopped_for", "version"])
    waiting = hook.deliveries.filter(state=DeliveryState.WAITING)
    waiting.filter(tries=0).update(reason="The webhook was switched off.")
    waiting.update(state=DeliveryState.GIVEN_UP, body="", claimed_until=None)

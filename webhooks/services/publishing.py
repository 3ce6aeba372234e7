"""Deliveries: higher apps ``publish`` events; due deliveries are taken, tried, retried, or stopped.

The times follow the Standard Webhooks: tries at growing distances for three days, and an address that answers to
nothing for five is switched off.
"""

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from common.refusal import Refusal
from jobs.models import Job, JobState
from jobs.services.jobs import kind_named
from jobs.tasks import begin_job
from webhooks.models import MAX_REASON, DeliveryState, Webhook, WebhookDelivery
from webhooks.selectors.webhooks import subject_kind_named, subject_kinds
from webhooks.services.messages import BOX, WebhookNews, body_of, old_secrets_forget, signed_headers
from webhooks.services.sending import SECONDS, SendingOutcome, WebhookTarget, webhook_target

DELIVER = "webhooks.deliver"
"""The kind of job that sends due deliveries."""
MAX_WAITING = 500
"""The most waiting deliveries of one webhook; further events are not sent to it."""
MAX_AN_HOUR = 240
"""Deliveries that one webhook gets within an hour, so that no one floods an address by it."""
NO_MANAGER = "The account that added it no longer manages the campaign or battle."
_KEY_BYTES = 18

Describe = Callable[[], Iterable[WebhookNews]]
"""Describes an event for its receivers."""


def publish(kind: str, key: str, happened: Mapping[str, Describe]) -> None:
    """Store deliveries of events for every webhook of a subject that subscribes to them.

    Call it within the transaction of the event: both are stored or neither. ``happened`` has a function that describes
    each event, which may return nothing; it is called only if a webhook subscribes. One query if there are no webhooks.
    The stored deliveries are sent after the commit.
    """
    hooks = list(Webhook.objects.filter(subject_kind=kind, subject_key=key, is_enabled=True))
    subject_kind = subject_kind_named(kind)
    if not hooks or subject_kind is None:
        return
    managers = set(subject_kind.managers(key))
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
    """Store deliveries of a webhook, as far as there is room, and notify a worker after the commit."""
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
    """Start a job that sends due deliveries, unless one is waiting already. The schedule finds any that it misses."""
    kind = kind_named(DELIVER)
    if kind and not Job.objects.filter(kind=DELIVER, state=JobState.WAITING).exists():
        begin_job(kind=kind, title=kind.label, arguments={}, by=None)


@transaction.atomic
def webhook_stop(hook: Webhook, reason: str = "") -> None:
    """Turn a webhook off, with the reason if it was not a person; waiting deliveries are dropped."""
    hook.is_enabled, hook.stopped_for, hook.version = False, reason, hook.version + 1
    hook.save(update_fields=["is_enabled", "stopped_for", "version"])
    waiting = hook.deliveries.filter(state=DeliveryState.WAITING)
    waiting.filter(tries=0).update(reason="The webhook was switched off.")
    waiting.update(state=DeliveryState.GIVEN_UP, body="", claimed_until=None)


RETRIES = (
    *(timedelta(minutes=minutes) for minutes in (1, 5, 30)),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
)
"""The delay after each failed attempt; after the last of them, a delivery is given up."""
FAILING_AT_MOST = timedelta(days=5)
"""The time for which a webhook may fail before it is switched off."""
QUIET_AT_MOST = timedelta(hours=1)
"""The maximum pause of a failed address, however often it failed."""
CLAIM = timedelta(seconds=6 * SECONDS)
"""How long a worker holds what it sends; then another one takes over."""
KEPT = timedelta(days=14)
"""The lifetime of deliveries."""
JOBS_KEPT = timedelta(days=1)
"""The lifetime of finished jobs that sent deliveries."""
KEPT_MOST = 1_000
"""The most stored deliveries of one webhook."""
_JITTER = 0.1
_HOLDS_UP = frozenset({429, 502, 503, 504})

DeliveryRequest = tuple[WebhookTarget, dict[str, str], bytes]
"""A message's address, headers and body."""

logger = logging.getLogger(__name__)


def due_deliveries() -> QuerySet[WebhookDelivery]:
    """Return the deliveries that may be sent now."""
    now = timezone.now()
    # A claim that ends far from now was made before the clock was set back.
    free = Q(claimed_until=None) | Q(claimed_until__lt=now) | Q(claimed_until__gt=now + 10 * CLAIM)
    awake = Q(webhook__quiet_until=None) | Q(webhook__quiet_until__lte=now)
    due = WebhookDelivery.objects.filter(state=DeliveryState.WAITING, next_try_at__lte=now, webhook__is_enabled=True)
    return due.filter(free, awake)


@transaction.atomic
def deliveries_claim(*, most: int) -> list[WebhookDelivery]:
    """Claim the oldest due deliveries, one of each webhook, so that no slow address delays the others."""
    firsts = due_deliveries().order_by().values("webhook").annotate(first=Min("pk")).order_by("first")
    keys = list(firsts.values_list("first", flat=True)[:most])
    if not keys:
        return []
    # PostgreSQL skips what another worker is just taking; SQLite lets one transaction write at a time.
    taken = due_deliveries().filter(pk__in=keys).select_for_update(skip_locked=True, of=("self",))
    rows = list(taken.select_related("webhook").order_by("pk"))
    WebhookDelivery.objects.filter(pk__in=[row.pk for row in rows]).update(claimed_until=timezone.now() + CLAIM)
    return rows


def request_of(delivery: WebhookDelivery) -> DeliveryRequest:
    """Return the request of a delivery; raise ``Refusal`` if its address is no longer allowed."""
    hook = delivery.webhook
    try:
        headers = signed_headers(hook, delivery.key, delivery.body, timezone.now())
        address = BOX.decrypt(hook.address)
    except ImproperlyConfigured as fault:
        logger.error("The webhook %s cannot be read: %s", hook.key, fault)
        raise Refusal(
            "This site has lost the key of the webhook. Add the webhook again.", code="webhook.state"
        ) from fault
    return webhook_target(address), headers, delivery.body.encode()


@transaction.atomic
def outcome_store(*, delivery: WebhookDelivery, outcome: SendingOutcome) -> None:
    """Store the result of a try, and decide when to retry, when to give up, and when to turn it off."""
    hook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    row = WebhookDelivery.objects.filter(pk=delivery.pk).first()
    if hook is None or row is None:
        return  # deleted meanwhile
    now = timezone.now()
    row.tries, row.tried_at, row.claimed_until = row.tries + 1, now, None
    row.status, row.reason, row.milliseconds = outcome.status, outcome.reason[:MAX_REASON], outcome.milliseconds
    if outcome.is_delivered:
        row.state = DeliveryState.DELIVERED
        hook.failures, hook.failing_since, hook.quiet_until, hook.gave_up_at = 0, None, None, None
    else:
        _note_failure(hook, row, outcome)
    if row.state != DeliveryState.WAITING:
        row.body = ""
    row.save()
    hook.save(update_fields=["failures", "failing_since", "quiet_until", "gave_up_at"])
    if outcome.is_gone:
        webhook_stop(hook, "The receiver answered 410: it wants no more messages.")
    elif hook.is_enabled and hook.failing_since and now - hook.failing_since >= FAILING_AT_MOST:
        webhook_stop(hook, f"Every try failed for {FAILING_AT_MOST.days} days.")


def _note_failure(hook: Webhook, row: WebhookDelivery, outcome: SendingOutcome) -> None:
    now = timezone.now()
    hook.failures += 1
    hook.failing_since = hook.failing_since or now
    wait = min(RETRIES[min(hook.failures, len(RETRIES)) - 1], QUIET_AT_MOST)
    if outcome.status in _HOLDS_UP:
        wait = max(wait, min(timedelta(seconds=outcome.retry_after), QUIET_AT_MOST))
    hook.quiet_until = now + wait
    if row.state != DeliveryState.WAITING:
        return  # switched off meanwhile
    if row.tries <= len(RETRIES):
        distance = max(RETRIES[row.tries - 1], wait)
        row.next_try_at = now + distance * (1 + _JITTER * secrets.randbelow(1000) / 1000)
    else:
        row.state, hook.gave_up_at = DeliveryState.GIVEN_UP, now


def deliveries_clear() -> int:
    """Delete deliveries that are old or too many, and the webhooks of deleted subjects; return how many.

    Deletes the jobs that sent them sooner than others, since there is one for nearly every event.
    """
    old_secrets_forget()
    sent = Job.objects.filter(kind=DELIVER, state=JobState.DONE)
    sent.filter(finished_at__lt=timezone.now() - JOBS_KEPT).delete()
    for kind in subject_kinds():
        keys = set(Webhook.objects.filter(subject_kind=kind.name).order_by().values_list("subject_key", flat=True))
        subjects_end(kind=kind.name, keys=keys - kind.existing(keys))
    over = WebhookDelivery.objects.exclude(state=DeliveryState.WAITING)
    _, gone = over.filter(made_at__lt=timezone.now() - KEPT).delete()
    number = gone.get(WebhookDelivery._meta.label, 0)
    for hook in Webhook.objects.order_by("pk"):
        last = over.filter(webhook=hook).order_by("-pk").values_list("pk", flat=True)[KEPT_MOST : KEPT_MOST + 1]
        if messages := list(last):
            number += over.filter(webhook=hook, pk__lte=messages[0]).delete()[0]
    return number


@transaction.atomic
def subjects_end(*, kind: str, keys: Sequence[str] | set[str]) -> None:
    """Delete the webhooks of subjects that are deleted, with their waiting deliveries."""
    if keys:
        Webhook.objects.filter(subject_kind=kind, subject_key__in=list(keys)).delete()

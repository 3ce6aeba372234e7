"""Webhooks of a subject, one with its last deliveries, and those that an account added."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from accounts.models import User
from accounts.selectors.archives import archived_json
from accounts.selectors.rooms import ArchivedFile
from webhooks.models import Webhook, WebhookDelivery

LAST = 30
"""Deliveries that the page of a webhook shows."""


def webhooks_of(kind: str, key: str) -> list[Webhook]:
    """Return the webhooks of a subject, the oldest first, with who added them. One query."""
    return list(Webhook.objects.filter(subject_kind=kind, subject_key=key).select_related("made_by"))


def webhooks_made_by(user: User) -> QuerySet[Webhook]:
    """Return the webhooks that an account added."""
    return Webhook.objects.filter(made_by=user).select_related("made_by")


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Return the deliveries of a webhook, the last first."""
    return webhook.deliveries.defer("body")


def failing_webhooks(kind: str, key: str) -> int:
    """Return how many webhooks of a subject need a look: switched off by Muster, or gave something up. One query."""
    return sum(hook.needs_a_look for hook in Webhook.objects.filter(subject_kind=kind, subject_key=key))


def archived_webhooks(user: User) -> Iterator[ArchivedFile]:
    """Yield the webhooks that an account added, for its archive, without secrets. One query."""
    fields = ("subject_kind", "subject_key", "shown", "format", "events", "is_enabled", "stopped_for", "made_at")
    yield "webhooks.json", archived_json(list(webhooks_made_by(user).values(*fields)))

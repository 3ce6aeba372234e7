"""Subjects of webhooks, as the higher apps register them, and the webhooks of one subject."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from accounts.models import Owner, User
from accounts.selectors.rooms import ArchivedFile, archived_json
from webhooks.models import Webhook, WebhookDelivery

LAST = 30
"""Deliveries that the page of a webhook shows."""


def webhooks_of(kind: str, key: str) -> list[Webhook]:
    """Return the webhooks of a subject, the oldest first, with their authors. One query."""
    return list(Webhook.objects.filter(subject_kind=kind, subject_key=key).select_related("made_by"))


def webhooks_made_by(user: User) -> QuerySet[Webhook]:
    """Return the webhooks that an account added."""
    return Webhook.objects.filter(made_by=user).select_related("made_by")


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Return the deliveries of a webhook, the last first."""
    return webhook.deliveries.defer("body")


def failing_webhooks(kind: str, key: str) -> int:
    """Return how many webhooks of a subject need attention: switched off by Muster, or with a delivery given up. One
    query.
    """
    return sum(hook.needs_a_look for hook in Webhook.objects.filter(subject_kind=kind, subject_key=key))


def archived_webhooks(user: User) -> Iterator[ArchivedFile]:
    """Yield the webhooks that an account added, for its archive, without secrets. One query."""
    fields = ("subject_kind", "subject_key", "shown", "format", "events", "is_enabled", "stopped_for", "made_at")
    yield "webhooks.json", archived_json(list(webhooks_made_by(user).values(*fields)))


TEST = "test"
"""The event of a test, which every webhook gets."""


@dataclass(frozen=True, slots=True)
class WebhookEventType:
    """A kind of event for a webhook, with its description for people."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class WebhookSubject:
    """A campaign or battle: its name, its page, whether the requester manages its webhooks, and who does, in words."""

    kind: str
    key: str
    name: str
    path: str
    is_managed: bool
    managed_by: str


@dataclass(frozen=True, slots=True)
class WebhookSubjectKind:
    """A kind of subject: its events, and the scope that a token needs for its webhooks.

    ``find`` returns a subject that an owner may see, ``managers`` the ids of the accounts that manage the webhooks of a
    key, and ``existing`` those of some keys that are there.
    """

    name: str
    noun: str
    scope: str
    route: str
    events: tuple[WebhookEventType, ...]
    find: Callable[[Owner, str], WebhookSubject | None]
    managers: Callable[[str], Collection[int]]
    existing: Callable[[Collection[str]], set[str]]


def subject_kinds() -> tuple[WebhookSubjectKind, ...]:
    """Return the kinds of subjects of all rooms."""
    return tuple(_kinds_by_name().values())


def subject_kind_named(name: str) -> WebhookSubjectKind | None:
    """Return the kind with a name, None if there is none."""
    return _kinds_by_name().get(name)


@cache
def _kinds_by_name() -> dict[str, WebhookSubjectKind]:
    kinds = (import_string(path) for path in settings.WEBHOOK_SUBJECTS)
    return {kind.name: kind for kind in kinds}

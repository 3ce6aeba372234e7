"""What webhooks are about. Upper rooms describe their kinds of subjects; ``settings.WEBHOOK_SUBJECTS`` names them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import Owner

TEST = "test"
"""The event of a test, which every webhook gets."""


@dataclass(frozen=True, slots=True)
class WebhookEventType:
    """A kind of event of which a webhook is told, with what it is for people."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class WebhookSubject:
    """A campaign or battle: its name, its page, whether who asks manages its webhooks, and who does, in words."""

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
    """Return the kind of a name, None where there is none."""
    return _kinds_by_name().get(name)


@cache
def _kinds_by_name() -> dict[str, WebhookSubjectKind]:
    kinds = (import_string(path) for path in settings.WEBHOOK_SUBJECTS)
    return {kind.name: kind for kind in kinds}

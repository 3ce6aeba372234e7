"""The schedule: kinds of jobs that begin by themselves, each once in its time however many processes look."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs.models import ENDED, Job, JobSchedule
from jobs.services.kinds import JobKind, scheduled_kinds

CLOCKS_DIFFER = timedelta(minutes=5)


def kinds_take_due() -> list[JobKind]:
    """Return the kinds whose time has come, and store that they were begun; no other process gets the same ones.

    A kind of which a job is still open waits for it, and one that is not wanted is asked again the next time. Two
    queries where nothing is due, beside those of kinds that look whether they are wanted.
    """
    now = timezone.now()
    begun = dict(JobSchedule.objects.values_list("kind", "begun_at"))
    due = [kind for kind in scheduled_kinds() if _is_due(kind, begun.get(kind.name), now) and _is_wanted(kind)]
    open_kinds = set(Job.objects.exclude(state__in=ENDED).order_by().values_list("kind", flat=True)) if due else set()
    return [kind for kind in due if kind.name not in open_kinds and _take(kind.name, begun.get(kind.name), now)]


def _is_due(kind: JobKind, begun_at: datetime | None, now: datetime) -> bool:
    # One that was begun far in the future was begun before the clock was set back.
    return kind.every is not None and (begun_at is None or not now - kind.every < begun_at <= now + CLOCKS_DIFFER)


def _is_wanted(kind: JobKind) -> bool:
    return kind.is_wanted is None or kind.is_wanted()


def _take(name: str, seen: datetime | None, now: datetime) -> bool:
    """Return True if this process is the first that stores that a kind is begun."""
    if seen is not None:
        return bool(JobSchedule.objects.filter(kind=name, begun_at=seen).update(begun_at=now))
    try:
        with transaction.atomic():
            JobSchedule.objects.create(kind=name, begun_at=now)
    except IntegrityError:
        return False
    return True

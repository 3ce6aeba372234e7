"""Jobs for those who want them: begun by people or by the schedule, canceled, tried again, cleared away when old."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from jobs.models import ENDED, Job, JobSchedule, JobState
from jobs.services.runs import JobKind, scheduled_kinds


@transaction.atomic
def job_create(*, kind: JobKind, title: str, arguments: dict[str, Any], by: User | None) -> Job:
    """Add a job that waits for a worker."""
    return Job.objects.create(kind=kind.name, title=title[:300], arguments=arguments, made_by=by)


@transaction.atomic
def job_cancel(*, job: Job) -> None:
    """Cancel a job: one that waits at once, one that runs as soon as its work looks; raise ``Refusal`` if it ended."""
    open_job = Job.objects.filter(pk=job.pk)
    if open_job.filter(state=JobState.WAITING).update(state=JobState.CANCELED, finished_at=timezone.now()):
        return
    if not open_job.filter(state=JobState.RUNNING).update(is_cancel_wanted=True):
        raise Refusal("This job has ended already; there is nothing to cancel.", code="job.state")


@transaction.atomic
def job_retry(*, job: Job) -> None:
    """Let a failed or canceled job wait again; raise ``Refusal`` for any other. It goes on from where it stopped."""
    ended = Job.objects.filter(pk=job.pk, state__in=(JobState.FAILED, JobState.CANCELED))
    fresh = {"fault": "", "attempts": 0, "waits_since": timezone.now(), "finished_at": None, "is_cancel_wanted": False}
    if not ended.update(state=JobState.WAITING, **fresh):
        raise Refusal("Only a job that failed or was canceled can be tried again.", code="job.state")


@transaction.atomic
def jobs_clear(*, days: int) -> int:
    """Delete the jobs that ended more than so many days ago, with their reports; return how many."""
    old = Job.objects.filter(state__in=ENDED, finished_at__lt=timezone.now() - timedelta(days=days))
    _, by_model = old.delete()
    return by_model.get(Job._meta.label, 0)


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

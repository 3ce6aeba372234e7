"""Jobs for those who want them: made, canceled, tried again, and cleared away when they are old."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from jobs.models import ENDED, Job, JobState
from jobs.services.kinds import JobKind


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

"""Reading jobs: whether anybody is there to do them, and the report of one."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from jobs.models import Job, JobNote, JobState, JobWorker

SEEN_WITHIN = timedelta(seconds=40)
WAITS_LONG = timedelta(seconds=20)


def waiting_note(job: Job) -> str:
    """Return a sentence if a job waits and no worker is there to take it, else ""."""
    if job.state != JobState.WAITING or settings.JOBS_AT_ONCE:
        return ""
    if JobWorker.objects.filter(seen_at__gte=timezone.now() - SEEN_WITHIN).exists():
        return ""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        if timezone.now() - job.waits_since < WAITS_LONG:
            return ""
        return "No worker has taken this job yet. See that a Celery worker runs."
    return (
        "No process is running jobs, so this one waits. “make run” starts one beside the site; "
        "otherwise start “manage.py run_jobs”."
    )


def notes_of(job: Job) -> QuerySet[JobNote]:
    """Return the lines of a job's report that have something to say, in their order."""
    return job.notes.all()

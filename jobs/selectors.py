"""Reading jobs: whether anybody is there to do them, and the report of one."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.selectors.rooms import ArchivedFile, archived_json
from jobs.models import Job, JobNote, JobState, JobWorker

SEEN_WITHIN = timedelta(seconds=40)
WAITS_LONG = timedelta(seconds=20)
LEFT_ALONE = timedelta(minutes=2)


def waiting_note(job: Job) -> str:
    """Return a sentence if a job waits and no worker is there to take it, else ""."""
    if job.state != JobState.WAITING or settings.JOBS_AT_ONCE:
        return ""
    if JobWorker.objects.filter(seen_at__gte=timezone.now() - SEEN_WITHIN).exists():
        return ""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        if timezone.now() - job.waits_since < WAITS_LONG:
            return ""
        return "No worker has taken this job yet. Check that a Celery worker is running."
    return (
        "No process is running jobs, so this one waits. “make run” starts one with the site; "
        "otherwise start “manage.py run_jobs”."
    )


def latest_job(kind: str, *, state: str = "", **arguments: int | str) -> Job | None:
    """Return the last job of a kind that was begun with these arguments. One query."""
    jobs = Job.objects.filter(kind=kind, **{f"arguments__{name}": value for name, value in arguments.items()})
    return (jobs.filter(state=state) if state else jobs).order_by("-pk").first()


def jobs_left_alone(most: int = 100) -> list[int]:
    """Return the oldest jobs that no one took for minutes, or whose worker was lost minutes ago."""
    past = timezone.now() - LEFT_ALONE
    waiting = Q(state=JobState.WAITING, waits_since__lt=past)
    lost = Q(state=JobState.RUNNING, lease_until__lt=past)
    return list(Job.objects.filter(waiting | lost).order_by("pk").values_list("pk", flat=True)[:most])


def archived_jobs(user: User) -> Iterator[ArchivedFile]:
    """Yield the jobs that a person began, for their archive. One query."""
    rows = Job.objects.filter(made_by=user).order_by("pk")
    fields = ("title", "kind", "state", "made_at", "finished_at", "fault")
    yield "jobs.json", archived_json(list(rows.values(*fields)))


def notes_of(job: Job) -> QuerySet[JobNote]:
    """Return the non-empty lines of a job's report, in order."""
    return job.notes.all()

"""Jobs on their way to a worker: Celery's if there is a broker, otherwise the process of ``manage.py run_jobs``."""

import logging
from functools import partial
from typing import Any

from celery import Task, shared_task
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError as BrokerError

from accounts.models import User
from jobs.models import Job, JobState
from jobs.selectors import jobs_left_alone
from jobs.services.jobs import JobKind, job_create, job_retry, kinds_take_due
from jobs.services.workers import LEASE, beating, job_claim, job_run, worker_name

HOURS_AT_MOST = 2

logger = logging.getLogger(__name__)


def begin_job(*, kind: JobKind, title: str, arguments: dict[str, Any], by: User | None) -> Job:
    """Add a job and let a worker know."""
    job = job_create(kind=kind, title=title, arguments=arguments, by=by)
    _send(job)
    return job


def retry_job(*, job: Job) -> None:
    """Retry a failed or canceled job; raise ``Refusal`` for any other."""
    job_retry(job=job)
    _send(job)


def begin_due_jobs() -> list[Job]:
    """Begin every due job; resend those that have waited long, since a broker may have lost them."""
    begun = [begin_job(kind=kind, title=kind.label, arguments={}, by=None) for kind in kinds_take_due()]
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        for pk in jobs_left_alone():
            do_job.delay(pk)
    return begun


@shared_task(ignore_result=True)
def keep_schedule() -> None:
    """Start everything that is due: Celery's beat calls this once a minute."""
    begin_due_jobs()


@shared_task(
    bind=True, max_retries=None, time_limit=HOURS_AT_MOST * 3600, reject_on_worker_lost=True, ignore_result=True
)
def do_job(self: Task, pk: int) -> None:
    """Do a job on a Celery worker; come back later if another worker holds it and may yet die."""
    name = worker_name()
    with beating(name):
        if job := job_claim(worker=name, pk=pk):
            job_run(job=job)
    if Job.objects.filter(pk=pk, state=JobState.RUNNING).exists():
        raise self.retry(countdown=LEASE.total_seconds())


def _send(job: Job) -> None:
    if settings.JOBS_AT_ONCE:
        if claimed := job_claim(worker=worker_name(), pk=job.pk):
            job_run(job=claimed)
    elif not settings.CELERY_TASK_ALWAYS_EAGER:
        transaction.on_commit(partial(_deliver, job.pk))


def _deliver(pk: int) -> None:
    """Notify Celery's workers of a job. While the broker is away, it waits in the database, where nothing is lost."""
    try:
        do_job.delay(pk)
    except (BrokerError, OSError) as fault:
        logger.warning("Job %s waits for the broker: %s", pk, fault)

"""Workers: they take jobs, hold each with a lease that they renew, and do the work."""

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.files import is_disk_full
from common.refusal import Refusal
from jobs.models import Job, JobState, JobWorker
from jobs.services.jobs import JobCanceled, JobRun, LeaseLost, WorkerStopping, kind_named

LEASE = timedelta(seconds=45)
FAR_OFF = 10 * LEASE
BEAT_SECONDS = 10
POLL_SECONDS = 1
SCHEDULE_SECONDS = 60.0
MAX_ATTEMPTS = 3

DISK_FULL = "The disk of this site is full. Nothing was stored; retry the job when there is space."
BROKEN = "Something went wrong that is not the file’s fault. The worker’s log has the details."

logger = logging.getLogger(__name__)


def worker_name() -> str:
    """Return a name that no other worker has."""
    return f"{socket.gethostname()[:60]}-{os.getpid()}-{secrets.token_hex(4)}"


def job_claim(*, worker: str, pk: int | None = None) -> Job | None:
    """Take the oldest job that waits or has lost its worker, or only the one with a key; None if there is none.

    A job that too many workers have lost fails here.
    """
    free = _free_jobs(pk)
    while free.exists():  # without a transaction, which would lock a SQLite file at every look
        with transaction.atomic():
            # PostgreSQL skips what another worker is just taking; SQLite lets one transaction write at a time.
            job = free.select_for_update(skip_locked=True).order_by("pk").first()
            if job is None:
                return None
            if reason := _reason_to_give_up(job):
                _give_up(job, reason)
                continue
            job.state, job.worker, job.lease_until = JobState.RUNNING, worker, timezone.now() + LEASE
            job.started_at = job.started_at or timezone.now()
            job.attempts += 1
            job.save(update_fields=["state", "worker", "lease_until", "started_at", "attempts"])
            return job
    return None


def job_run(*, job: Job, is_stopping: Callable[[], bool] = lambda: False) -> None:
    """Do the work of a job that this worker holds, and store how it ended."""
    run, kind = JobRun(job, is_stopping), kind_named(job.kind)
    try:
        if kind is None:
            raise Refusal(f"This version of Muster does not know jobs of the kind “{job.kind}”.", code="job.invalid")
        run.look()
        if kind.is_atomic:
            with transaction.atomic():
                kind.work(run)
                run.finish(JobState.DONE, finished_at=timezone.now())
        else:
            kind.work(run)
            run.finish(JobState.DONE, finished_at=timezone.now())
    except LeaseLost:
        logger.warning("Job %s (%s) was taken by another worker; this one leaves it.", job.pk, job.kind)
    except WorkerStopping:
        _close(run, JobState.WAITING, attempts=max(0, job.attempts - 1))
    except JobCanceled:
        _close(run, JobState.CANCELED, finished_at=timezone.now())
    except Refusal as refusal:
        _close(run, JobState.FAILED, finished_at=timezone.now(), fault=refusal.message)
    except OperationalError as fault:
        # The database was away or locked for long: nothing is wrong with the job.
        logger.warning("Job %s (%s) lost its database: %s", job.pk, job.kind, fault)
        connection.close()
        sentence = "The database did not answer. Retry the job when it does."
        _close(run, JobState.FAILED if job.attempts >= MAX_ATTEMPTS else JobState.WAITING, fault=sentence)
    except Exception as fault:
        logger.exception("Job %s (%s) failed", job.pk, job.kind)
        sentence = DISK_FULL if is_disk_full(fault) else BROKEN
        _close(run, JobState.FAILED, finished_at=timezone.now(), fault=sentence)


def jobs_serve(
    *,
    is_stopping: threading.Event,
    is_orphaned: Callable[[], bool] = lambda: False,
    keep_schedule: Callable[[], object] = lambda: None,
) -> None:
    """Do jobs until told to stop, between jobs or within one. ``keep_schedule`` is called once a minute."""
    name = worker_name()
    looked = -SCHEDULE_SECONDS

    def stops() -> bool:
        return is_stopping.is_set() or is_orphaned()

    with beating(name):
        while not stops():
            try:
                if time.monotonic() - looked >= SCHEDULE_SECONDS:
                    looked = time.monotonic()
                    keep_schedule()
                job = job_claim(worker=name)
            except DatabaseError as fault:
                logger.warning("Jobs cannot be looked at just now: %s", fault)
                connection.close()  # the database may have been started anew: the next look connects again
                job = None
            if job:
                _run_and_go_on(job, stops)
            else:
                is_stopping.wait(POLL_SECONDS)


def _run_and_go_on(job: Job, is_stopping: Callable[[], bool]) -> None:
    """Do a job; if the database becomes unavailable, leave it to its lease."""
    try:
        job_run(job=job, is_stopping=is_stopping)
    except DatabaseError as fault:
        logger.warning("Job %s (%s) lost its database and goes on later: %s", job.pk, job.kind, fault)
        connection.close()


@contextmanager
def beating(worker: str) -> Iterator[None]:
    """Show that a worker is there, and renew its leases, from a thread of its own."""
    over = threading.Event()

    def beat_until_over() -> None:
        try:
            while not over.wait(BEAT_SECONDS):
                _try_to_beat(worker)
        finally:
            connection.close()

    thread = threading.Thread(target=beat_until_over, name="job-heartbeat", daemon=True)
    _try_to_beat(worker)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(BEAT_SECONDS)
        with suppress(DatabaseError):  # one that is not there any more is forgotten by the others
            JobWorker.objects.filter(name=worker).delete()


def worker_beat(*, worker: str) -> None:
    """Store that a worker is there, and renew the leases of its jobs; forget workers that were not seen for long."""
    now = timezone.now()
    JobWorker.objects.update_or_create(name=worker, defaults={"seen_at": now})
    JobWorker.objects.filter(seen_at__lt=now - 20 * LEASE).delete()
    Job.objects.filter(worker=worker, state=JobState.RUNNING).update(lease_until=now + LEASE)


def _try_to_beat(worker: str) -> None:
    try:
        worker_beat(worker=worker)
    except DatabaseError as fault:  # a long write of another holds the file: the next beat comes soon
        logger.warning("The heartbeat of worker %s was not stored: %s", worker, fault)
        connection.close()


def _free_jobs(pk: int | None) -> QuerySet[Job]:
    # A lease that ends far from now was made before the clock was set back: who lives has renewed its own.
    now = timezone.now()
    is_over = Q(lease_until__lt=now) | Q(lease_until__gt=now + FAR_OFF)
    lost = is_over & Q(state=JobState.RUNNING)
    free = Job.objects.filter(Q(state=JobState.WAITING) | lost)
    return free if pk is None else free.filter(pk=pk)


def _reason_to_give_up(job: Job) -> str:
    """Return why a job is not restarted, "" if it may be."""
    if job.state == JobState.WAITING:
        return ""
    if job.attempts >= MAX_ATTEMPTS:
        return f"{MAX_ATTEMPTS} workers began this job and stopped before the end. Their logs say why."
    return ""


def _give_up(job: Job, reason: str) -> None:
    job.state, job.fault, job.finished_at = JobState.FAILED, reason, timezone.now()
    job.worker, job.lease_until = "", None
    job.save(update_fields=["state", "fault", "finished_at", "worker", "lease_until"])


def _close(run: JobRun, state: JobState, **values: Any) -> None:
    try:
        run.finish(state, **values)
    except LeaseLost:
        logger.warning("Job %s (%s) was taken by another worker before its end.", run.job.pk, run.job.kind)

"""Jobs: their kinds, begun by people or by the schedule, the interface for the work, and clearing up."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from jobs.models import ENDED, Job, JobNote, JobSchedule, JobState

SECONDS_BETWEEN_LOOKS = 0.5


class JobInterrupted(Exception):
    """The work of a job ends before its end."""


class JobCanceled(JobInterrupted):
    """A person canceled the job."""


class LeaseLost(JobInterrupted):
    """Another worker holds the job: uncommitted changes are rolled back."""


class WorkerStopping(JobInterrupted):
    """The worker was told to stop; another continues the job."""


class JobRun:
    """A job held by a worker."""

    def __init__(self, job: Job, is_stopping: Callable[[], bool] = lambda: False) -> None:
        self.job = job
        self._is_stopping = is_stopping
        self._looked = 0.0

    def look(self) -> None:
        """Stop here if a person canceled the job or the worker is to end; asks the database twice a second at most."""
        if self._is_stopping():
            raise WorkerStopping
        if time.monotonic() - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._looked = time.monotonic()
            held = Job.objects.filter(pk=self.job.pk, worker=self.job.worker, state=JobState.RUNNING)
            is_cancel_wanted = held.values_list("is_cancel_wanted", flat=True).first()
            if is_cancel_wanted is None:
                raise LeaseLost
            if is_cancel_wanted:
                raise JobCanceled

    def begin_step(self, step: str, total: int | None = None) -> None:
        """Report the present step, and the amount of work, if known."""
        self._write(step=step, total=total)

    @transaction.atomic
    def advance(self, *, done: int, result: dict[str, Any], notes: Iterable[JobNote] = ()) -> None:
        """Store the progress and the results so far.

        Call it in the transaction of the work itself, which it rolls back if the lease is lost.
        """
        JobNote.objects.bulk_create(notes)
        self._write(done=done, result=result)

    def finish(self, state: JobState, **values: Any) -> None:
        """End the job; raise ``LeaseLost`` if another worker holds it."""
        self._write(state=state, worker="", lease_until=None, **values)

    def _write(self, **values: Any) -> None:
        held = Job.objects.filter(pk=self.job.pk, worker=self.job.worker, state=JobState.RUNNING)
        if not held.update(**values):
            raise LeaseLost
        for name, value in values.items():
            setattr(self.job, name, value)


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its work, and who may see, cancel and retry it.

    Jobs of an own kind need no permission: only their starters see them. The work of an atomic kind is committed
    together with its end, so that none of it remains if it fails. One with ``every`` starts automatically once in that
    time, or only if ``is_wanted`` says so. ``outcome_template`` renders ``job.result`` on the page of a job,
    ``address_of`` is the page of the subject of a report line, by its key.
    """

    name: str
    label: str
    work: Callable[[JobRun], None]
    permissions: tuple[str, ...]
    is_atomic: bool = False
    is_own: bool = False
    outcome_template: str = ""
    address_of: Callable[[str], str] | None = None
    every: timedelta | None = None
    is_wanted: Callable[[], bool] | None = None


KINDS: dict[str, JobKind] = {}


def register_kind(kind: JobKind) -> JobKind:
    """Make a kind known to workers and pages."""
    KINDS[kind.name] = kind
    return kind


def kind_named(name: str) -> JobKind | None:
    """Return the kind of a name; None for one of another version of Muster."""
    return KINDS.get(name)


def scheduled_kinds() -> list[JobKind]:
    """Return the kinds that begin by themselves."""
    return [kind for kind in KINDS.values() if kind.every]


def kinds_for(user: User | AbstractBaseUser | AnonymousUser) -> list[JobKind]:
    """Return the kinds of jobs that a person may see, cancel and retry."""
    if not isinstance(user, User) or not user.is_active or not user.is_staff:
        return []
    return [kind for kind in KINDS.values() if not kind.is_own and user.has_perms(kind.permissions)]


def own_kinds() -> list[JobKind]:
    """Return the kinds of jobs that only their starters see."""
    return [kind for kind in KINDS.values() if kind.is_own]


@transaction.atomic
def job_create(*, kind: JobKind, title: str, arguments: dict[str, Any], by: User | None) -> Job:
    """Add a job that waits for a worker."""
    return Job.objects.create(kind=kind.name, title=title[:300], arguments=arguments, made_by=by)


@transaction.atomic
def job_cancel(*, job: Job) -> None:
    """Cancel a job: at once if it waits, at its next check if it runs; raise ``Refusal`` if it has ended."""
    open_job = Job.objects.filter(pk=job.pk)
    if open_job.filter(state=JobState.WAITING).update(state=JobState.CANCELED, finished_at=timezone.now()):
        return
    if not open_job.filter(state=JobState.RUNNING).update(is_cancel_wanted=True):
        raise Refusal("This job has already ended, so there is nothing to cancel.", code="job.state")


@transaction.atomic
def job_retry(*, job: Job) -> None:
    """Let a failed or canceled job wait again; raise ``Refusal`` for any other. It continues where it stopped."""
    ended = Job.objects.filter(pk=job.pk, state__in=(JobState.FAILED, JobState.CANCELED))
    fresh = {"fault": "", "attempts": 0, "waits_since": timezone.now(), "finished_at": None, "is_cancel_wanted": False}
    if not ended.update(state=JobState.WAITING, **fresh):
        raise Refusal("You can retry only a failed or canceled job.", code="job.state")


@transaction.atomic
def jobs_clear(*, days: int) -> int:
    """Delete the jobs that ended more than so many days ago, with their reports; return how many."""
    old = Job.objects.filter(state__in=ENDED, finished_at__lt=timezone.now() - timedelta(days=days))
    _, by_model = old.delete()
    return by_model.get(Job._meta.label, 0)


@transaction.atomic
def jobs_forget(*, kind: JobKind, arguments: dict[str, Any]) -> None:
    """Delete the jobs of a kind with these arguments that are done: a later one of them shows how far the work is."""
    Job.objects.filter(kind=kind.name, arguments=arguments, state=JobState.DONE).delete()


CLOCKS_DIFFER = timedelta(minutes=5)


def kinds_take_due() -> list[JobKind]:
    """Return the due kinds, and store that they were started; no other process gets the same ones.

    A kind with an open job waits for it, and one that is not wanted is checked again the next time. Two queries if
    nothing is due, besides those of ``is_wanted``.
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

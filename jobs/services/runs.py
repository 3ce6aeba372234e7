"""Kinds of jobs, which rooms register in their ``tasks``, and what the work of one may ask and say while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction

from accounts.models import User
from jobs.models import Job, JobNote, JobState

SECONDS_BETWEEN_LOOKS = 0.5


class JobInterrupted(Exception):
    """The work of a job ends before its end."""


class JobCanceled(JobInterrupted):
    """A person canceled the job."""


class LeaseLost(JobInterrupted):
    """Another worker holds the job: what was not committed is taken back."""


class WorkerStopping(JobInterrupted):
    """The worker was told to end; another goes on with the job."""


class JobRun:
    """A job in the hands of the worker that holds it."""

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
        """Say what is done now, and how much of it there is, if that is known."""
        self._write(step=step, total=total)

    @transaction.atomic
    def advance(self, *, done: int, result: dict[str, Any], notes: Iterable[JobNote] = ()) -> None:
        """Store how far the work is and what came of it so far.

        Called in the transaction that writes the work itself, it takes all of it back where the lease is lost.
        """
        JobNote.objects.bulk_create(notes)
        self._write(done=done, result=result)

    def finish(self, state: JobState, **values: Any) -> None:
        """End the job; raise ``LeaseLost`` where another worker holds it."""
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

    Jobs of an own kind need no permission: they are for those alone who began them. The work of an atomic kind is
    committed together with its end, so none of it stays where it fails.
    One with ``every`` begins by itself once in that time, or only while ``is_wanted`` says so. ``outcome_template``
    draws ``job.result`` on the page of a job, ``address_of`` is the page of what a line of the report is about, by its
    key.
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


_kinds: dict[str, JobKind] = {}


def register_kind(kind: JobKind) -> JobKind:
    """Make a kind known to workers and pages."""
    _kinds[kind.name] = kind
    return kind


def kind_named(name: str) -> JobKind | None:
    """Return the kind of a name; None for one of another version of Muster."""
    return _kinds.get(name)


def scheduled_kinds() -> list[JobKind]:
    """Return the kinds that begin by themselves."""
    return [kind for kind in _kinds.values() if kind.every]


def kinds_for(user: User | AbstractBaseUser | AnonymousUser) -> list[JobKind]:
    """Return the kinds whose jobs a person may see, cancel and retry."""
    if not isinstance(user, User) or not user.is_active or not user.is_staff:
        return []
    return [kind for kind in _kinds.values() if not kind.is_own and user.has_perms(kind.permissions)]


def own_kinds() -> list[JobKind]:
    """Return the kinds whose jobs are for those alone who began them."""
    return [kind for kind in _kinds.values() if kind.is_own]

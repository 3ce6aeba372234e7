"""What the work of a job may ask and say while it runs: how far it is, lines of its report, whether to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

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

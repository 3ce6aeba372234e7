"""Long work in slices: a job does some seconds of it, and leaves the rest to one behind those that wait."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from django.db import OperationalError

from jobs.models import Job
from jobs.services.jobs import KINDS, JobCanceled, JobRun, LeaseLost, WorkerStopping, jobs_forget
from rules.errors import RulesError

RowT = TypeVar("RowT")

SLICE_SECONDS = 3.0
"""After how many seconds a job leaves the rest of its work to the next one."""
BROKEN = "Something went wrong. The worker’s log has the details."
CANCELED = "The job was canceled."


@dataclass(frozen=True, slots=True)
class SlicedWork:
    """Work on a row whose key is the argument ``run`` of its jobs.

    ``play`` goes on with it while ``goes_on``, and says if anything is left; ``broke`` keeps what went wrong; ``go_on``
    begins the job that follows.
    """

    play: Callable[..., bool]
    broke: Callable[..., None]
    go_on: Callable[[Job], None]

    def __call__(self, run: JobRun) -> None:
        """Do one slice, and begin a job for the next one."""
        until = monotonic() + SLICE_SECONDS
        pk = run.job.arguments["run"]

        def _goes_on() -> bool:
            run.look()
            return monotonic() < until

        run.begin_step("Playing")
        jobs_forget(kind=KINDS[run.job.kind], arguments=run.job.arguments)
        try:
            is_left = self.play(pk=pk, goes_on=_goes_on)
        except (WorkerStopping, LeaseLost, OperationalError):
            raise  # another job goes on where this one was
        except Exception as fault:
            self.broke(pk=pk, fault=CANCELED if isinstance(fault, JobCanceled) else BROKEN)
            raise
        if is_left:
            self.go_on(run.job)


def play_steps(
    find: Callable[[], RowT | None],
    goes_on: Callable[[], bool],
    step: Callable[[RowT], bool],
    broke: Callable[..., None],
) -> bool:
    """Do the steps of a row until ``find`` finds it no more, a step says no, or ``goes_on`` does.

    Returns True if more are to be done. ``broke`` keeps why a step that raises ``RulesError`` is the last one.
    """
    while (row := find()) is not None:
        if not goes_on():
            return True
        try:
            if not step(row):
                return False
        except RulesError as fault:
            broke(fault=str(fault))
            return False
    return False

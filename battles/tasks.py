"""Long work on battles, as kinds of jobs that do a run in slices: games that the game's own players play for odds."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.db import OperationalError, transaction

from battles.models import BattleAnalysis, BattleOdds, BattleWhatIf
from battles.models.odds import BattleRun, OddsStatus, RunT
from battles.selectors.battles import BattleView, BattleVisitor
from battles.services.analyses import analysis_begin, analysis_play
from battles.services.odds import odds_begin, odds_play, odds_second
from battles.services.runs import players_battle, run_broke, run_continue, run_stop
from battles.services.what_if import what_if_begin, what_if_play
from jobs.models import Job, JobState
from jobs.services.jobs import JobCanceled, JobKind, JobRun, LeaseLost, WorkerStopping, jobs_forget, register_kind
from jobs.tasks import begin_job

SLICE_SECONDS = 3.0
"""After how many seconds a job leaves the rest of its run to one behind those that wait."""
BROKEN = "Something went wrong. The worker’s log has the details."
CANCELED = "The job was canceled."


@dataclass(frozen=True, slots=True)
class SlicedWork:
    """The work of a kind of runs: ``play`` goes on with one while ``goes_on``, and says if anything is left."""

    rows: type[BattleRun]
    play: Callable[..., bool]

    def __call__(self, run: JobRun) -> None:
        """Do one slice of a run, and begin a job for the next one."""
        until = monotonic() + SLICE_SECONDS
        pk = run.job.arguments["run"]

        def _goes_on() -> bool:
            run.look()
            return monotonic() < until

        run.begin_step("Playing")
        jobs_forget(kind=RUNS[self.rows], arguments=run.job.arguments)
        try:
            is_left = self.play(pk=pk, goes_on=_goes_on)
        except (WorkerStopping, LeaseLost, OperationalError):
            raise  # another job goes on where this one was
        except JobCanceled:
            run_broke(kind=self.rows, pk=pk, fault=CANCELED)
            raise
        except Exception:
            run_broke(kind=self.rows, pk=pk, fault=BROKEN)
            raise
        if is_left and (row := self.rows._default_manager.select_related("battle__owner").filter(pk=pk).first()):
            begin_run(row)


def _sliced(rows: type[BattleRun], label: str, play: Callable[..., bool]) -> JobKind:
    kind = JobKind(name=rows.job_kind, label=label, work=SlicedWork(rows, play), permissions=(), is_own=True)
    return register_kind(kind)


RUNS: dict[type[BattleRun], JobKind] = {
    BattleOdds: _sliced(BattleOdds, "Odds of a battle", odds_play),
    BattleAnalysis: _sliced(BattleAnalysis, "Analysis of a battle", analysis_play),
    BattleWhatIf: _sliced(BattleWhatIf, "What if a warband were another one", what_if_play),
}
"""The kinds of jobs that do the runs of each kind."""


def begin_run(row: RunT) -> RunT:
    """Let a worker do a run, from where it is, if anything of it is left and no job waits to do it."""
    waiting = Job.objects.filter(kind=row.job_kind, arguments__run=row.pk, state=JobState.WAITING)
    if row.status == OddsStatus.PLAYING and not waiting.exists():
        begin_job(kind=RUNS[type(row)], title=str(row.battle), arguments={"run": row.pk}, by=row.battle.owner)
    return row


@transaction.atomic
def odds_run(**chosen: Any) -> BattleOdds:
    """Begin the games of a battle, and their job, as ``odds_begin`` does."""
    return begin_run(odds_begin(**chosen))


@transaction.atomic
def second_run(**chosen: Any) -> BattleOdds:
    """Begin a second opinion on a battle, and its job, as ``odds_second`` does."""
    return begin_run(odds_second(**chosen))


@transaction.atomic
def analysis_run(**chosen: Any) -> BattleAnalysis:
    """Begin the analysis of a battle, and its job, as ``analysis_begin`` does."""
    return begin_run(analysis_begin(**chosen))


def what_if_run(**chosen: Any) -> BattleWhatIf:
    """Begin to try versions of a warband, and the job, as ``what_if_begin`` does."""
    return begin_run(what_if_begin(**chosen))


@transaction.atomic
def run_do(kind: type[BattleRun], *, visitor: BattleVisitor, key: str, continues: bool) -> BattleView:
    """Stop a battle's run, or let it go on if it ``continues``. Raises ``Refusal`` if nothing can."""
    view = players_battle(visitor, key)
    if continues:
        begin_run(run_continue(kind, view))
    else:
        run_stop(kind, view)
    return view

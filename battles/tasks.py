"""Long work on battles, as kinds of jobs that do a run in slices: games that the game's own players play for odds."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from battles.models import BattleAnalysis, BattleOdds, BattleWhatIf
from battles.models.odds import BattleRun, OddsStatus, RunT
from battles.selectors.battles import BattleView, BattleVisitor
from battles.services.analyses import analysis_play
from battles.services.odds import odds_play
from battles.services.runs import players_battle, run_broke, run_continue, run_stop
from battles.services.what_if import what_if_play
from jobs.models import Job, JobState
from jobs.services.jobs import JobKind, register_kind
from jobs.services.slices import SlicedWork
from jobs.tasks import begin_job


def _sliced(rows: type[BattleRun], label: str, play: Callable[..., bool]) -> JobKind:
    def _go_on(job: Job) -> None:
        if row := rows._default_manager.select_related("battle__owner").filter(pk=job.arguments["run"]).first():
            run_enqueue(row)

    work = SlicedWork(play, partial(run_broke, kind=rows), _go_on)
    return register_kind(JobKind(name=rows.job_kind, label=label, work=work, permissions=(), is_own=True))


RUNS: dict[type[BattleRun], JobKind] = {
    BattleOdds: _sliced(BattleOdds, "Odds of a battle", odds_play),
    BattleAnalysis: _sliced(BattleAnalysis, "Analysis of a battle", analysis_play),
    BattleWhatIf: _sliced(BattleWhatIf, "What if a warband were another one", what_if_play),
}
"""The kinds of jobs that do the runs of each kind."""


def run_enqueue(row: RunT) -> RunT:
    """Let a worker do a run, from where it is, if anything of it is left and no job waits to do it."""
    waiting = Job.objects.filter(kind=row.job_kind, arguments__run=row.pk, state=JobState.WAITING)
    if row.status == OddsStatus.PLAYING and not waiting.exists():
        begin_job(kind=RUNS[type(row)], title=str(row.battle), arguments={"run": row.pk}, by=row.battle.owner)
    return row


@transaction.atomic
def run_begin(begin: Callable[..., RunT], **chosen: Any) -> RunT:
    """Begin a run by one of the services ``begin``, such as ``odds_begin``, and its job."""
    return run_enqueue(begin(**chosen))


@transaction.atomic
def run_do(kind: type[BattleRun], *, visitor: BattleVisitor, key: str, continues: bool) -> BattleView:
    """Stop a battle's run, or let it go on if it ``continues``. Raises ``Refusal`` if nothing can."""
    view = players_battle(visitor, key)
    if continues:
        run_enqueue(run_continue(kind, view))
    else:
        run_stop(kind, view)
    return view

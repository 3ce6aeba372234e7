"""Long work on battles, as a kind of job: games that the game's own players play for odds."""

from time import monotonic

from django.db import OperationalError

from battles.models import BattleOdds
from battles.models.odds import OddsStatus
from battles.selectors.odds import ODDS_KIND
from battles.services.odds import odds_broke, odds_play
from jobs.services.jobs import JobCanceled, JobKind, JobRun, LeaseLost, WorkerStopping, jobs_forget, register_kind
from jobs.tasks import begin_job

SLICE_SECONDS = 3.0
"""After how many seconds a job leaves the rest of its games to one behind those that wait."""
BROKEN = "Something went wrong. The worker’s log has the details."
CANCELED = "The job was canceled."


def _play(run: JobRun) -> None:
    until = monotonic() + SLICE_SECONDS
    pk = run.job.arguments["odds"]

    def _goes_on() -> bool:
        run.look()
        return monotonic() < until

    run.begin_step("Playing")
    jobs_forget(kind=ODDS, arguments=run.job.arguments)
    try:
        is_left = odds_play(pk=pk, goes_on=_goes_on)
    except (WorkerStopping, LeaseLost, OperationalError):
        raise  # another job goes on with the next pair
    except JobCanceled:
        odds_broke(pk=pk, fault=CANCELED)
        raise
    except Exception:
        odds_broke(pk=pk, fault=BROKEN)
        raise
    if is_left and (odds := BattleOdds.objects.select_related("battle__owner").filter(pk=pk).first()):
        begin_games(odds)


ODDS = register_kind(JobKind(name=ODDS_KIND, label="Odds of a battle", work=_play, permissions=(), is_own=True))


def begin_games(odds: BattleOdds) -> None:
    """Let a worker play the games of a battle, from where they are, if any are left."""
    if odds.status == OddsStatus.PLAYING:
        begin_job(kind=ODDS, title=str(odds.battle), arguments={"odds": odds.pk}, by=odds.battle.owner)

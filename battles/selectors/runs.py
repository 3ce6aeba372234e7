"""Which runs, such as games for odds, are at work: those that a job does or is going to do."""

from django.db.models import QuerySet

from battles.models.odds import BattleRun, OddsStatus, RunT
from jobs.models import ENDED, Job


def _open_jobs(kind: type[BattleRun]) -> QuerySet[Job]:
    return Job.objects.filter(kind=kind.job_kind).exclude(state__in=ENDED).order_by()


def runs_at_work(kind: type[RunT]) -> QuerySet[RunT]:
    """Return the runs of a kind that a job does or is going to. One query, and one to read them."""
    pks = [*_open_jobs(kind).values_list("arguments__run", flat=True)]
    return kind._default_manager.filter(status=OddsStatus.PLAYING, pk__in=pks)


def is_at_work(row: BattleRun) -> bool:
    """Return whether a job does this run or is going to. One query if it says that it is to be done.

    Runs whose job was canceled before it began, or was lost, say so too.
    """
    return row.status == OddsStatus.PLAYING and _open_jobs(type(row)).filter(arguments__run=row.pk).exists()

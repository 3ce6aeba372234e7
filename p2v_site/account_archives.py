"""The archive of an account as a job, for people with much data, and its removal with the account."""

import io
from pathlib import Path

from accounts.models import User
from accounts.selectors.rooms import write_archive
from adventures.models import AdventureEntry
from battles.models import BattleEntry
from campaigns.models import JournalEntry
from campaigns.models.people import ParticipantRole
from common.refusal import Refusal
from compendium.services.uploads import prints_forget, upload_keep, upload_path
from gambling.models import GamblingEntry
from jobs.models import Job, JobState
from jobs.services.jobs import JobRun, kind_named
from jobs.tasks import begin_job
from warbands.models import Step

ARCHIVE_KIND = "account.archive"
MANY_ROWS = 1_500
"""Steps of warbands and entries of logs; with more of them, an archive takes longer than a page may."""


def is_archived_at_once(user: User) -> bool:
    """Return True if the archive of an account is made while its owner waits. Five queries."""
    journals = JournalEntry.objects.filter(
        campaign__participants__user=user, campaign__participants__role=ParticipantRole.ORGANIZER
    )
    logs = BattleEntry.objects.filter(battle__owner=user)
    adventures = AdventureEntry.objects.filter(adventure__owner=user)
    tables = GamblingEntry.objects.filter(table__owner=user)
    steps = Step.objects.filter(warband__owner=user)
    return sum(rows.count() for rows in (steps, logs, adventures, tables, journals)) <= MANY_ROWS


def archive_job_of(user: User) -> Job | None:
    """Return the newest job for the archive of an account, None if there is none. One query."""
    return Job.objects.filter(made_by=user, kind=ARCHIVE_KIND).first()


def begin_archive(user: User) -> Job:
    """Begin the job for the archive of an account; raise ``Refusal`` if there is one."""
    newest = archive_job_of(user)
    if newest and not newest.has_ended:
        raise Refusal("Muster is already making your archive. Come back in a few minutes.", code="account.state")
    kind = kind_named(ARCHIVE_KIND)
    assert kind is not None
    return begin_job(kind=kind, title="An account’s archive", arguments={"user": user.pk}, by=user)


def archive_path(job: Job) -> Path | None:
    """Return the path of a job's archive, None if it is not made yet or was removed."""
    if job.state != JobState.DONE:
        return None
    try:
        return upload_path(str(job.result.get("file", "")))
    except FileNotFoundError:
        return None


def make_archive(run: JobRun) -> None:
    """Make the archive of a job’s account and store it as a file."""
    user = User.objects.filter(pk=run.job.arguments["user"], is_active=True).first()
    if user is None:
        raise Refusal("This account no longer exists.", code="account.gone")
    run.begin_step("Archive")
    file = io.BytesIO()
    write_archive(user, file, run.look)
    run.advance(done=1, result={"file": upload_keep(file.getvalue()), "bytes": file.tell()})


def archives_forget(*, user: User) -> None:
    """Remove the archives and the prints of an account, and the jobs that made them."""
    jobs = Job.objects.filter(made_by=user, kind=ARCHIVE_KIND)
    for job in jobs:
        if path := archive_path(job):
            path.unlink(missing_ok=True)
    jobs.delete()
    prints_forget(user=user)

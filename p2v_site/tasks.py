"""Jobs of the whole site: removing expired data, verifying stored data, making archives."""

from datetime import timedelta

from accounts.services.answers import answers_clear
from accounts.services.visitors import sessions_clear, visitors_forget
from campaigns.services.reminders import reminders_clear
from compendium.services.uploads import prints_clear, uploads_clear
from jobs.models import JobNote
from jobs.services.jobs import JobKind, JobRun, jobs_clear, register_kind
from p2v_site.account_archives import ARCHIVE_KIND, make_archive
from p2v_site.checking import storage_faults
from warbands.services.warbands import warbands_clear
from webhooks.services.publishing import deliveries_clear

JOBS_KEPT_DAYS = 90
MOST_FAULTS = 1_000
"""Faults that a report names; more of them are counted."""


def _clean_up(run: JobRun) -> None:
    """Remove expired data, one kind after the other; a restart continues with the rest."""
    removed: dict[str, int] = {}
    # Sessions go first: what only they could open goes with them.
    for name, clear in (
        ("sessions", sessions_clear),
        ("belongings of visitors", visitors_forget),
        ("deleted warbands", warbands_clear),
        ("prints", prints_clear),
        ("uploads", uploads_clear),
        ("answers to programs", answers_clear),
        ("messages to webhooks", deliveries_clear),
        ("reminders", reminders_clear),
        ("jobs", lambda: jobs_clear(days=JOBS_KEPT_DAYS)),
    ):
        run.look()
        run.begin_step(f"Removing {name}")
        removed[name] = clear()
        run.advance(done=len(removed), result=removed)


def _check(run: JobRun) -> None:
    """Verify all stored data, and report faults."""
    run.begin_step("Checking campaigns, warbands and battles")
    faults, notes = 0, []
    for fault in storage_faults():
        run.look()
        faults += 1
        if faults <= MOST_FAULTS:
            name = f"{fault.kind} {fault.key}"
            notes.append(
                JobNote(
                    job=run.job, number=faults, outcome="not sound", name=name, key=fault.key, problems=[fault.message]
                )
            )
    run.job.notes.all().delete()  # those of a worker that was lost halfway
    run.advance(done=faults, result={"faults": faults}, notes=notes)


ARCHIVE = register_kind(
    JobKind(name=ARCHIVE_KIND, label="Archive of an account", work=make_archive, permissions=("accounts.view_user",))
)
CLEAN_UP = register_kind(
    JobKind(
        name="site.clean-up",
        label="Removal of expired data",
        work=_clean_up,
        permissions=("jobs.view_job",),
        outcome_template="admin/site/clean_up.html",
        every=timedelta(days=1),
    )
)
CHECK = register_kind(
    JobKind(
        name="site.check",
        label="Check of everything stored",
        work=_check,
        permissions=("jobs.view_job",),
        outcome_template="admin/site/check.html",
        every=timedelta(days=7),
    )
)

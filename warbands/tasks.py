"""Long work on warbands, as kinds of jobs: large prints."""

from dataclasses import asdict
from typing import Any

from accounts.models import User
from common.limits import Asker, asker_keys
from common.refusal import Refusal
from compendium.services.uploads import (
    KEPT_HOURS,
    ROSTER_KIND,
    check_open_prints,
    prints_clear,
    upload_keep,
    upload_path,
)
from jobs.models import Job
from jobs.services.jobs import JobKind, JobRun, register_kind
from jobs.tasks import begin_job
from printing.pdf import DrawingTooLong, background_budget, granted
from rules.roster import Roster, roster_document, roster_from_document
from warbands.selectors.legality import RosterPrint, roster_pdf


def _print(run: JobRun) -> None:
    stated = run.job.arguments
    run.begin_step("Drawing", 1)
    try:
        with granted(background_budget(lambda page: run.look())):
            pdf = roster_pdf(roster_from_document(stated["roster"]), RosterPrint(**stated["wanted"]))
    except DrawingTooLong as fault:
        raise Refusal(fault.sentence, code="print.invalid") from fault
    run.advance(done=1, result={"file": upload_keep(pdf), "bytes": len(pdf), "hours": KEPT_HOURS})


ROSTER_PRINT = register_kind(
    JobKind(name=ROSTER_KIND, label="Print of a warband", work=_print, permissions=(), is_own=True)
)


def begin_print(*, roster: Roster, wanted: RosterPrint, asker: Asker, by: User) -> Job:
    """Add a job that prints a roster; raise ``Refusal`` where who asks has enough prints already."""
    caller, address = asker_keys(asker)
    prints_clear()
    check_open_prints(caller=caller, address=address)
    arguments: dict[str, Any] = {
        "roster": roster_document(roster),
        "wanted": asdict(wanted),
        "caller": caller,
        "address": address,
    }
    title = f"{'Cards' if wanted.kind == 'cards' else 'Roster sheet'} of {roster.name or 'a warband'}"
    return begin_job(kind=ROSTER_PRINT, title=title, arguments=arguments, by=by)


def printed_file(job: Job) -> bytes:
    """Return the print of a job; raise ``Refusal`` while it is not done, and when the file is gone."""
    name = job.result.get("file")
    if not name:
        raise Refusal("This job has not printed anything yet.", code="job.state")
    try:
        return upload_path(name).read_bytes()
    except FileNotFoundError as fault:
        raise Refusal(
            f"The file is no longer stored: Muster keeps it for {KEPT_HOURS} hours.", code="file.gone"
        ) from fault

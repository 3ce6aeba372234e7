"""Long work on the compendium, as kinds of jobs: files looked at and imported, rows imported, the refresh, prints."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from http import HTTPStatus
from importlib import import_module
from io import BytesIO
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.handlers.wsgi import WSGIRequest
from django.db import transaction
from django.http import Http404, HttpResponse
from django.urls import resolve, reverse
from django_htmx.middleware import HtmxDetails

from accounts.models import Owner, User
from common.refusal import Refusal
from compendium.services.builtin import compendium_load
from compendium.services.imports import OUTCOMES, ImportedCard, ImportedFile, ImportListener
from compendium.services.rows import creature_rows_import
from compendium.services.uploads import (
    FILE_KINDS,
    KEEP_DAYS,
    PRINT_KIND,
    FileKind,
    check_open_prints,
    prints_clear,
    upload_keep,
    upload_path,
)
from compendium.services.worth import worth_begin, worth_broke, worth_play
from jobs.models import ENDED, Job, JobNote
from jobs.services.jobs import JobKind, JobRun, register_kind
from jobs.services.slices import SlicedWork
from jobs.tasks import begin_job
from printing.pdf import TOO_LONG, DrawingTooLong, background_budget, granted
from rules.errors import DocumentError

_OUTCOME_WORDS = {"created": "new", "updated": "changed", "unchanged": "as it is", "rejected": "rejected"}
PAGES_BETWEEN_NOTES = 10
"""Pages after which a print says how far it is."""
_FILE_NAME = re.compile(r'filename="([^"]{1,200})"')
_WRITTEN_BY_A_REFRESH = ("creature", "item", "feat", "spell", "glossaryterm")


class JobListener(ImportListener):
    """Stores how far an import is, its counts and its report with the job, in the transaction of the cards."""

    def __init__(self, run: JobRun) -> None:
        self._run = run
        self._counts = Counter[str]({outcome: run.job.result.get(outcome, 0) for outcome in OUTCOMES})

    def read_card(self, number: int) -> None:
        """Stop here if the job was canceled."""
        self._run.look()

    def begin_writing(self, total: int) -> None:
        """Tell how many cards there are."""
        self._run.begin_step("Cards", total)

    def begin_chunk(self) -> None:
        """Stop here if the job was canceled."""
        self._run.look()

    def write_cards(self, cards: Sequence[ImportedCard]) -> None:
        """Count the cards, and keep those with something to say."""
        done = self._run.job.done
        self._counts.update(card.outcome for card in cards)
        notes = [
            JobNote(
                job=self._run.job,
                number=done + place,
                outcome=_OUTCOME_WORDS[card.outcome],
                name=card.name,
                key=card.key,
                changes=list(card.changes),
                problems=[doubt.message for doubt in card.doubts],
            )
            for place, card in enumerate(cards, 1)
            if card.outcome != "unchanged" or card.doubts
        ]
        self._run.advance(done=done + len(cards), result=dict(self._counts), notes=notes)


def _file_work(kind: FileKind, *, dry_run: bool) -> Callable[[JobRun], None]:
    def work(run: JobRun) -> None:
        stated = run.job.arguments
        run.begin_step("Reading the file")
        try:
            path = upload_path(stated["upload"])
            file = ImportedFile(stated["name"], stated["sha256"], stated["style"])
            candidates = kind.read(path, stated["license"], stated["style"])
            importer = kind.importer(stated["source"], file, run.job.made_by)
            importer.run(candidates, JobListener(run), dry_run=dry_run, start=run.job.done)
        except DocumentError as fault:
            raise Refusal(fault.message, code="file.invalid") from fault
        except FileNotFoundError as fault:
            raise Refusal(
                f"The file is no longer stored: Muster keeps it for {KEEP_DAYS} days. Choose it again.",
                code="file.gone",
            ) from fault

    return work


def _file_jobs(verb: str, label: str, *, dry_run: bool) -> dict[str, JobKind]:
    """Return the kinds of jobs that do something with a file, by the kind of file."""
    return {
        kind.key: register_kind(
            JobKind(
                name=f"compendium.{verb}.{kind.key}",
                label=f"{label} of a {kind.label}",
                work=_file_work(kind, dry_run=dry_run),
                permissions=kind.permissions,
                outcome_template=f"admin/compendium/jobs/{verb}.html",
                address_of=None if dry_run else partial(_page_of, kind.model),
            )
        )
        for kind in FILE_KINDS.values()
    }


def _page_of(model: str, key: str) -> str:
    return reverse(f"compendium:{model}", args=[key])


CHECKS = _file_jobs("check", "Check", dry_run=True)
"""The jobs that say what a file would do, by kind of file."""

IMPORTS = _file_jobs("import", "Import", dry_run=False)
"""The jobs that write a file that was looked at, by kind of file."""


def _import_rows(run: JobRun) -> None:
    run.begin_step("Writing the rows")
    try:
        rows: list[dict[str, Any]] = json.loads(upload_path(run.job.arguments["upload"]).read_bytes())
    except FileNotFoundError as fault:
        raise Refusal(
            f"The rows are no longer stored: Muster keeps them for {KEEP_DAYS} days.", code="file.gone"
        ) from fault
    run.job.result = creature_rows_import(rows=rows, by=run.job.made_by)
    run.advance(done=len(rows), result=run.job.result)


def _refresh(run: JobRun) -> None:
    run.begin_step("Loading the built-in compendium")
    report = compendium_load()
    run.advance(done=report.read, result={"read": report.read, **asdict(report)})


# Both write all or nothing, together with the end of the job: begun again, no row without a key comes in twice.
ROWS = register_kind(
    JobKind(
        name="compendium.rows",
        label="Import of rows",
        work=_import_rows,
        permissions=("compendium.add_creature", "compendium.change_creature"),
        is_atomic=True,
        outcome_template="admin/compendium/jobs/rows.html",
    )
)
REFRESH = register_kind(
    JobKind(
        name="compendium.refresh",
        label="Refresh of the built-in compendium",
        work=_refresh,
        permissions=tuple(
            f"compendium.{verb}_{model}" for model in _WRITTEN_BY_A_REFRESH for verb in ("add", "change")
        ),
        is_atomic=True,
        outcome_template="admin/compendium/jobs/refresh.html",
    )
)


def _print(run: JobRun) -> None:
    """Make the file of an address, as its page does for who asked, with a larger budget."""
    run.begin_step("Drawing")

    def _on_page(page: int) -> None:
        run.look()
        if page % PAGES_BETWEEN_NOTES == 1:
            run.advance(done=page - 1, result={})

    answer = _answer_of(run.job, _on_page)
    if answer.status_code != HTTPStatus.OK or answer.headers.get("Content-Type") != "application/pdf":
        raise Refusal("There is nothing left to print there, or you cannot read it.", code="print.gone")
    pdf, named = bytes(answer.content), _FILE_NAME.search(answer.headers.get("Content-Disposition", ""))
    result = {"file": upload_keep(pdf), "bytes": len(pdf), "name": named[1] if named else "print.pdf"}
    Job.objects.filter(pk=run.job.pk).update(arguments={**run.job.arguments, "session": ""})  # needed no more
    run.advance(done=run.job.done, result=result)


def _answer_of(job: Job, on_page: Callable[[int], None]) -> HttpResponse:
    request = _request_of(job)
    match = resolve(request.path_info)
    request.resolver_match = match
    try:
        with granted(background_budget(on_page)):
            answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except DrawingTooLong as fault:
        raise Refusal(fault.sentence, code="print.invalid") from fault
    except (Http404, PermissionDenied):
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    if answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY:
        raise Refusal(TOO_LONG, code="print.invalid")
    return answer


def _request_of(job: Job) -> WSGIRequest:
    """Return the request of a job's file, as the one who asked for it would send it."""
    stated = job.arguments
    path, _, query = stated["path"].partition("?")
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote(path).encode().decode("latin-1"),  # as WSGI has paths
        "QUERY_STRING": query,
        "HTTP_HOST": stated["host"],
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "wsgi.url_scheme": stated["scheme"],
        "wsgi.input": BytesIO(),
    }
    request = WSGIRequest(environ)
    sessions = import_module(settings.SESSION_ENGINE)
    request.session = sessions.SessionStore(stated["session"])
    request.user = job.made_by if job.made_by and job.made_by.is_active else AnonymousUser()
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined] # as the middleware of django-htmx adds it
    return request


PRINT = register_kind(JobKind(name=PRINT_KIND, label="Large print", work=_print, permissions=(), is_own=True))


def begin_page_print(*, path: str, asked_from: dict[str, str], caller: str, address: str, by: User | None) -> Job:
    """Begin the job that makes the file of a path; raise ``Refusal`` where too many are in the making.

    ``asked_from`` has the web session, and the scheme and the host by which links on paper begin.
    """
    prints_clear()
    check_open_prints(caller=caller, address=address)
    arguments = {"path": path, "caller": caller, "address": address, **asked_from}
    return begin_job(kind=PRINT, title="A large print", arguments=arguments, by=by)


def _measure_on(job: Job) -> None:
    begin_job(kind=WORTH, title=job.title, arguments=job.arguments, by=job.made_by)


WORTH = register_kind(
    JobKind(
        name="compendium.worth",
        label="Worth of a creature",
        work=SlicedWork(worth_play, worth_broke, _measure_on),
        permissions=(),
        is_own=True,
    )
)


@transaction.atomic
def worth_run(*, owner: Owner, key: str) -> None:
    """Begin to measure an owner's creature, and the job, as ``worth_begin`` does, if none is open."""
    row = worth_begin(owner=owner, key=key)
    if not Job.objects.filter(kind=WORTH.name, arguments__run=row.pk).exclude(state__in=ENDED).exists():
        begin_job(kind=WORTH, title=str(row.creature), arguments={"run": row.pk}, by=owner.user)

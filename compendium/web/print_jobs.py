"""Prints that take longer than a page may: begun by a form, made as jobs, looked at and fetched by a signed address.

The file of a job is the file of an address, made by the same view for the same person with more time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.signing import BadSignature, Signer
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.web.askers import asker_of
from common.limits import asker_keys
from common.refusal import Refusal
from compendium.services.prints import KEPT_HOURS, PRINT_KIND, is_kept
from compendium.services.uploads import upload_path
from compendium.tasks import begin_page_print
from jobs.models import Job, JobState
from jobs.selectors import waiting_note
from printing.budgets import DrawingTooLong

MARK = "can_print_later"
"""The attribute of a view whose file may also be made as a job."""
MOST_ADDRESS = 8_000
_tickets = Signer(salt="compendium.print")

FileView = Callable[..., HttpResponseBase]


def can_print_later(view: FileView) -> FileView:
    """Let the file of a view also be made as a job; the view answers with a PDF and writes nothing.

    Where it raises ``DrawingTooLong``, the job is offered to the person.
    """

    @wraps(view)
    def _printed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except DrawingTooLong as fault:
            return answer_too_long(request, fault)

    setattr(_printed, MARK, True)
    return _printed


def answer_too_long(request: HttpRequest, fault: DrawingTooLong) -> HttpResponse:
    """Answer who asks for a file that takes too long; offer to make it in the background where that helps."""
    later = request.get_full_path() if fault.can_wait else ""
    return render(request, "compendium/print_too_long.html", {"refusal": fault.sentence, "later": later}, status=422)


@require_POST
def later(request: HttpRequest) -> HttpResponse:
    """Begin a print, and lead to where it will be."""
    path = _same_site(request.POST.get("address", ""))
    try:
        match = resolve(path.partition("?")[0])
    except Resolver404:
        match = None
    if match is None or not getattr(match.func, MARK, False):
        raise Http404("There is no such file to print.")
    asker = asker_of(request)
    caller, address = asker_keys(asker)
    asked_from = {
        "session": request.session.session_key or "",
        "scheme": request.scheme or "http",
        "host": request.get_host(),
        "back": _same_site(request.POST.get("back", "")),
    }
    by = request.user if isinstance(request.user, User) else None
    try:
        job = begin_page_print(path=path, asked_from=asked_from, caller=caller, address=address, by=by)
    except Refusal as refusal:
        context = {"refusal": refusal.message, "later": path, "back": asked_from["back"]}
        return render(request, "compendium/print_too_long.html", context, status=429)
    return redirect("compendium:print-making", ticket_of(job))


@never_cache
@require_safe
def making(request: HttpRequest, ticket: str) -> HttpResponse:
    """Show how far a print is, and where its file is. Two queries at most."""
    job = _job_or_404(ticket)
    context = {
        "job": job,
        "ticket": ticket,
        "is_made": job.state == JobState.DONE,
        "is_open": not job.has_ended,
        "waiting_note": waiting_note(job),
        "kept_hours": KEPT_HOURS,
        "back": job.arguments.get("back", ""),
    }
    return render(request, "compendium/print_making.html", context)


@never_cache
@require_safe
def made_file(request: HttpRequest, ticket: str) -> HttpResponseBase:
    """Answer with the file of a print."""
    job = _job_or_404(ticket)
    try:
        path = upload_path(str(job.result.get("file", "")))
    except FileNotFoundError as fault:
        raise Http404("This print is not made yet, or was removed.") from fault
    return FileResponse(path.open("rb"), filename=job.result["name"], content_type="application/pdf")


def ticket_of(job: Job) -> str:
    """Return what the address of a print has, and no one can guess."""
    return _tickets.sign(str(job.pk))


def _job_or_404(ticket: str) -> Job:
    try:
        pk = int(_tickets.unsign(ticket))
    except (BadSignature, ValueError) as fault:
        raise Http404("There is no such print.") from fault
    job = Job.objects.filter(pk=pk, kind=PRINT_KIND).first()
    if job is None or not is_kept(job):
        raise Http404("There is no such print; prints are kept for a day.")
    return job


def _same_site(address: str) -> str:
    """Return an address of this site, "" for any other."""
    is_ours = address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
    return address if is_ours and len(address) <= MOST_ADDRESS else ""

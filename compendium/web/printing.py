"""Options of prints, the preview of a page, and long prints.

The address has the choices: a page requested with choices stores them in a cookie, and one without reads them from
there. A file's address contains its options. A form starts a long print as a job, whose file has a signed address.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import Any, Final, cast

from django.core.signing import BadSignature, Signer
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import replace_url

from accounts.models import User
from accounts.web.visitors import asker_of
from common.caches import text_length
from common.limits import asker_keys
from common.refusal import Refusal
from common.web import cookies
from common.web.address import Address, is_partial
from compendium.services.uploads import KEPT_HOURS, PRINT_KIND, is_kept, upload_path
from compendium.tasks import begin_page_print
from jobs.models import Job, JobState
from jobs.selectors import waiting_note
from printing.canvas import Canvas, PageSize, Paper
from printing.cards.sheets import CardPaper
from printing.pdf import DrawingTooLong, bounded, check_letters
from printing.svg import SvgCanvas

Ticks = tuple[str, ...]

SHEET: Final = ("landscape", "low_ink")
"""The checkboxes for sheets."""
CARDS: Final = ("low_ink", "backs", "bleed")
"""The checkboxes for cards."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The options of a print.

    ``single`` is one card per page; with ``items``, members' items are included, with ``gambits``, those of creatures.
    """

    paper: Paper = "a4"
    single: bool = False
    landscape: bool = False
    low_ink: bool = False
    backs: bool = False
    bleed: bool = False
    items: bool = False
    gambits: bool = False

    @property
    def card_paper(self) -> CardPaper:
        """The papers for cards."""
        return "card" if self.single else self.paper

    def paper_of(self, ticks: Ticks) -> CardPaper:
        """Return the paper for these ``ticks``."""
        return self.card_paper if _are_of_cards(ticks) else self.paper

    def pairs(self, ticks: Ticks) -> list[tuple[str, str]]:
        """Return the options as parameters of an address: the paper and those of ``ticks`` that are chosen."""
        return [("paper", self.paper_of(ticks)), *((name, "1") for name in ticks if getattr(self, name))]


def check_text(printed: Iterable[tuple[object, int]], cure: str) -> None:
    """Raise ``DrawingTooLong`` if a file would have too much text; ``printed`` are the objects and their numbers."""
    check_letters(sum(text_length(drawn) * number for drawn, number in printed), cure)


def options_from_query(query: QueryDict, ticks: Ticks, before: PrintOptions | None = None) -> PrintOptions:
    """Return the options that a query names, of which ``ticks`` are available.

    A query that names any option names all of them. One that names none keeps those of ``before``, and options that are
    not available here do not change; without ``before``, all are at their defaults.
    """
    options = before or PrintOptions()
    if "paper" not in query and not any(name in query for name in ticks):
        return options
    ticked: dict[str, Any] = {name: query.get(name) == "1" for name in ticks}
    options = replace(options, **ticked)
    paper = query.get("paper")
    if _are_of_cards(ticks):
        options = replace(options, single=paper == "card")
    if paper in ("a4", "letter"):
        return replace(options, paper=cast(Paper, paper))
    return options


def options_from_cookie(request: HttpRequest) -> PrintOptions:
    """Return the visitor's last choices; a foreign cookie counts as empty."""
    paper, *ticked = request.COOKIES.get(cookies.PRINT.name, "").split(".")
    if paper not in ("a4", "letter") or not set(ticked) <= set(_TICKS) or len(set(ticked)) < len(ticked):
        return PrintOptions()
    return PrintOptions(cast(Paper, paper), **dict.fromkeys(ticked, True))


def keep_options(request: HttpRequest, response: HttpResponse, options: PrintOptions) -> None:
    """Store the choices with the visitor, unless they are already stored."""
    if options != options_from_cookie(request):
        ticked = (name for name in _TICKS if getattr(options, name))
        cookies.remember(response, cookies.PRINT, ".".join((options.paper, *ticked)))


_TICKS = tuple(field.name for field in fields(PrintOptions) if field.name != "paper")


@dataclass(frozen=True, slots=True)
class Preview:
    """The picture of one page of ``pages``; ``before`` and ``after`` are the addresses of its neighbors, else ""."""

    picture: SafeString
    page: int
    pages: int
    before: str
    after: str


def preview(address: Address, size: PageSize, draw: Callable[[Canvas], None], *, low_ink: bool) -> Preview:
    """Draw the requested page, or the nearest one; raise ``DrawingTooLong``.

    ``draw`` lays out everything, so that the pages are counted; it is called again if there is no such page.
    """
    draw = bounded(draw)
    number = max(1, address.page_number)
    canvas = SvgCanvas(size, number, low_ink=low_ink)
    draw(canvas)
    if number > canvas.page:
        number = max(1, canvas.page)
        canvas = SvgCanvas(size, number, low_ink=low_ink)
        draw(canvas)
    pages = canvas.page
    return Preview(
        SafeString(canvas.svg(f"Page {number} of {pages}")),
        number,
        pages,
        str(address.with_page(number - 1)) if number > 1 else "",
        str(address.with_page(number + 1)) if number < pages else "",
    )


def print_page(
    request: HttpRequest,
    template: str,
    *,
    address: Address,
    options: PrintOptions,
    ticks: Ticks,
    pdf: str,
    size: PageSize,
    draw: Callable[[Canvas], None] | None,
    refusal: str = "",
    fault: DrawingTooLong | None = None,
    offered: Ticks = (),
    update: str = "compendium/printed.html",
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Answer with a page to print from, or for HTMX with the part that ``update`` draws.

    ``address`` is the page's own, ``pdf`` that of the file. The page previews the drawing of ``draw``; without it,
    ``refusal`` says why there is none, or ``fault`` why it takes too long. ``template`` extends
    ``compendium/print.html`` and shows what is ``offered``, if that is more than the ``ticks`` of the print. It stores
    the choices of the address.
    """
    shown = None
    if draw and fault is None:
        try:
            asked = address.with_value("page", request.GET.get("page", ""))
            shown = preview(asked, size, draw, low_ink=options.low_ink)
        except DrawingTooLong as found:
            fault = found
    partial = is_partial(request)
    response = render(
        request,
        update if partial else template,
        {
            **context,
            "action": address.path,
            "options": options,
            "paper": options.paper_of(ticks),
            "offered": offered or ticks,
            "preview": shown,
            "pdf": pdf,
            "refusal": fault.sentence if fault else refusal,
            "later": pdf if fault and fault.can_wait else "",
        },
        status=status,
    )
    if partial:
        replace_url(response, str(address.with_page(shown.page if shown else 1)))
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    keep_options(request, response, options)
    return response


def _are_of_cards(ticks: Ticks) -> bool:
    return "backs" in ticks


MARK = "can_print_later"
"""The attribute of a view whose file may also be made by a job."""
MOST_ADDRESS = 8_000
_tickets = Signer(salt="compendium.print")

FileView = Callable[..., HttpResponseBase]


def can_print_later(view: FileView) -> FileView:
    """Let a job make the file of a view; the view answers with a PDF and writes nothing.

    If it raises ``DrawingTooLong``, the job is offered to the person.
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
    """Answer a request for a file that takes too long; offer to make it in the background if that helps."""
    later = request.get_full_path() if fault.can_wait else ""
    return render(request, "compendium/print_too_long.html", {"refusal": fault.sentence, "later": later}, status=422)


@require_POST
def later(request: HttpRequest) -> HttpResponse:
    """Begin a print, and redirect to its page."""
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
    """Show the progress of a print, and a link to its file. Two queries at most."""
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
        raise Http404("This print is not ready yet, or it was removed.") from fault
    return FileResponse(path.open("rb"), filename=job.result["name"], content_type="application/pdf")


def ticket_of(job: Job) -> str:
    """Return the secret part of a print's address."""
    return _tickets.sign(str(job.pk))


def _job_or_404(ticket: str) -> Job:
    try:
        pk = int(_tickets.unsign(ticket))
    except (BadSignature, ValueError) as fault:
        raise Http404("There is no such print.") from fault
    job = Job.objects.filter(pk=pk, kind=PRINT_KIND).first()
    if job is None or not is_kept(job):
        raise Http404("There is no such print. Muster keeps prints for a day.")
    return job


def _same_site(address: str) -> str:
    """Return an address of this site, "" for any other."""
    is_ours = address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
    return address if is_ours and len(address) <= MOST_ADDRESS else ""

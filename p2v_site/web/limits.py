"""Limits by route: how often pages that write or do heavy work answer, and the maximum size of a request.

A body is refused by its declared size, before anything is read. A form fits into
``settings.DATA_UPLOAD_MAX_MEMORY_SIZE``. For file uploads, ``settings.UPLOADS`` allows more; in the admin, only to
people who are signed in there.
"""

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import render
from rest_framework.views import APIView

from accounts.models import SESSION_KEY
from accounts.web.visitors import asker_of
from common.api.errors import error_body
from common.limits import (
    MINUTE,
    WORK_WINDOW,
    Asker,
    WorkLimit,
    add_refusal,
    add_work,
    free_slots,
    is_within_work,
    seconds_to_tomorrow,
    seconds_to_wait,
    take_slots,
    upload_refusal,
)
from common.web.address import details
from common.web.refusals import ANSWER
from p2v_site.addresses import largest_body_of
from rules.text import counted

WRITES: Final = WorkLimit("writes")
PRINTS: Final = WorkLimit("prints", of_reads=True, is_heavy=True)
MATCHUPS: Final = WorkLimit("matchups", of_reads=True, is_heavy=True)
BOXES: Final = WorkLimit("boxes")
IMPORTS: Final = WorkLimit("imports")
CONVERSIONS: Final = WorkLimit("conversions", is_heavy=True)
EXPORTS: Final = WorkLimit("exports", of_reads=True)
SEARCHES: Final = WorkLimit("searches", of_reads=True)
WEBHOOKS: Final = WorkLimit("webhooks")
"""Webhooks that are added, and tests that are sent to them."""
NEWCOMERS: Final = WorkLimit("newcomers")
"""Visitors who make something for the first time."""

LIMITS_OF_ROUTES: Final[Mapping[str, WorkLimit]] = {
    "take-along-pack": SEARCHES,
    "compendium:print-hub": PRINTS,
    "compendium:print": PRINTS,
    "compendium:print-pdf": PRINTS,
    "compendium:print-later": PRINTS,
    "compendium:print-made": EXPORTS,
    "compendium:homebrew-convert": CONVERSIONS,
    "compendium:homebrew-convert-save": CONVERSIONS,
    "compendium:compare": MATCHUPS,
    "compendium:search": SEARCHES,
    "compendium:suggestions": SEARCHES,
    "compendium:creature-list": SEARCHES,
    "compendium:item-list": SEARCHES,
    "compendium:feat-list": SEARCHES,
    "compendium:spell-list": SEARCHES,
    "warbands:import": IMPORTS,
    "warbands:paste": IMPORTS,
    "warbands:paste-into": IMPORTS,
    "warbands:collection-list": IMPORTS,
    "warbands:random-box": BOXES,
    "warbands:random-box-open": BOXES,
    "warbands:random-box-keep": BOXES,
    "warbands:export": EXPORTS,
    "warbands:chat": EXPORTS,
    "warbands:shared-export": EXPORTS,
    "warbands:print": PRINTS,
    "warbands:pdf": PRINTS,
    "warbands:cards-pdf": PRINTS,
    "warbands:shared-print": PRINTS,
    "warbands:shared-pdf": PRINTS,
    "warbands:shared-cards-pdf": PRINTS,
    "warbands:shared-picture": PRINTS,
    "warbands:matchup": MATCHUPS,
    "warbands:analysis": MATCHUPS,
    "campaigns:chronicle": PRINTS,
    "campaigns:story": PRINTS,
    "campaigns:certificates": PRINTS,
    "campaigns:prints-file": EXPORTS,
    "campaigns:file": EXPORTS,
    "campaigns:league-file": EXPORTS,
    "campaigns:league-text": EXPORTS,
    "campaigns:webhooks": WEBHOOKS,
    "battles:webhooks": WEBHOOKS,
    "webhooks:test": WEBHOOKS,
    "battles:import": IMPORTS,
    "battles:combatants-import": IMPORTS,
    "battles:combatants-file": EXPORTS,
    "battles:combatant-pdf": PRINTS,
    "battles:fight-sheet-pdf": PRINTS,
    "battles:combatants-pdf": PRINTS,
    "battles:saved-board-import": IMPORTS,
    "battles:saved-board-sheets": PRINTS,
    "battles:shared-board-sheets": PRINTS,
    "battles:saved-board-file": EXPORTS,
    "battles:between": SEARCHES,
    "battles:way": SEARCHES,
    "battles:area": SEARCHES,
    "battles:download": EXPORTS,
    "battles:report-text": EXPORTS,
    "battles:report-pdf": PRINTS,
    "battles:setup-sheet": PRINTS,
    "adventures:import": IMPORTS,
    "adventures:download": EXPORTS,
    "adventures:summary": EXPORTS,
    "adventures:master-pdf": PRINTS,
    "adventures:players-pdf": PRINTS,
    "gambling:new": IMPORTS,
    "gambling:change": IMPORTS,
    "gambling:import": IMPORTS,
    "gambling:game": SEARCHES,
    "gambling:shared": SEARCHES,
    "gambling:download": EXPORTS,
}
"""Heavy routes, by the names of their addresses. Any other that writes counts as a write."""

HEAVY_IN_THE_API: Final = frozenset(
    {
        "api-roster-render",
        "api-matchup",
        "api-random-box",
        "api-battle-report-pdf",
        "api-battle-setup-sheet",
        "api-adventure-pdf",
        "api-campaign-chronicle",
        "api-season-certificates",
        "api-gambling-odds",
        "api-gambling-games",
        "api-gambling-game",
        "api-gambling-shared",
        "api-homebrew-convert",
        "api-homebrew-convert-save",
    }
)
"""Heavy views of the API. Their rates are those of the API, but their work counts like that of pages, and each
requester has only a few at once.
"""

_SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
_NEVER_SENT_AGAIN = ("/accounts/", "/admin/")
SECONDS_TO_A_TURN = 2
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_MOST_KEPT = 200_000
"""The most characters of a form that the page of a refusal preserves."""

PageView = Callable[..., HttpResponseBase]


def limit_of(route: str, view: PageView, method: str) -> WorkLimit | None:
    """Return the limit of a route, None if there is none. The API has its own throttles."""
    api_view = getattr(view, "cls", None)
    if isinstance(api_view, type) and issubclass(api_view, APIView):
        return None
    limit = LIMITS_OF_ROUTES.get(route, WRITES)
    return limit if method not in _SAFE or (limit.of_reads and method in ("GET", "HEAD")) else None


class LimitMiddleware:
    """Refuse requesters who ask too often, or for too much work, and add up the work of the others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.thread_time()
        try:
            response = self.get_response(request)
        finally:
            free_slots(getattr(request, "held_slots", {}))
        if (asker := getattr(request, "limited_asker", None)) is not None:
            add_work(asker, time.thread_time() - began)
            if not asker.caller and SESSION_KEY in request.session:
                seconds_to_wait(NEWCOMERS, asker)
        return response

    def process_view(
        self, request: HttpRequest, view: PageView, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse if a limit is reached."""
        match = request.resolver_match
        route = match.view_name if match else ""
        limit = limit_of(route, view, str(request.method))
        is_heavy = route in HEAVY_IN_THE_API if limit is None else limit.is_heavy
        if limit is None and not is_heavy:
            return None
        asker = asker_of(request)
        if not is_within_work(asker):
            add_refusal(asker)
            return refuse(request, WORK_WINDOW)
        if limit is not None and (wait := _seconds_to_wait(request, limit, asker)):
            return refuse(request, wait)
        if is_heavy and (refused := _take_turn(request, asker)):
            return refused
        request.limited_asker = asker  # type: ignore[attr-defined] # kept from here to the end of the request
        return None


def _seconds_to_wait(request: HttpRequest, limit: WorkLimit, asker: Asker) -> int:
    """Count the request; return 0 if it may be answered, otherwise the seconds to wait."""
    wait = seconds_to_wait(limit, asker)
    if not wait and not asker.caller and not limit.of_reads and not request.path.startswith(_NEVER_SENT_AGAIN):
        wait = seconds_to_wait(NEWCOMERS, asker, only_look=True)
    return wait


def _take_turn(request: HttpRequest, asker: Asker) -> HttpResponse | None:
    """Hold a slot until the request is answered; refuse if the requester has the maximum in progress."""
    held = take_slots(asker)
    if held is None:
        return refuse(request, SECONDS_TO_A_TURN)
    request.held_slots = held  # type: ignore[attr-defined] # kept from here to the end of the request
    return None


def refuse(request: HttpRequest, wait: int) -> HttpResponse:
    """Answer a requester who asks too often: a page, a sentence for HTMX or the API's error, with ``Retry-After``."""
    sentence = f"Too much at once. Try again in {_in_words(wait)}; nothing was changed."
    response: HttpResponse
    if details(request):
        response = HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=429)
    elif request.path.startswith("/api/") or request.headers.get("Accept", "").startswith("application/json"):
        response = JsonResponse(error_body("throttled", "", sentence), status=429)
    else:
        kept, files = _form_to_send_again(request)
        context = {"wait": _in_words(wait), "kept": kept, "files": files}
        response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response


def _form_to_send_again(request: HttpRequest) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the fields of a refused form, and the names of its files, which a page cannot preserve.

    Preserves nothing of a form that may contain a password, or of one that is too large.
    """
    if request.content_type not in _FORMS or request.path.startswith(_NEVER_SENT_AGAIN):
        return [], []
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    kept = [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
    return (kept, list(request.FILES)) if sum(len(value) for _, value in kept) <= _MOST_KEPT else ([], [])


def _in_words(wait: int) -> str:
    return counted(wait, "second") if wait < 2 * MINUTE else counted(math.ceil(wait / MINUTE), "minute")


LARGE_FORM: Final = 400_000
"""The smallest body that counts as a file, in bytes."""
FILE_ROUTES: Final = frozenset({"warbands:import", "battles:import", *settings.UPLOADS})
"""The routes of forms with files."""
NO_LENGTH = "Send a Content-Length header."


class BodyLimitMiddleware:
    """Refuses a body that is too large for its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Refuse a body of unknown length, which Django would not read."""
        if request.META.get("HTTP_TRANSFER_ENCODING"):
            return JsonResponse(error_body("length_required", "", NO_LENGTH), status=411)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse a body that is too large."""
        most, size = largest_body(request), int(request.META.get("CONTENT_LENGTH") or 0)
        if size <= most:
            return self._count_upload(request, size)
        if own_answer := getattr(view, ANSWER, None):
            request.POST = QueryDict()  # reading the form would refuse it a second time
            response: HttpResponse = own_answer(request)
            return response
        sentence = f"This address accepts at most {most / 2**20:.1f} MB."
        if details(request):
            return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=413)
        if request.path.startswith("/api/"):
            return JsonResponse(error_body("document.too_large", "", sentence), status=413)
        return render(None, "413.html", {"request": request}, status=413)

    def _count_upload(self, request: HttpRequest, size: int) -> HttpResponse | None:
        """Refuse a file of a requester who has sent enough today, and count any other."""
        if not is_upload(request, size):
            return None
        refusal = upload_refusal(asker_of(request), size)
        if not refusal:
            return None
        if request.path.startswith("/api/"):
            response: HttpResponse = JsonResponse(error_body("file.full", "", refusal), status=429)
        else:
            response = render(request, "uploads_full.html", {"refusal": refusal}, status=429)
        response["Retry-After"] = str(seconds_to_tomorrow())
        response["Cache-Control"] = "no-store"
        return response


def is_upload(request: HttpRequest, size: int) -> bool:
    """Return True if a request sends a file, or as much as a file has."""
    if request.method != "POST" or size > LARGE_FORM:
        return size > LARGE_FORM
    route = request.resolver_match.view_name if request.resolver_match else ""
    return route in FILE_ROUTES and request.content_type == "multipart/form-data"


def largest_body(request: HttpRequest) -> int:
    """Return how many bytes the requester may send to the address."""
    route = request.resolver_match.view_name if request.resolver_match else ""
    if route.startswith("admin:") and not request.user.has_module_perms("compendium"):
        route = ""
    return largest_body_of(route)

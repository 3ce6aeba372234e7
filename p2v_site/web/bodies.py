"""How much a request may send, refused by what it says of itself before anything is read.

A form fits into ``settings.DATA_UPLOAD_MAX_MEMORY_SIZE``. Where files are meant to be sent, ``settings.UPLOADS`` allows
more; in the admin, only to those who are signed in there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import render

from accounts.web.askers import asker_of
from common.api.faults import error_body
from common.uploads import seconds_to_tomorrow, upload_refusal
from common.web.htmx import details
from common.web.large import ANSWER

AROUND_A_FILE: Final = 2**18
"""Bytes of the other fields of a form with a file, and of what parts them."""
LARGE_FORM: Final = 400_000
"""Bytes from which a body counts as a file."""
FILE_ROUTES: Final = frozenset({"warbands:import", "battles:import", *settings.UPLOADS})
"""Where forms with files are sent."""
NO_LENGTH = "Say in Content-Length how much you send."


class BodyLimitMiddleware:
    """Refuses what is too large for the address that it is sent to."""

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
        sentence = f"At most {most / 2**20:.1f} MB may be sent to this address."
        if details(request):
            return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=413)
        if request.path.startswith("/api/"):
            return JsonResponse(error_body("document.too_large", "", sentence), status=413)
        return render(None, "413.html", {"request": request}, status=413)

    def _count_upload(self, request: HttpRequest, size: int) -> HttpResponse | None:
        """Refuse a file of who has sent enough today, and count any other."""
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
    """Return how many bytes may be sent to the address of a request by who sends it."""
    route = request.resolver_match.view_name if request.resolver_match else ""
    upload: int = settings.UPLOADS.get(route, 0)
    if upload and route.startswith("admin:") and not request.user.has_module_perms("compendium"):
        upload = 0
    return max(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, upload) + AROUND_A_FILE

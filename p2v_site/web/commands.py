"""Whose commands a device may send: those of its queue belong to one person, and are never sent for another."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from p2v_site.web.offline import earlier_marks, person_mark

PERSON_HEADER = "Muster-Person"


def refuse_other_people(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that refuses a command which was made by another person than the one who sends it."""

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        person = request.headers.get(PERSON_HEADER)
        if person is not None and person not in (_mark(request), *earlier_marks(request)):
            message = "This change was made by another person. Sign in as that person to send it."
            return JsonResponse({"refused": message, "code": "person.forbidden"}, status=401)
        return get_response(request)

    return _middleware


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Answer a device that may have commands to send: who would send them and was who before, and the token for it."""
    return JsonResponse({"person": _mark(request), "was": earlier_marks(request), "token": get_token(request)})


def _mark(request: HttpRequest) -> str:
    _ = request.user.is_authenticated  # asks the session who it is, as every page does
    return person_mark(request)

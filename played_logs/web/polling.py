"""Requesting the part of a page that changes: whether it is still current, and how often to ask.

A phone asks every other second, and once more for each tap. Addresses are not counted: at a club, many phones share
one.
"""

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import cache_control

from common.limits import RequestRate
from played_logs.services.recording import LogMovedOn

asked_again = cache_control(private=True, no_cache=True)
"""Browsers store the part and ask each time whether it is still current."""

browser_rate = RequestRate(settings.BATTLE_RATE_BROWSER)
link_rate = RequestRate(settings.BATTLE_RATE_LINK)


def browser_wait(request: HttpRequest, key: str) -> int:
    """Return how many seconds a browser must wait before it requests a page again. No query."""
    session = request.session.session_key
    return browser_rate.seconds_to_wait((key, session)) if session else 0


def link_wait(link: str) -> int:
    """Return how many seconds watchers with a link must wait; "" is for players, who never wait for others."""
    return link_rate.seconds_to_wait(link) if link else 0


def wait_response(seconds: int) -> HttpResponse:
    """Return the answer that tells a page when to ask again."""
    response = HttpResponse("Too many requests. Try again later.", content_type="text/plain", status=429)
    response["Retry-After"] = str(seconds)
    return response


def etag_of_mark(mark: str, query: str) -> str:
    """Return the mark of the part at an address, by the mark of its contents."""
    return quote_etag(f"{mark}.{sha256(query.encode()).hexdigest()[:16]}")


def polled(request: HttpRequest, etag: str, draw: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer with the part that changes, or that nothing has changed: then nothing is drawn."""
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    response = draw()
    response["ETag"] = etag
    return response


def status_of_refused(refused: Exception) -> int:
    """Return the status of a page that shows the refusal, and the events since."""
    return 409 if isinstance(refused, LogMovedOn) else 422

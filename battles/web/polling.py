"""How often the part of a battle that changes may be asked for.

A phone asks every other second, and once more for each tap. Addresses are not counted: at a club many phones share one.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from common.rates import RequestRate

_browsers = RequestRate(settings.BATTLE_RATE_BROWSER)
_links = RequestRate(settings.BATTLE_RATE_LINK)


def browser_wait(request: HttpRequest, key: str) -> int:
    """Return how many seconds a browser is to wait before it asks for a battle again. No query."""
    session = request.session.session_key
    return _browsers.seconds_to_wait((key, session)) if session else 0


def link_wait(link: str) -> int:
    """Return how many seconds those who watch by a link are to wait; "" is who plays, who never waits for others."""
    return _links.seconds_to_wait(link) if link else 0


def wait_response(seconds: int) -> HttpResponse:
    """Return the answer that tells a page when to ask again."""
    response = HttpResponse("Too many questions. Ask again later.", content_type="text/plain", status=429)
    response["Retry-After"] = str(seconds)
    return response

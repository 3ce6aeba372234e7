"""An answer without news that may wait for some: the browser asks for it with the header ``Prefer: wait`` (RFC 7240).

The web worker (``p2v_site.holding_worker``) holds such a request without a thread and answers it when something has
changed or its time is up. Any other server sends the answer at once, and the browser asks again later.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase

HAS_WAITED = "muster.has_waited"
"""The key in a request's environment that says whether the worker has held it before."""


@dataclass(frozen=True, slots=True)
class AwaitedChange:
    """What a request waits for: a version of a battle other than ``version``. ``browser`` names the web session."""

    battle: str
    version: int
    browser: str


def has_waited(request: HttpRequest) -> bool:
    """Return True if the request was held, so that it was counted before."""
    return bool(request.META.get(HAS_WAITED))


def with_awaited(request: HttpRequest, response: HttpResponseBase, battle: str, version: int) -> HttpResponseBase:
    """Return the answer that nothing has changed, with what it may wait for if the browser wishes to wait."""
    if request.headers.get("Prefer", "").startswith("wait=") and not has_waited(request):
        awaited = AwaitedChange(battle, version, request.session.session_key or "")
        response.awaited = awaited  # type: ignore[attr-defined] # the worker reads it
    return response


def awaited_by(answer: Any) -> AwaitedChange | None:
    """Return what an answer may wait for, None for nothing."""
    awaited = getattr(answer, "awaited", None)
    return awaited if isinstance(awaited, AwaitedChange) else None

"""A number for every request: in each line of the log that it causes, and in its answer."""

import re
import time
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

HEADER = "X-Request-ID"
_PLAIN = re.compile(r"[\w.:-]{1,64}", re.ASCII)

logger = structlog.get_logger("muster.requests")


class RequestLogMiddleware(RequestMiddleware):
    """Names requests, and writes one log entry for each.

    An entry has the route and not the address, which may contain the secret of a link; it never names the requester.
    """

    def prepare(self, request: HttpRequest) -> None:
        """Name the request, with the proxy's name if there is one."""
        super().prepare(request)
        request._began = time.perf_counter()  # type: ignore[attr-defined] # read below alone
        named = request.headers.get(HEADER, "")
        if settings.NUM_PROXIES and _PLAIN.fullmatch(named):
            bind_contextvars(request_id=named)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Write the entry, and send the client the request's name."""
        logger.log(
            settings.LOG_REQUESTS_LEVEL,
            "request",
            method=request.method,
            route=getattr(request.resolver_match, "route", None),
            status=response.status_code,
            milliseconds=round((time.perf_counter() - request._began) * 1000),  # type: ignore[attr-defined] # as above
        )
        response[HEADER] = get_contextvars().get("request_id", "")
        clear_contextvars()

    def process_got_request_exception(self, sender: type[Any], request: HttpRequest, **kwargs: Any) -> None:
        """Leave errors to Django, which logs them with their cause."""

"""The one charset in which the site reads requests."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

_READ = frozenset(("", "utf-8", "utf8", "us-ascii"))


def refuse_other_charsets(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that refuses requests which claim another charset than UTF-8.

    Django would decode their fields by it: UTF-7 gives halves of surrogate pairs, which no page can be written with,
    and some names, such as "hex", are no charsets of text at all.
    """

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        charset = (request.content_params or {}).get("charset", "")
        if charset.strip().lower() not in _READ:
            return HttpResponse("This site reads requests in UTF-8.", status=415, content_type="text/plain")
        return get_response(request)

    return _middleware

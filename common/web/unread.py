"""The answers to a request that the site does not read: one that is too large, and one in another charset."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt, csrf_protect

View = Callable[..., HttpResponse]
ANSWER = "answer_when_too_large"
"""The attribute of a view that holds its answer, for middleware that refuses a form before the view does."""


def answer_when_too_large(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[View], View]:
    """Return a decorator that lets ``answer`` tell of a form that is too large, which no view gets to see.

    ``answer`` cannot read the form either.
    """

    def _decorated(view: View) -> View:
        protected = csrf_protect(view)

        @csrf_exempt  # protected it is, but only where the form is read can a form that is too large be told of
        @wraps(view)
        def _view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return protected(request, *args, **kwargs)
            except (RequestDataTooBig, TooManyFieldsSent):
                return answer(request)

        setattr(_view, ANSWER, answer)
        return _view

    return _decorated


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

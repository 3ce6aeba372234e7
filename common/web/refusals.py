"""Answers of pages when a service refuses, or a request is too large or in another charset; pages never stored."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from common.refusal import Refusal


def attempt(request: HttpRequest, work: Callable[[], object], done: str) -> bool:
    """Carry out a form and report on the next page; return True if it was not refused."""
    try:
        work()
    except Refusal as refused:
        messages.error(request, refused.message)
        return False
    messages.success(request, done)
    return True


def is_written(form: forms.Form, write: Callable[[], object], field: str | None = None) -> bool:
    """Save a form; return False, with the reason in the form, if it is not valid or is refused."""
    if not form.is_valid():
        return False
    try:
        write()
    except Refusal as refused:
        form.add_error(field, refused.message)
        return False
    return True


never_stored = cache_control(private=True, no_store=True)
"""Neither browsers nor proxies store the page: a link that was switched off must stop working at once."""


def never_stored_pages(pages: list[URLPattern], *, but: Collection[str] = ()) -> list[URLPattern]:
    """Return addresses whose pages neither browsers nor proxies store, except those in ``but``."""
    for page in pages:
        if page.name not in but:
            page.callback = never_stored(page.callback)
    return pages


View = Callable[..., HttpResponse]
ANSWER = "answer_when_too_large"
"""The attribute of a view with its answer, for middleware that refuses a form before the view does."""


def answer_when_too_large(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[View], View]:
    """Return a decorator that lets ``answer`` report a form that is too large, which no view receives.

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

    Django would decode their fields by it: UTF-7 gives surrogates, which no page can contain, and some names, such as
    "hex", are not text encodings at all.
    """

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        charset = (request.content_params or {}).get("charset", "")
        if charset.strip().lower() not in _READ:
            return HttpResponse("This site reads requests in UTF-8.", status=415, content_type="text/plain")
        return get_response(request)

    return _middleware

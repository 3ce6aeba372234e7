"""The answer to a request that is larger than the site reads at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
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

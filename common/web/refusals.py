"""What a page does where a service refuses, on the next page or beside the form's field; and pages never stored."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.urls import URLPattern
from django.views.decorators.cache import cache_control

from common.refusal import Refusal


def attempt(request: HttpRequest, work: Callable[[], object], done: str) -> bool:
    """Do what a form asks for and tell the person on the next page; return True if it was not refused."""
    try:
        work()
    except Refusal as refused:
        messages.error(request, refused.message)
        return False
    messages.success(request, done)
    return True


def is_written(form: forms.Form, write: Callable[[], object], field: str | None = None) -> bool:
    """Write what a form says; return False, with the reason in the form, where it is not valid or is refused."""
    if not form.is_valid():
        return False
    try:
        write()
    except Refusal as refused:
        form.add_error(field, refused.message)
        return False
    return True


never_stored = cache_control(private=True, no_store=True)
"""Neither browsers nor proxies keep the page: a link that was switched off is to lead nowhere at once."""


def never_stored_pages(pages: list[URLPattern], *, but: Collection[str] = ()) -> list[URLPattern]:
    """Return addresses whose pages neither browsers nor proxies keep, those named ``but`` aside."""
    for page in pages:
        if page.name not in but:
            page.callback = never_stored(page.callback)
    return pages

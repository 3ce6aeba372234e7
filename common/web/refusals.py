"""What a page does where a service refuses: it tells the person on the next page, or beside the field of the form."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpRequest

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

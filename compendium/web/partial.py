"""Telling a request for a part of a page from one for the whole."""

from __future__ import annotations

from django.http import HttpRequest


def is_partial(request: HttpRequest) -> bool:
    """Whether HTMX asks for what changes on the page; going back in the browser asks for the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"

"""Answers to HTMX, which asks for a part of a page where a browser would load the whole one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from common.web.address import Address


def details(request: HttpRequest) -> HtmxDetails:
    """Return what HTMX says of a request."""
    found: HtmxDetails = request.htmx  # type: ignore[attr-defined] # added by django-htmx
    return found


def is_partial(request: HttpRequest) -> bool:
    """Return True if HTMX asks for what changes on the page; going back in the browser asks for the whole page."""
    htmx = details(request)
    return bool(htmx) and not htmx.history_restore_request


def push_address(request: HttpRequest, response: HttpResponse, address: Address) -> None:
    """Show an address in the browser's bar, where it is not there already."""
    if details(request).current_url_abs_path != str(address):
        push_url(response, str(address))


def finish_partial(request: HttpRequest, response: HttpResponse, address: Address) -> HttpResponse:
    """Return the response, kept apart from the whole page by caches; a partial one shows its list's address."""
    patch_vary_headers(response, ["HX-Request"])
    if is_partial(request):
        push_address(request, response, address)
    return response

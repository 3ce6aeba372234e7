"""How much the site reads at an address."""

from typing import Final

from django.conf import settings
from django.urls import Resolver404, resolve

AROUND_A_FILE: Final = 2**18
"""Bytes for the other fields of a form with a file, and for their separators."""
NOTHING_HERE = "p2v_site.web.errors.nothing_here"
"""The view of the addresses that the API does not have."""


def largest_body_at(path: str) -> int:
    """Return how many bytes may be sent to the path of an address, 0 if there is no such address."""
    try:
        route = resolve(path).view_name
    except Resolver404:
        return 0
    return 0 if route == NOTHING_HERE else largest_body_of(route)


def largest_body_of(route: str) -> int:
    """Return how many bytes may be sent to a route by those who may send files there."""
    return max(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.UPLOADS.get(route, 0)) + AROUND_A_FILE

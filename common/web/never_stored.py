"""Pages that neither browsers nor proxies keep: who signs out, or loses a link, takes nothing along."""

from __future__ import annotations

from collections.abc import Collection

from django.urls import URLPattern
from django.views.decorators.cache import cache_control

never_stored = cache_control(private=True, no_store=True)
"""Neither browsers nor proxies keep the page: a link that was switched off is to lead nowhere at once."""


def never_stored_pages(pages: list[URLPattern], *, but: Collection[str] = ()) -> list[URLPattern]:
    """Return addresses whose pages neither browsers nor proxies keep, those named ``but`` aside."""
    for page in pages:
        if page.name not in but:
            page.callback = never_stored(page.callback)
    return pages

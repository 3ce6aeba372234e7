"""Parts of pages that are drawn once: HTML that follows from values which never change."""

from __future__ import annotations

from collections.abc import Hashable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from common.caches import BoundedCache

drawn_parts: BoundedCache[SafeString] = BoundedCache(80 * 2**20, parts=500)
"""HTML by a key that starts with the name of its template, or of the list that it is of."""


def draw_once(template_name: str, **values: Hashable) -> SafeString:
    """Draw a template that asks for nothing but these values."""
    return drawn_parts.get_or_make((template_name, *values.items()), lambda: render_to_string(template_name, values))

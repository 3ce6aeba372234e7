"""The parts of every page that never change while the site runs: rendered once, then kept in memory.

Rendering them takes about 2 ms of every page. What is kept is bounded: three parts, and the navigation of each section.
"""

from __future__ import annotations

from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def site_nav(here: str = "") -> SafeString:
    """Render the navigation; ``here`` is the section of the page."""
    return render_to_string("parts/nav.html", {"here": here})


@register.simple_tag
@cache
def site_part(name: str) -> SafeString:
    """Render a part of every page: ``head``, ``brand``, ``foot``."""
    return render_to_string(f"parts/{name}.html")

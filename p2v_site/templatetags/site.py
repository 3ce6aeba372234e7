"""The parts of every page that never change while the site runs: drawn once, then kept."""

from __future__ import annotations

from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def site_nav(here: str = "") -> SafeString:
    """Draw the way through the compendium; ``here`` is the part that the page belongs to."""
    return render_to_string("parts/nav.html", {"here": here})


@register.simple_tag
@cache
def site_part(name: str) -> SafeString:
    """Draw a part of every page: ``head``, ``brand``, ``foot``."""
    return render_to_string(f"parts/{name}.html")

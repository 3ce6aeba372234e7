"""Crests of warbands as pages show them."""

from collections.abc import Mapping
from typing import Literal

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from printing.crests import crest_svg
from rules.crests import Crest

register = template.Library()


@register.simple_tag
def side_crest(crests: Mapping[str, Crest], side: str, size: str = "") -> SafeString:
    """Draw the crest of a side, nothing if it has none."""
    return draw_crest(crests.get(side) if crests else None, size)


@register.simple_tag(name="crest")
def draw_crest(shown: Crest | Literal[""] | None, size: str = "") -> SafeString:
    """Draw a crest; ``size`` is "", ``small`` or ``large``. The warband's name is beside it."""
    if not shown:
        return SafeString("")
    return format_html(
        '<span class="crest {}" data-al="{}"{}>{}</span>',
        size,
        shown.alignment,
        format_html(' data-side="{}"', shown.border) if shown.border else "",
        SafeString(crest_svg(shown)),
    )

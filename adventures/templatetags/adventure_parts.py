"""Parts of an adventure's page that depend only on their values: forms, checks, tracks, lines of the log.

Drawings are cached by these values: an event changes few of them, and everyone who follows it draws the same ones.
"""

from collections.abc import Hashable

from django import template
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from common.caches import draw_once

HOLES = {"csrf_token": SafeString("<csrf>"), "seen": SafeString("<seen>")}
"""The parts that each page fills in itself, by their names in templates; no value looks like one, because values are
escaped.
"""

register = template.Library()


@register.simple_tag(takes_context=True)
def adventure_part(context: Context, name: str, **values: Hashable) -> SafeString:
    """Draw values with the part ``name``, which needs these and ``HOLES``.

    The values are plain ones: texts, numbers, and frozen values made of them. The part may show nothing else.
    """
    drawn = draw_once(f"adventures/parts/{name}.html", **values, **HOLES)
    for word, hole in HOLES.items():
        if hole in drawn:
            drawn = SafeString(drawn.replace(hole, conditional_escape(context[word])))
    return drawn

"""Options of the fields that adventures show: some pages have hundreds, and a loop of a template is slow."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

LONGEST = 90
"""Characters of an option that are shown."""
_SELECTED = mark_safe(" selected")

register = template.Library()


@register.simple_tag
def select_options(options: Iterable[tuple[str, str]], chosen: str = "") -> SafeString:
    """Return the options of a select, each a value with its words; the ``chosen`` value is selected."""
    rows = ((value, _SELECTED if value == chosen else "", _shortened(words)) for value, words in options)
    return format_html_join("\n", '<option value="{}"{}>{}</option>', rows)


@register.simple_tag
def choice_boxes(name: str, options: Iterable[tuple[str, str]]) -> SafeString:
    """Return a box to tick for each option, a value with its words; ``name`` is that of the field."""
    rows = ((name, value, words) for value, words in options)
    return format_html_join("\n", '<label class="choice"><input type="checkbox" name="{}" value="{}">{}</label>', rows)


def _shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"

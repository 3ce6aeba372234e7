"""Errors of fields that no Django form holds, as the house marks them."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def error_marks(errors: Mapping[str, str], name: str) -> SafeString | str:
    """Return the attributes of a field with an error, nothing for any other."""
    return format_html(' aria-invalid="true" aria-errormessage="{}_error"', name) if name in errors else ""


@register.simple_tag
def error_text(errors: Mapping[str, str], name: str) -> SafeString | str:
    """Return the error of a field, nothing where there is none."""
    return format_html('<span class="errors" id="{}_error">{}</span>', name, errors[name]) if name in errors else ""

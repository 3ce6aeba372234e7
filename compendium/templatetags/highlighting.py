"""Drawing hits of a search: ``{{ hit.name|highlighted }}``."""

from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from rules.text import with_minus

register = template.Library()


@register.filter
def highlighted(pieces: Iterable[tuple[str, bool]]) -> SafeString:
    """Draw pieces of a text with the searched words marked."""
    return SafeString(
        "".join(
            f"<mark>{conditional_escape(text)}</mark>" if is_word else conditional_escape(with_minus(text))
            for text, is_word in pieces
        )
    )

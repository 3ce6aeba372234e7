"""The picture of a kind of adventure in its color."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from adventures.drawings.pictures import picture_of
from printing.canvas import PLACES
from rules.adventures.kinds import KINDS

UNKNOWN = ("hourglass", "steel")
"""The picture and the color of a kind that this version does not have."""

register = template.Library()


def kind_picture(key: str) -> tuple[str, str]:
    """Return the character of a kind's picture and the name of its color."""
    kind = KINDS.get(key)
    emblem, tint = (kind.emblem, kind.tint) if kind else UNKNOWN
    return PLACES[emblem], tint


@register.simple_tag
def kind_emblem(key: str, size: str = "") -> SafeString:
    """Draw the picture of a kind; its name is beside it. ``size`` is "", "small" or "large"."""
    character, tint = kind_picture(key)
    classes = f"emblem kind-emblem {size}".strip()
    return format_html(
        '<span class="{}" data-tint="{}" data-emblem="{}" aria-hidden="true"></span>', classes, tint, character
    )


@register.simple_tag
def picture(name: str, default: str) -> SafeString:
    """Draw the picture for the name of an obstacle, a place or an organization, in the color of its surroundings."""
    return format_html(
        '<span class="emblem kind-emblem" data-emblem="{}" aria-hidden="true"></span>', picture_of(name, default)
    )


@register.simple_tag
def kind_tint(key: str) -> str:
    """Return the name of a kind's color."""
    return kind_picture(key)[1]


@register.filter
def initial(name: str) -> str:
    """Return the first letter or digit of a name after "The", for its token; a dot for a name without one."""
    words = name.removeprefix("The ")
    return next((letter for letter in words if letter.isalnum()), "•").upper()

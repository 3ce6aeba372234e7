"""Drawing the shared parts of lists: ``{% pager page address %}`` and ``choices|chosen_first:chosen``."""

from collections.abc import Collection, Iterable
from typing import Any

from django import template
from django.core.paginator import Page

from common.web.address import Address

register = template.Library()


@register.filter
def chosen_first(choices: Iterable[tuple[str, Any]], chosen: Collection[str]) -> list[tuple[str, Any]]:
    """Return the choices of a field, those that are chosen before the others."""
    return sorted(choices, key=lambda pair: pair[0] not in chosen)


@register.inclusion_tag("common/pager.html")
def pager(page: Page[Any], address: Address, fragment: str = "") -> dict[str, Any]:
    """Draw the links to the other pages of a list; ``fragment`` is the place on the page that they lead to."""
    numbers = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    links = [
        (number, f"{address.with_page(number)}{fragment}" if isinstance(number, int) else "") for number in numbers
    ]
    hrefs = dict(links)
    return {
        "page": page,
        "links": links,
        "previous": hrefs.get(page.number - 1),
        "next": hrefs.get(page.number + 1),
    }

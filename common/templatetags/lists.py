"""Drawing what every list has: ``{% pager page address %}``."""

from __future__ import annotations

from typing import Any

from django import template
from django.core.paginator import Page

from common.web.address import Address

register = template.Library()


@register.inclusion_tag("common/pager.html")
def pager(page: Page[Any], address: Address, fragment: str = "") -> dict[str, Any]:
    """Draw the links to the other pages of a list; ``fragment`` is the place on the page that they lead to."""
    numbers = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    links = [(one, f"{address.with_page(one)}{fragment}" if isinstance(one, int) else "") for one in numbers]
    hrefs = dict(links)
    return {
        "page": page,
        "links": links,
        "previous": hrefs.get(page.number - 1),
        "next": hrefs.get(page.number + 1),
    }

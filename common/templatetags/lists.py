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
    return {
        "page": page,
        "links": [(number, _link(address, number, fragment)) for number in numbers],
        "previous": _link(address, page.number - 1, fragment) if page.has_previous() else "",
        "next": _link(address, page.number + 1, fragment) if page.has_next() else "",
    }


def _link(address: Address, number: int | str, fragment: str) -> str:
    """Return the address of a page; empty for the gap in a long row of numbers."""
    return f"{address.with_page(number)}{fragment}" if isinstance(number, int) else ""

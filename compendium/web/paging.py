"""The pages of a long list and the links between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from compendium.web.address import Address, shown_text


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the pager; ``href`` is empty for the page that is shown and for a gap."""

    label: str
    href: str = ""
    rel: str = ""
    current: bool = False


def page_of(paginator: Paginator[Any], address: Address) -> tuple[Page[Any], tuple[str, ...]]:
    """Return the page that an address asks for, else the nearest there is with a sentence that says so."""
    asked = address.values.get("page", "")
    if not asked:
        return paginator.page(1), ()
    if not (asked.isascii() and asked.isdigit() and int(asked[:9])):
        return paginator.page(1), (f"“{shown_text(asked, 20)}” is not the number of a page; this is the first one.",)
    number = int(asked[:9])
    if number > paginator.num_pages:
        last = paginator.num_pages
        sentence = (
            f"There is no page {number}; this is the last one, page {last}."
            if last > 1
            else (f"There is no page {number}: everything fits on this one.")
        )
        return paginator.page(last), (sentence,)
    return paginator.page(number), ()


def links(page: Page[Any], address: Address) -> list[Link]:
    """Return the links to the other pages; none for a list of one page."""
    if page.paginator.num_pages == 1:
        return []
    found = [_link("‹ Previous", page.number - 1, address, "prev")] if page.has_previous() else []
    for number in page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1):
        if not isinstance(number, int):
            found.append(Link("…"))
        elif number == page.number:
            found.append(Link(str(number), current=True))
        else:
            found.append(_link(str(number), number, address))
    if page.has_next():
        found.append(_link("Next ›", page.number + 1, address, "next"))
    return found


def _link(label: str, number: int, address: Address, rel: str = "") -> Link:
    return Link(label, str(address.with_value("page", "" if number == 1 else str(number))), rel)

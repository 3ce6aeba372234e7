"""What can be chosen for print, remembered from one page to the next, and the picture of a page as it will be printed.

What is chosen is in the address: a page that is asked for choices keeps them in a cookie, and one that is not takes
them from there. A file's address says itself how it is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django_htmx.http import replace_url

from common.caches import text_length
from common.web import cookies
from common.web.address import Address, is_partial
from printing.budgets import DrawingTooLong, bounded, check_letters
from printing.canvas import Canvas, PageSize, Paper
from printing.cards.sheets import CardPaper
from printing.svg import SvgCanvas

_MOST_DIGITS = 6

Ticks = tuple[str, ...]

SHEET: Final = ("landscape", "low_ink")
"""What can be ticked for sheets."""
CARDS: Final = ("low_ink", "backs", "bleed")
"""What can be ticked for cards."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How something is printed.

    ``single`` is one card a page; with ``items`` those that members carry come along, with ``gambits`` those of
    creatures.
    """

    paper: Paper = "a4"
    single: bool = False
    landscape: bool = False
    low_ink: bool = False
    backs: bool = False
    bleed: bool = False
    items: bool = False
    gambits: bool = False

    @property
    def card_paper(self) -> CardPaper:
        """What cards are printed on."""
        return "card" if self.single else self.paper

    def paper_of(self, ticks: Ticks) -> CardPaper:
        """Return the paper of what ``ticks`` are offered for."""
        return self.card_paper if _are_of_cards(ticks) else self.paper

    def pairs(self, ticks: Ticks) -> list[tuple[str, str]]:
        """Return the options as parameters of an address: the paper and those of ``ticks`` that are chosen."""
        return [("paper", self.paper_of(ticks)), *((name, "1") for name in ticks if getattr(self, name))]


def check_text(printed: Iterable[tuple[object, int]], cure: str) -> None:
    """Raise ``DrawingTooLong`` where a file would have too much text; ``printed`` is each thing and how many of it."""
    check_letters(sum(text_length(one) * number for one, number in printed), cure)


def options_from_query(query: QueryDict, ticks: Ticks, before: PrintOptions | None = None) -> PrintOptions:
    """Return the options that a query names, of which ``ticks`` can be ticked.

    A query that names any names them all. One that names none leaves those of ``before``, and what cannot be chosen
    here stays as it was there; without ``before`` all are as at first.
    """
    options = before or PrintOptions()
    if "paper" not in query and not any(name in query for name in ticks):
        return options
    ticked: dict[str, Any] = {name: query.get(name) == "1" for name in ticks}
    options = replace(options, **ticked)
    paper = query.get("paper")
    if _are_of_cards(ticks):
        options = replace(options, single=paper == "card")
    if paper in ("a4", "letter"):
        return replace(options, paper=cast(Paper, paper))
    return options


def options_from_cookie(request: HttpRequest) -> PrintOptions:
    """Return what the visitor chose last; a cookie that is not one of ours says nothing."""
    paper, *ticked = request.COOKIES.get(cookies.PRINT.name, "").split(".")
    if paper not in ("a4", "letter") or not set(ticked) <= set(_TICKS) or len(set(ticked)) < len(ticked):
        return PrintOptions()
    return PrintOptions(cast(Paper, paper), **dict.fromkeys(ticked, True))


def keep_options(request: HttpRequest, response: HttpResponse, options: PrintOptions) -> None:
    """Keep what was chosen with the visitor, where it is not what is kept already."""
    if options != options_from_cookie(request):
        ticked = (name for name in _TICKS if getattr(options, name))
        cookies.remember(response, cookies.PRINT, ".".join((options.paper, *ticked)))


_TICKS = tuple(field.name for field in fields(PrintOptions) if field.name != "paper")


@dataclass(frozen=True, slots=True)
class Preview:
    """The picture of one page of ``pages``; ``before`` and ``after`` are the addresses of its neighbors, else ""."""

    picture: SafeString
    page: int
    pages: int
    before: str
    after: str


def preview(address: Address, size: PageSize, draw: Callable[[Canvas], None], *, low_ink: bool) -> Preview:
    """Draw the page that an address asks for, else the nearest there is; raise ``DrawingTooLong``.

    Everything is laid out to count the pages; ``draw`` is called once, and once more where there is no such page.
    """
    draw = bounded(draw)
    number = _number(address.values.get("page", ""))
    canvas = SvgCanvas(size, number, low_ink=low_ink)
    draw(canvas)
    if number > canvas.page:
        number = max(1, canvas.page)
        canvas = SvgCanvas(size, number, low_ink=low_ink)
        draw(canvas)
    pages = canvas.page
    return Preview(
        SafeString(canvas.svg(f"Page {number} of {pages}")),
        number,
        pages,
        str(address.with_page(number - 1)) if number > 1 else "",
        str(address.with_page(number + 1)) if number < pages else "",
    )


def print_page(
    request: HttpRequest,
    template: str,
    *,
    address: Address,
    options: PrintOptions,
    ticks: Ticks,
    pdf: str,
    size: PageSize,
    draw: Callable[[Canvas], None] | None,
    refusal: str = "",
    fault: DrawingTooLong | None = None,
    offered: Ticks = (),
    update: str = "compendium/printed.html",
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Answer with a page to print from, or with what ``update`` draws of it where HTMX asks for a part.

    ``address`` is the page's own, ``pdf`` that of the file. What ``draw`` draws is previewed; without it the
    ``refusal`` says why there is nothing, or ``fault`` why it takes too long. ``template`` extends
    ``compendium/print.html`` and shows what is ``offered``, where that is more than the ``ticks`` of what is printed.
    What the address chose is remembered.
    """
    shown = None
    if draw and fault is None:
        try:
            asked = address.with_value("page", request.GET.get("page", ""))
            shown = preview(asked, size, draw, low_ink=options.low_ink)
        except DrawingTooLong as found:
            fault = found
    partial = is_partial(request)
    response = render(
        request,
        update if partial else template,
        {
            **context,
            "action": address.path,
            "options": options,
            "paper": options.paper_of(ticks),
            "offered": offered or ticks,
            "preview": shown,
            "pdf": pdf,
            "refusal": fault.sentence if fault else refusal,
            "later": pdf if fault and fault.can_wait else "",
        },
        status=status,
    )
    if partial:
        replace_url(response, str(address.with_page(shown.page if shown else 1)))
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    keep_options(request, response, options)
    return response


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """Answer with a PDF that opens in the browser and is saved under that name, given without its ending."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def _are_of_cards(ticks: Ticks) -> bool:
    return "backs" in ticks


def _number(text: str) -> int:
    return max(1, int(text[:_MOST_DIGITS])) if text.isascii() and text.isdigit() else 1

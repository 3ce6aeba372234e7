"""My figures: a player's miniatures, found by name and counted one by one, or imported as a list.

All buttons and numbers of the page are one form: entered numbers are stored whichever button is pressed. It writes only
the differences from the page, so that two windows do not undo each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from common.refusal import Refusal
from common.web.address import ListState, is_partial, shown_text
from common.web.refusals import answer_when_too_large
from compendium.selectors.site_search.results import query_error
from rules.building.changes import key_name
from rules.text import counted, natural_number
from warbands.models.collections import MAX_NUMBER
from warbands.selectors.collections import (
    MAX_TEXT,
    FigureKind,
    FigureList,
    OwnedFigure,
    collection_of,
    figures_of,
    figures_read,
    figures_text,
    kinds_named,
    kinds_of,
    line_replaced,
)
from warbands.services.collections import collection_save, figures_change

PAGE = 100
"""Creatures on one page."""
FOUND = 12
"""Creatures that a search by name shows."""
SHOWN_LINES = 20
"""The most unread lines of a list that are shown one by one."""
ADD, REPLACE = "add", "replace"
"""How a list is used: added to the figures, or replacing them."""
TOO_LARGE = f"The list is too large: it may have at most {MAX_TEXT:,} characters."
_NAMES = ("q", "page")
_NUMBER, _WAS = "number-", "was-"


class FigureRow(NamedTuple):
    """A creature of the collection as its row shows it: the number as typed, and its fault."""

    owned: OwnedFigure
    typed: str
    fault: str


class FoundCreature(NamedTuple):
    """A creature found by name, and how many of it there are already."""

    kind: FigureKind
    owned: int


@dataclass(frozen=True, slots=True)
class TypedNumbers:
    """Numbers that were not saved: as typed, with faults, and the refusal."""

    numbers: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    refusal: str = ""


@require_safe
def collection(request: HttpRequest) -> HttpResponse:
    """Show the visitor's figures, and the creatures that match the search. Four queries."""
    asked = ListState.of_request(request, _NAMES)
    if is_partial(request):
        response = render(
            request, "warbands/collection_found.html", found(asked.values.get("q", ""), owner_of(request))
        )
    elif asked.redirects:
        return HttpResponseRedirect(str(asked))
    else:
        response = render(request, "warbands/collection.html", _context(owner_of(request), asked))
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_POST
def collection_change(request: HttpRequest) -> HttpResponse:
    """Add or remove figures, one at a time or by typed numbers."""
    creature, removes, by = _pressed(request)
    typed = _typed(request, but=creature if removes else None)
    if typed.faults:
        return _refused(request, typed)
    numbers = {key: int(text) for key, text in typed.numbers.items()} | ({creature: 0} if removes else {})
    more = {creature: by} if by else {}
    try:
        written = figures_change(owner=owner_to_be(request), numbers=numbers, more=more) if numbers or more else {}
    except Refusal as refusal:
        return _refused(request, TypedNumbers(typed.numbers, refusal=refusal.message))
    return _done(request, _describe_numbers(written, owner_of(request)), refocus=0 in written.values())


def found(text: str, owner: Owner) -> dict[str, Any]:
    """Return the hits of a search by name. At most two queries."""
    fault = query_error(text)
    kinds = [] if fault else kinds_named(text, FOUND, owner)
    owned = collection_of(owner) if kinds else {}
    return {
        "words": shown_text(text),
        "search_fault": fault,
        "found": [FoundCreature(kind, owned.get(kind.key, 0)) for kind in kinds],
        "is_full": len(kinds) == FOUND,
    }


def _context(owner: Owner, asked: ListState, typed: TypedNumbers | None = None) -> dict[str, Any]:
    """Return the page's context. Four queries, two of them for the search."""
    typed = typed or TypedNumbers()
    figures = figures_of(owner)
    asked = replace(asked, path=reverse("warbands:collection"))
    page, warnings = asked.get_page(Paginator(figures, PAGE))
    return {
        **found(asked.values.get("q", ""), owner),
        "rows": [
            FigureRow(figure, typed.numbers.get(figure.key, str(figure.number)), typed.faults.get(figure.key, ""))
            for figure in page.object_list
        ],
        "kinds": len(figures),
        "total": sum(figure.number for figure in figures),
        "unknown": sum(figure.kind is None for figure in figures),
        "page_number": page.number if page.number > 1 else "",
        "page": page,
        "address": asked,
        "warnings": warnings,
        "refusal": typed.refusal,
        "most": MAX_NUMBER,
        "kept_for": settings.SESSION_COOKIE_AGE // 86_400,
    }


def _typed(request: HttpRequest, *, but: str | None) -> TypedNumbers:
    """Return the numbers that differ from those that the page showed, ``but`` for one creature's."""
    numbers, faults = {}, {}
    for name, value in request.POST.items():
        key = name.removeprefix(_NUMBER)
        text = shown_text(str(value).strip(), 20)
        if key in (name, but) or text == request.POST.get(_WAS + key):
            continue
        numbers[key] = text
        number = natural_number(text)
        if number is None or number > MAX_NUMBER:
            faults[key] = f"Enter a whole number from 0 to {MAX_NUMBER}."
    return TypedNumbers(
        numbers, faults, "Muster cannot read one of the numbers. Nothing was changed." if faults else ""
    )


def _pressed(request: HttpRequest) -> tuple[str, bool, int]:
    """Return the button's meaning: the creature, whether all of it are removed, and how many are added."""
    given = dict(parse_qsl(request.POST.get("change", "")[:500]))
    by = {"1": 1, "-1": -1}.get(given.get("by", ""), 0)
    return given.get("creature", ""), given.get("number") == "0", by


def _describe_numbers(written: Mapping[str, int], owner: Owner) -> str:
    """Return the new numbers in words. One query, or none."""
    if not written:
        return "Nothing changed"
    if len(written) > 1:
        return f"Saved the numbers of {len(written)} creatures"
    ((key, number),) = written.items()
    kinds = kinds_of([key], owner)
    name = kinds[key].name if key in kinds else key_name(key)
    return f"You have {number} {name}" if number else f"Removed {name} from your figures"


def _done(request: HttpRequest, words: str, *, refocus: bool) -> HttpResponse:
    """Show the present figures; with ``refocus``, the pressed button has disappeared with its row."""
    asked = _as_shown(request)
    if is_partial(request):
        context = {**_context(owner_of(request), asked), "said": f"{words}.", "refocus": refocus}
        return render(request, "warbands/collection_update.html", context)
    messages.info(request, f"{words}.")
    return HttpResponseRedirect(str(asked))


def _refused(request: HttpRequest, typed: TypedNumbers) -> HttpResponse:
    context = _context(owner_of(request), _as_shown(request), typed)
    template = "warbands/collection_update.html" if is_partial(request) else "warbands/collection.html"
    return render(request, template, context, status=422)


def _as_shown(request: HttpRequest) -> ListState:
    """Return the content of the page from which the form was sent."""
    pairs = tuple((name, value) for name in _NAMES if (value := shown_text(request.POST.get(name, ""))).strip())
    return ListState(reverse("warbands:collection"), pairs)


def _too_large(request: HttpRequest) -> HttpResponse:
    return _list_page(request, "", FigureList({}, fault=TOO_LARGE), status=422)


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def figure_list(request: HttpRequest) -> HttpResponse:
    """Import figures from a list; while a line of it is unread, nothing is stored unless that line is left out."""
    owner = owner_of(request)
    if request.method != "POST":
        mine = "mine" in request.GET
        text = figures_text(collection_of(owner), owner) if mine else ""
        return _list_page(request, text, FigureList({}), REPLACE if mine else ADD)
    text, how = request.POST.get("figures", "").replace("\0", ""), request.POST.get("how", ADD)
    if instead := request.POST.get("instead"):
        text = line_replaced(text, instead)
        return _list_page(request, text, figures_read(text, owner), how)
    read = figures_read(text, owner)
    if read.fault or (read.unread and "drop" not in request.POST) or not read.figures:
        return _list_page(request, text, read, how, 422)
    try:
        if how == REPLACE:
            collection_save(owner=owner_to_be(request), owned=read.figures)
        else:
            figures_change(owner=owner_to_be(request), more=read.figures)
    except Refusal as refusal:
        return _list_page(request, text, FigureList(read.figures, read.unread, refusal.message), how, 422)
    kept = "These are your figures now" if how == REPLACE else "Added"
    messages.success(request, f"{kept}: {describe_figures(read)}.")
    return redirect("warbands:collection")


def describe_figures(read: FigureList) -> str:
    """Return how many figures a list has: ``14 figures of 5 creatures``."""
    return f"{counted(read.total, 'figure')} of {counted(len(read.figures), 'creature')}"


def _list_page(request: HttpRequest, text: str, read: FigureList, how: str = ADD, status: int = 200) -> HttpResponse:
    context = {
        "text": text,
        "read": read,
        "figures_read": describe_figures(read) if read.figures else "",
        "told_lines": SHOWN_LINES,
        "how": how,
        "is_sent": request.method == "POST",
        "owned": sum(collection_of(owner_of(request)).values()),
    }
    return render(request, "warbands/figure_list.html", context, status=status)

"""The lists of creatures, items, feats and spells: one view for all of them.

A list's address holds its whole state. Without JavaScript its form is sent as any other; with it HTMX sends the form
as it changes and swaps what follows from it: the results, the count and what was wrong with a field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.web.address import Address, shown_text
from common.web.htmx import finish_partial, is_partial
from common.web.lists import ListState
from compendium.filters import CreatureFilter, FeatFilter, ItemFilter, ListFilter, SpellFilter
from compendium.filters.base import ChosenFilter
from compendium.models import Feat, Item, Spell
from compendium.models.entries import MAX_RANK
from compendium.selectors import creature_list
from compendium.web import rows, selection
from compendium.web.panel import Between, Group, One, Option, Part, Several, chips
from compendium.web.prints.items import FILTERS as ITEM_FILTERS
from compendium.web.rows import RowKind
from compendium.web.tray import Tray
from rules.cards.model import STATS
from rules.points import MAX_LEVEL, MIN_LEVEL

PAGE = 50
"""Rows on one page of a list."""

LEVELS = range(MIN_LEVEL, MAX_LEVEL + 1)


@dataclass(frozen=True, slots=True)
class Listing:
    """One list: what it is called, what it holds, how it can be filtered, and what draws its rows.

    ``columns`` are the sortable heads of its table: the name of the order, the label, and a class. ``printed_by`` are
    the filters that printing cards of its rows knows too, if they can be printed from here.
    """

    nouns: tuple[str, str]
    here: str
    lead: str
    filter_set: type[ListFilter]
    everything: Callable[[], QuerySet[Any]]
    rows: RowKind
    template: str
    parts: tuple[Part, ...]
    columns: tuple[tuple[str, str, str], ...]
    selects: bool = False
    printed_by: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The parameters that the list knows."""
        return [*self.filter_set.base_filters, "page"]

    @property
    def several(self) -> list[str]:
        """Those of them that may come more than once."""
        return [name for name, one in self.filter_set.base_filters.items() if isinstance(one, ChosenFilter)]


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: the address that sorts by it, and how the list is sorted by it now (empty: not)."""

    label: str
    css: str
    href: str
    sorted: str


CREATURES = Listing(
    nouns=("creature", "creatures"),
    here="creatures",
    lead="Every creature of the compendium, by what it is and what its card says.",
    filter_set=CreatureFilter,
    everything=creature_list.creatures,
    rows=rows.CREATURES,
    template="compendium/rows/creatures.html",
    parts=(
        Several("alignment", kind="nine"),
        One("warband", empty="any alignment"),
        Between("level", "Level", LEVELS),
        Between("points", "Points"),
        Several("size"),
        Several("tag"),
        Several("movement"),
        Several("tradition"),
        Several("skill"),
        Several("damage"),
        Several("source"),
    ),
    columns=(
        ("name", "Name", "name"),
        ("level", "Level", "num"),
        ("points", "Points", "num"),
        ("fight", "Fight", "num"),
        ("armor", "Armor", "num"),
        ("power", "Power", "num"),
        ("fortitude", "Fort", "num"),
        ("reflex", "Reflex", "num"),
        ("will", "Will", "num"),
        ("hp", "HP", "num"),
        ("speed", "Speed", "num"),
    ),
    selects=True,
)
ITEMS = Listing(
    nouns=("item", "items"),
    here="items",
    lead="What a creature of the item's level or higher may carry, each for the points of one upgrade.",
    filter_set=ItemFilter,
    everything=Item.objects.all,
    rows=rows.ITEMS,
    template="compendium/rows/items.html",
    parts=(
        Between("level", "Level", LEVELS),
        Several("kind"),
        Several("cost"),
        Several("choice"),
        Several("source"),
    ),
    columns=(("name", "Name", "name"), ("level", "Level", "num"), ("kind", "Kind", "")),
    printed_by=ITEM_FILTERS,
)
FEATS = Listing(
    nouns=("feat", "feats"),
    here="feats",
    lead="What a creature may learn in a campaign when it advances.",
    filter_set=FeatFilter,
    everything=Feat.objects.all,
    rows=rows.FEATS,
    template="compendium/rows/feats.html",
    parts=(
        Between("level", "Minimum level", LEVELS),
        One("requires"),
        Several("cost"),
        Several("choice"),
        Several("source"),
    ),
    columns=(("name", "Name", "name"), ("level", "Level", "num")),
)
SPELLS = Listing(
    nouns=("spell", "spells"),
    here="spells",
    lead="What the casters' cards name, each in full. Rank 0 is a cantrip.",
    filter_set=SpellFilter,
    everything=Spell.objects.all,
    rows=rows.SPELLS,
    template="compendium/rows/spells.html",
    parts=(
        Between("rank", "Rank", range(MAX_RANK + 1)),
        Several("tradition"),
        Several("licence"),
        Several("cost"),
        Several("rarity"),
        Several("source"),
    ),
    columns=(("name", "Name", "name"), ("rank", "Rank", "num")),
)


@require_safe
def creatures(request: HttpRequest) -> HttpResponse:
    """List creatures. At most six queries: the choices (three, mostly one), the count, the rows, who is selected."""
    return _list(request, CREATURES)


@require_safe
def items(request: HttpRequest) -> HttpResponse:
    """List items. Three queries."""
    return _list(request, ITEMS)


@require_safe
def feats(request: HttpRequest) -> HttpResponse:
    """List feats. Three queries."""
    return _list(request, FEATS)


@require_safe
def spells(request: HttpRequest) -> HttpResponse:
    """List spells. Three queries."""
    return _list(request, SPELLS)


def _list(request: HttpRequest, listing: Listing) -> HttpResponse:
    partly = is_partial(request)
    asked = ListState.of_request(request, listing.names, listing.several)
    if asked.redirects and not partly:
        return HttpResponseRedirect(str(asked.address))
    filters = listing.filter_set(asked.address.query, queryset=listing.everything())
    found = filters.qs if filters.form.is_valid() else filters.queryset.none()
    paginator = Paginator(found, PAGE)
    if not asked.address.without("sort", "page").pairs and (total := filters.total()) is not None:
        paginator.count = total
    page, warnings = asked.page_of(paginator)
    selected = creature_list.creatures_meant(selection.read(request)) if listing.selects else []
    shown: Any = page.object_list
    keys, drawn = rows.draw(listing.rows, shown, {one.key for one in selected})
    context = {
        "listing": listing,
        "action": request.path,
        "words": shown_text(asked.address.values.get("q", "")),
        "count": page.paginator.count,
        "rows": drawn,
        "errors": errors_of(filters),
        "has_errors": bool(filters.form.errors),
        "slots": [name for name in listing.names if name not in listing.several and name not in ("sort", "page")],
        "warnings": warnings,
        "chips": chips(listing.parts, filters, asked.address),
        "heads": _heads(listing, filters, asked.address),
        "orders": draw_options(orders_of(filters, asked.address)),
        "page": page,
        "address": asked.address,
    }
    if listing.printed_by:
        pairs = tuple(pair for pair in asked.address.pairs if pair[0] in listing.printed_by)
        context["print_way"] = str(Address(reverse("compendium:print", args=[listing.here]), pairs))
    if listing.selects:
        context["tray"] = Tray(selected, keys, urlencode(asked.address.pairs))
    if not partly:
        context["panel"] = draw_panel(tuple(part.group(filters, asked.address) for part in listing.parts))
    response = render(request, "compendium/list_update.html" if partly else "compendium/list.html", context)
    return finish_partial(request, response, asked.address)


@lru_cache(maxsize=256)
def draw_panel(groups: tuple[Group, ...]) -> SafeString:
    """Draw the panel of filters; it is the same for everybody who has set the same ones."""
    return render_to_string("compendium/panel.html", {"groups": groups})


@lru_cache(maxsize=256)
def draw_options(options: tuple[Option, ...]) -> SafeString:
    """Draw the choices of a select."""
    return render_to_string("compendium/options.html", {"options": options})


def errors_of(filters: ListFilter) -> list[tuple[str, str, str]]:
    """Return what is wrong: the field, its label, and the sentence; empty for a field that is typed and right."""
    found = []
    for name, one in filters.filters.items():
        messages = filters.form.errors.get(name, ())
        label = name.replace("_", " ").capitalize() if name.endswith(("_from", "_to")) else str(one.label)
        if messages or not isinstance(one, ChosenFilter):
            found.append((name, label, " ".join(map(str, messages))))
    return found


def _heads(listing: Listing, filters: ListFilter, address: Address) -> list[Head]:
    """Return the heads of the table: each sorts by its column, and the other way round when it does already."""
    now = address.values.get("sort", "") or ("" if address.values.get("q") else "name")
    return [
        Head(
            label=label,
            css=css,
            href=str(address.without("page").with_value("sort", _next(key, now))),
            sorted={key: "ascending", f"-{key}": "descending"}.get(now, ""),
        )
        for key, label, css in listing.columns
    ]


def _next(key: str, now: str) -> str:
    """Return the order that a head gives: the highest stat first, anything else from the lowest; then the reverse."""
    first, second = (f"-{key}", key) if key in STATS else (key, f"-{key}")
    return second if now == first else first


def orders_of(filters: ListFilter, address: Address) -> tuple[Option, ...]:
    """Return the choices of the order; the first is what the list does by itself."""
    now = address.values.get("sort", "")
    usual = "Best match first" if address.values.get("q") else "Name, A to Z"
    sort: Any = filters.filters["sort"]
    pairs = [pair for pair in sort.extra["choices"] if pair[0] != "name" or address.values.get("q")]
    return tuple(Option(value, label, value == now) for value, label in (("", usual), *pairs))

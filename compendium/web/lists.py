"""The lists of creatures, items, feats and spells, a view for each, and the search for everything.

A list's address contains its whole state. Without JavaScript, its form is sent like any other; with it, HTMX sends the
form as it changes and swaps the dependent parts: the results, the count and the faults of a field.
"""

from collections.abc import Collection
from functools import partial
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views import View
from django.views.decorators.http import require_safe

from common.filters import FilterSet
from common.web.address import Address, Column, FilteredList, ListState, details, finish_partial, is_partial, shown_text
from compendium.filters import CreatureFilter, FeatFilter, ItemFilter, SpellFilter
from compendium.models import Feat, Item, Spell
from compendium.selectors.creature_list import COLUMNS, creatures_by_id, listed_creatures
from compendium.selectors.site_search import results as site_search
from compendium.web import selection
from compendium.web.comparison import SelectionTray
from compendium.web.printables.tables import FILTERS as ITEM_FILTERS
from compendium.web.prose import RowTemplate, creature_context, with_emblem
from rules.cards.sheet import STAT_LABELS

NAME = Column("Name", "name", "name")
LEVEL = Column("Level", "level", "num")


class EntryList(View):
    """A list of entries. A subclass defines the filters, the columns of its table, and the renderer of its rows."""

    http_method_names = ["get", "head"]  # noqa: RUF012 - declared so by Django
    paginate_by = 50

    queryset: ClassVar[QuerySet[Any]]
    filterset_class: ClassVar[type[FilterSet]]
    lead: ClassVar[str]
    ways: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Links beside the heading: names of addresses and their words."""
    columns: ClassVar[tuple[Column, ...]]
    row_template: ClassVar[RowTemplate]
    table_class: ClassVar[str] = "entries"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the list, or only the changed part for HTMX. Two queries: the choices, the rows."""
        state = ListState.of_request(request, self.filterset_class.parameters(), self.filterset_class.repeatable())
        partial = is_partial(request)
        if state.redirects and not partial:
            return HttpResponseRedirect(str(state))
        filterset = self.filterset_class(state.query, queryset=self.queryset.all())
        context = self.get_context_data(FilteredList(filterset, state, self.row_template.columns, self.paginate_by))
        template = "compendium/list_update.html" if partial else "compendium/list.html"
        return finish_partial(request, render(request, template, context), state)

    def get_context_data(self, listed: FilteredList, ticked: Collection[str] = ()) -> dict[str, Any]:
        """Return the contents of the list's page; the rows with keys in ``ticked`` have their box ticked."""
        keys, rows = self.row_template.render_all(listed.rows, ticked)
        headers = listed.headers(self.columns)
        return {"list": listed, "view": self, "headers": headers, "keys": keys, "rows": rows}


class CreatureList(EntryList):
    """The list of creatures. At most five queries: three for the choices, mostly one, and one for the selection."""

    queryset = listed_creatures()
    filterset_class = CreatureFilter
    lead = "Every creature of the compendium, by its type and the words on its card."
    ways = (
        ("compendium:balance", "What they are worth"),
        ("compendium:homebrew-list", "My creatures"),
        ("compendium:homebrew-convert", "Convert from PF2e"),
    )
    columns = (
        NAME,
        LEVEL,
        Column("Points", "points", "num"),
        *(Column(label, stat, "num", high_first=True) for stat, label in STAT_LABELS),
        Column("Select", css="num to-select"),
    )
    row_template = RowTemplate(COLUMNS, "compendium/rows/creature.html", "compendium:creature", creature_context)
    table_class = "creatures"

    def get_context_data(self, listed: FilteredList, ticked: Collection[str] = ()) -> dict[str, Any]:
        """Add the tray of the creatures that are selected."""
        selected = creatures_by_id(selection.read_selection(self.request))
        context = super().get_context_data(listed, {creature_name.key for creature_name in selected})
        return context | {"tray": SelectionTray(selected, context["keys"], urlencode(listed.address.pairs))}


class ItemList(EntryList):
    """The list of items, which links to the cards of the matching ones."""

    queryset = Item.objects.all()
    filterset_class = ItemFilter
    lead = "Creatures of an item's level or higher can buy it for the cost of one upgrade."
    columns = (NAME, LEVEL, Column("Kind", "kind"), Column("Action"), Column("What it does"))
    row_template = RowTemplate(
        ("key", "name", "level", "kind", "cost", "text", "choice"),
        "compendium/rows/item.html",
        "compendium:item",
        partial(with_emblem, "items"),
    )

    def get_context_data(self, listed: FilteredList, ticked: Collection[str] = ()) -> dict[str, Any]:
        """Add the address that prints the hits."""
        pairs = tuple(pair for pair in listed.address.pairs if pair[0] in ITEM_FILTERS)
        print_url = Address(reverse("compendium:print", args=["items"]), pairs)
        return super().get_context_data(listed, ticked) | {"print_url": print_url}


class FeatList(EntryList):
    """The list of feats."""

    queryset = Feat.objects.all()
    filterset_class = FeatFilter
    lead = "Feats that a creature may learn in a campaign when it advances."
    columns = (NAME, LEVEL, Column("Requires"), Column("Action"), Column("What it does"))
    row_template = RowTemplate(
        ("key", "name", "min_level", "cost", "uses", "requires", "text"),
        "compendium/rows/feat.html",
        "compendium:feat",
        partial(with_emblem, "feats"),
    )


class SpellList(EntryList):
    """The list of spells."""

    queryset = Spell.objects.all()
    filterset_class = SpellFilter
    lead = "Every spell, with its full text. Rank 0 is a cantrip."
    columns = (NAME, Column("Rank", "rank", "num"), Column("Action"), Column("Traditions"), Column("What it does"))
    row_template = RowTemplate(
        ("key", "name", "rank", "costs", "traditions", "rarity", "license", "text"),
        "compendium/rows/spell.html",
        "compendium:spell",
        partial(with_emblem, "spells"),
    )


KEPT_FOR = 60
"""Seconds for which a browser caches suggestions."""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search creatures, items, feats, spells and the glossary at once.

    At most six queries, and five more after an entry has changed.
    """
    asked = ListState.of_request(request, ["q"])
    partly = is_partial(request)
    if asked.redirects and not partly:
        return HttpResponseRedirect(str(asked))
    typed = asked.values.get("q", "")
    error = site_search.query_error(typed)
    context = {
        "query": shown_text(typed),
        "error": error,
        "warnings": asked.warnings,
        "results": None if error or not typed.strip() else site_search.search_site(typed),
    }
    response = render(request, "compendium/search_found.html" if partly else "compendium/search.html", context)
    return finish_partial(request, response, asked)


@require_safe
def suggestions(request: HttpRequest) -> HttpResponse:
    """Return suggestions for a query while the player types, as options of a list; the whole page without HTMX.

    One query, and five more after an entry has changed.
    """
    typed = request.GET.get("q", "")
    if not is_partial(request):
        return HttpResponseRedirect(str(Address(reverse("compendium:search"), (("q", typed),) if typed else ())))
    readable = bool(typed.strip()) and not site_search.query_error(typed)
    context = {
        "list": details(request).target or "suggestions",
        "query": typed.strip() if readable else "",
        "suggestions": site_search.suggestions(typed) if readable else (),
    }
    response = render(request, "compendium/suggestions.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    patch_cache_control(response, private=True, max_age=KEPT_FOR)
    return response

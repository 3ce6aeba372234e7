"""The lists of creatures, items, feats and spells: a view for each, of one kind.

A list's address holds its whole state. Without JavaScript its form is sent as any other; with it HTMX sends the form
as it changes and swaps what follows from it: the results, the count and what was wrong with a field.
"""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views import View

from common.filters import FilterSet
from common.web.address import Address
from common.web.htmx import finish_partial, is_partial
from common.web.lists import Column, FilteredList, ListState
from compendium.filters import CreatureFilter, FeatFilter, ItemFilter, SpellFilter
from compendium.models import Feat, Item, Spell
from compendium.selectors.creature_list import CreatureName, creatures, creatures_by_id
from compendium.web import rows, selection
from compendium.web.printables.items import FILTERS as ITEM_FILTERS
from compendium.web.rows import RowTemplate
from compendium.web.selection_tray import SelectionTray
from rules.cards.sheet import STAT_LABELS

PAGE = 50
"""Rows on one page of a list."""

NAME = Column("Name", "name", "name")
LEVEL = Column("Level", "level", "num")


class EntryList(View):
    """A list of entries. A subclass says what can be filtered, the columns of its table, and what draws its rows."""

    http_method_names = ["get", "head"]  # noqa: RUF012 - declared so by Django

    queryset: ClassVar[QuerySet[Any]]
    filter_set: ClassVar[type[FilterSet]]
    lead: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]
    row: ClassVar[RowTemplate]
    table_class: ClassVar[str] = "entries"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the list, or what changes of it where HTMX asks. Three queries: the choices, the count, the rows."""
        state = ListState.of_request(request, self.filter_set.parameters(), self.filter_set.repeatable())
        partial = is_partial(request)
        if state.redirects and not partial:
            return HttpResponseRedirect(str(state))
        listed = FilteredList(self.filter_set(state.query, queryset=self.queryset.all()), state, PAGE)
        context = {
            "list": listed,
            "lead": self.lead,
            "heads": listed.heads(self.columns),
            "table_class": self.table_class,
            **self.get_context(listed),
        }
        template = "compendium/list_update.html" if partial else "compendium/list.html"
        return finish_partial(request, render(request, template, context), state)

    def get_context(self, listed: FilteredList) -> dict[str, Any]:
        """Return the rows, and what else the page of this list shows."""
        return {"rows": self.row.draw_all(listed.rows)[1]}


class CreatureList(EntryList):
    """The list of creatures. At most six queries: three for the choices, mostly one, and one for who is selected."""

    queryset = creatures()
    filter_set = CreatureFilter
    lead = "Every creature of the compendium, by what it is and what its card says."
    columns = (
        NAME,
        LEVEL,
        Column("Points", "points", "num"),
        *(Column(label, stat, "num", high_first=True) for stat, label in STAT_LABELS),
        Column("Select", css="num to-select"),
    )
    row = rows.CREATURES
    table_class = "creatures"

    def get_context(self, listed: FilteredList) -> dict[str, Any]:
        """Return the rows, and the tray of the creatures that are selected."""
        selected: list[CreatureName] = creatures_by_id(selection.read(self.request))
        keys, drawn = self.row.draw_all(listed.rows, {one.key for one in selected})
        return {"rows": drawn, "tray": SelectionTray(selected, keys, urlencode(listed.address.pairs))}


class ItemList(EntryList):
    """The list of items, which leads to the cards of those that are found."""

    queryset = Item.objects.all()
    filter_set = ItemFilter
    lead = "What a creature of the item's level or higher may carry, each for the cost of one upgrade."
    columns = (NAME, LEVEL, Column("Kind", "kind"), Column("Action"), Column("What it does"))
    row = rows.ITEMS

    def get_context(self, listed: FilteredList) -> dict[str, Any]:
        """Return the rows, and the address that prints what is found."""
        pairs = tuple(pair for pair in listed.address.pairs if pair[0] in ITEM_FILTERS)
        return {
            **super().get_context(listed),
            "print_url": str(Address(reverse("compendium:print", args=["items"]), pairs)),
        }


class FeatList(EntryList):
    """The list of feats."""

    queryset = Feat.objects.all()
    filter_set = FeatFilter
    lead = "What a creature may learn in a campaign when it advances."
    columns = (NAME, LEVEL, Column("Requires"), Column("Action"), Column("What it does"))
    row = rows.FEATS


class SpellList(EntryList):
    """The list of spells."""

    queryset = Spell.objects.all()
    filter_set = SpellFilter
    lead = "Every spell for casters, each in full. Rank 0 is a cantrip."
    columns = (
        NAME,
        Column("Rank", "rank", "num"),
        Column("Action"),
        Column("Traditions"),
        Column("What it does"),
    )
    row = rows.SPELLS

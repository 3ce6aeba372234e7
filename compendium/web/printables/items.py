"""Printing cards of items: filtered by kind and level, ticked one by one."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from common.web.address import Address
from compendium.entries import item_from_row
from compendium.filters import ItemFilter
from compendium.models import Item
from compendium.web.printables.jobs import MOST, Draw, Printable, PrintChoice, PrintJob, cards_of, ticked
from compendium.web.printables.tables import NOTHING
from printing.cards.entries import item_card
from rules import items
from rules.text import with_minus

NAME = "Item cards"
FILTERS = ("kind", "level_from", "level_to")
"""The filters of items that are known here, by their names in addresses."""


class PrintedItemFilter(ItemFilter):
    """Items by what can be chosen here."""

    cost = choice = source = None  # type: ignore[assignment] # takes the filters out


def items_job(request: HttpRequest) -> PrintJob:
    """Return the cards of the items that the filters find and that are ticked. Two queries."""
    asked = Address(
        request.path, tuple((name, value) for name in FILTERS for value in request.GET.getlist(name) if value.strip())
    )
    filters = PrintedItemFilter(asked.query, queryset=Item.objects.select_related("source"))
    shown: dict[str, Any] = {"form": filters.form}
    if not filters.form.is_valid():
        return PrintJob(refusal="Nothing is printed, because a filter cannot be read.", shown=shown)
    rows = list(filters.qs[: MOST + 1])
    choices = [PrintChoice(row.key, row.name, f"level {with_minus(str(row.level))}") for row in rows]
    chosen = ticked(request, choices, urlencode(asked.pairs))
    shown["ticked"] = chosen
    pairs = (*asked.pairs, *chosen.pairs)
    if len(rows) > MOST:
        return PrintJob(
            refusal=f"One file holds {MOST} cards: choose by kind or level.", pairs=asked.pairs, shown=shown
        )
    if not rows:
        return PrintJob(refusal="No item matches. Choose another kind or level.", pairs=pairs, shown=shown)
    settings = [item_card(item_from_row(row)) for row in rows if row.key in chosen.keys]
    return PrintJob(
        draw=cards_of(settings, NAME) if settings else None,
        refusal=NOTHING,
        pairs=pairs,
        name="items",
        notes=chosen.notes,
        shown=shown,
    )


def _sample() -> Draw:
    return cards_of([item_card(items.find_item("alchemists-fire-minor"))], NAME)


ITEM_CARDS = Printable(
    "items",
    NAME,
    "What creatures carry: what it does, its uses as boxes, and room for what its carrier chooses.",
    items_job,
    _sample,
    choice="compendium/printables/items.html",
)

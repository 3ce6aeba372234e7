"""The creatures beside a warband: those that may join, searched and filtered as the compendium's list is."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import QueryDict
from django.utils.safestring import SafeString

from common.web.address import Address, shown_text
from common.web.lists import ListState
from compendium.selectors.creature_list import COLUMNS, creatures
from compendium.web import lists
from compendium.web.panel import Chip, chips
from compendium.web.rows import RowKind, creature_words, draw_row
from rules.building.joining import Joining
from warbands.filters import JoiningFilter

PAGE = 24
"""Creatures on one page."""

ROWS = RowKind((*COLUMNS, "source__key"), creature_words, "warbands/rows/creature.html", "compendium:creature")
PARTS = tuple(part for part in lists.CREATURES.parts if part.name != "warband")
SEVERAL = [name for name in lists.CREATURES.several if name != "warband"]
TICKS = ("affordable", "legal", "others")
NAMES = [*JoiningFilter.base_filters, "page"]


def found(asked: ListState, joining: Joining) -> dict[str, Any]:
    """Return what the list of creatures shows. Three queries: the choices, the count, the rows."""
    filters = JoiningFilter(asked.address.query, queryset=creatures())
    filters.joining = joining
    rows = filters.qs if filters.form.is_valid() else filters.queryset.none()
    page, warnings = asked.page_of(Paginator(rows, PAGE))
    shown: Any = page.object_list
    return {
        "action": asked.address.path,
        "itself": str(asked.address),
        "listing": lists.CREATURES,
        "words": shown_text(asked.address.values.get("q", "")),
        "count": page.paginator.count,
        "creatures": SafeString(
            "".join(draw_row(ROWS, row, words=_obstacle(row, joining)) for row in shown.values_list(*ROWS.columns))
        ),
        "ticks": [(name, str(filters.filters[name].label), bool(filters.form.data.get(name))) for name in TICKS],
        "errors": lists.errors_of(filters),
        "has_errors": bool(filters.form.errors),
        "slots": [name for name in NAMES if name not in SEVERAL and name not in ("sort", "page", *TICKS)],
        "warnings": warnings,
        "chips": [*chips(PARTS, filters, asked.address), *_ticked(filters, asked.address)],
        "orders": lists.draw_options(lists.orders_of(filters, asked.address)),
        "panel": lists.draw_panel(tuple(part.group(filters, asked.address) for part in PARTS)),
        "page": page,
        "address": asked.address,
    }


def _obstacle(row: tuple[Any, ...], joining: Joining) -> str:
    values = dict(zip(ROWS.columns, row, strict=True))
    return joining.obstacle_of(
        key=values["key"], alignment=values["alignment"] or None, level=values["level"], source=values["source__key"]
    )


def _ticked(filters: JoiningFilter, address: Address) -> list[Chip]:
    return [
        Chip(str(filters.filters[name].label), str(address.without(name, "page")))
        for name in TICKS
        if address.values.get(name)
    ]


def hidden(query: str) -> QueryDict:
    """Return a query as it may be appended to an address again."""
    return QueryDict(query[:2000])

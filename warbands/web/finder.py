"""The creatures beside a warband: those that may join, searched and filtered as the compendium's list is."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.models import Owner
from common.web.lists import FilteredList, ListState
from compendium.models import Creature
from compendium.selectors.creature_list import COLUMNS, listed_creatures, with_twin_source
from compendium.selectors.homebrew import creatures_for, homebrew_keys
from compendium.web.rows import RowTemplate, creature_context
from rules.building.joining import Joining
from rules.building.members import MOST_AT_ONCE
from warbands.filters import JoiningFilter

PAGE = 24
"""Creatures on one page."""

ROW = RowTemplate((*COLUMNS, "source__key"), "warbands/rows/creature.html", "compendium:creature", creature_context)
NAMES = JoiningFilter.parameters()
SEVERAL = JoiningFilter.repeatable()
_CREATURES = listed_creatures()
_TICKS = (
    ("affordable", "Affordable", "Affordable now"),
    ("legal", "Legal", "Legal now"),
    ("others", "All", "All: also creatures that may not join"),
)
"""The boxes beside the search: the filter of each, its short label, and the whole of it."""
_NUMBERS = format_html_join("", "<option>{}</option>", ((number,) for number in range(1, MOST_AT_ONCE + 1)))
"""The numbers of creatures that can be added at once, as options."""


def creature_list(state: ListState, joining: Joining, owner: Owner, used: Collection[str] = ()) -> dict[str, Any]:
    """Return what the list of creatures shows. Two queries: the choices, the rows.

    Homebrew is in it if it is the owner's own, or is among the keys that are ``used`` and shared.
    """
    marked = homebrew_keys(used)
    has_homebrew = bool(marked) or not owner.is_nobody
    rows = _with_homebrew(owner.place, marked) if has_homebrew else _CREATURES
    filters = JoiningFilter(state.query, queryset=rows)
    filters.joining, filters.row_values = joining, owner.parameters
    listed = FilteredList(filters, state, ROW.columns, PAGE)
    return {
        "list": listed,
        "creatures": SafeString("".join(ROW.render(row, note=_obstacle(row, joining)) for row in listed.rows)),
        "ticks": [(*tick, bool(filters.data.get(tick[0]))) for tick in _TICKS],
        "numbers_to_add": _NUMBERS,
    }


@lru_cache(256)
def _with_homebrew(place: Owner, used: frozenset[str]) -> QuerySet[Creature]:
    return with_twin_source(creatures_for(place, used))


def _obstacle(row: tuple[Any, ...], joining: Joining) -> str:
    values = dict(zip(ROW.columns, row, strict=True))
    return joining.obstacle_of(
        key=values["key"], alignment=values["alignment"] or None, level=values["level"], source=values["source__key"]
    )

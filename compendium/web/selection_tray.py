"""The selected creatures, told below the list from which they are chosen, and what can be done with them.

The rows' boxes and the tray are one form. It names the rows that are shown: of those the ticks count, everybody else
stays selected. The answer is the tray again, or the way to where a button leads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from common.web.address import is_key, is_partial
from compendium.filters import CreatureFilter
from compendium.selectors.creature_list import CreatureName, creatures, creatures_by_id, distinct_names
from compendium.web import comparison_cookie, selection
from compendium.web.comparison import comparison_url

NAMED = 3
"""Creatures that the tray names before it counts the rest."""

FEWEST = 2
"""Creatures that a comparison is of, at least."""

_TOO_FEW = "Tick two to four creatures to compare them."
_TOO_MANY = "selected: you can compare at most four."
_MOST = 200
"""Rows that one form can tell of: more than a list shows on a page."""


@dataclass(frozen=True, slots=True)
class SelectionTray:
    """Who is selected, the keys of the rows shown, the list's own query, and whether a tick found no room."""

    selected: Sequence[CreatureName]
    shown: Collection[str]
    query: str
    is_overfull: bool = False
    limit: ClassVar = selection.LIMIT
    most_compared: ClassVar = comparison_cookie.LIMIT

    @property
    def names(self) -> list[str]:
        """The names that are told; a single one more is told too, rather than counted."""
        names = distinct_names(self.selected)
        return names if len(names) <= NAMED + 1 else names[:NAMED]

    @property
    def more(self) -> int:
        """How many are counted instead."""
        return len(self.selected) - len(self.names)

    @property
    def query_of_creatures(self) -> str:
        """The selected creatures as another page is asked for them."""
        return urlencode([("creature", creature_name.key) for creature_name in self.selected])

    @property
    def is_full(self) -> bool:
        """True if no other creature can be selected."""
        return len(self.selected) >= self.limit

    @property
    def is_comparable(self) -> bool:
        """True if a comparison can hold them."""
        return len(self.selected) <= self.most_compared


@require_POST
def selection_change(request: HttpRequest) -> HttpResponse:
    """Remember what is ticked, and go where the button says. One query; for everybody found at most four."""
    remembered = selection.read_selection(request)
    query, do = request.POST.get("list", ""), request.POST.get("do", "")
    shown = list(filter(is_key, request.POST.get("shown", "").split()))[:_MOST]
    ticked = shown if do == "page" else list(filter(is_key, request.POST.getlist("creature")))[:_MOST]
    found = _found(query) if do == "found" else []
    known = creatures_by_id([*remembered, *found], ticked)
    asked = [
        creature_name
        for creature_name in known
        if creature_name.key not in shown or creature_name.key in ticked or creature_name.number in found
    ]
    selected = asked[: selection.LIMIT] if do != "clear" else []
    if is_partial(request) and not do:
        tray = SelectionTray(selected, shown, query, is_overfull=len(asked) > len(selected))
        response = render(request, "compendium/selection_tray.html", {"tray": tray})
    else:
        response = HttpResponseRedirect(_way(request, do, selected, query))
    selection.keep_selection(
        response, {creature_name.number: remembered.get(creature_name.number, 1) for creature_name in selected}
    )
    return response


def _found(query: str) -> list[int]:
    """Return the creatures of a list, as many as can be selected; of one that cannot be read none."""
    found = CreatureFilter(QueryDict(query), queryset=creatures()).qs
    return list(found.values_list("pk", flat=True)[: selection.LIMIT])


def _way(request: HttpRequest, do: str, selected: Sequence[CreatureName], query: str) -> str:
    """Return where a button leads: to the comparison, to print, or back to the list."""
    if do == "print":
        return reverse("compendium:print", args=["creatures"])
    if do == "compare" and FEWEST <= len(selected) <= comparison_cookie.LIMIT:
        return comparison_url([creature_name.key for creature_name in selected])
    if do == "compare":
        messages.warning(request, _TOO_FEW if len(selected) < FEWEST else f"{len(selected)} creatures are {_TOO_MANY}")
    pairs = QueryDict(query).urlencode()
    return f"{reverse('compendium:creature-list')}{f'?{pairs}' if pairs else ''}"

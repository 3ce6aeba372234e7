"""Up to four creatures side by side, and the tray of the selected creatures below the list."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from common.web.address import is_key, is_partial, shown_text
from compendium.filters import CreatureFilter
from compendium.models import Creature
from compendium.selectors import creatures as selectors
from compendium.selectors.creature_list import CreatureName, creatures, creatures_by_id, distinct_names
from compendium.selectors.site_search.results import query_error
from compendium.web import selection
from compendium.web.creatures import comparison_context, viewer_of
from compendium.web.printables.views import print_url
from rules.cards.model import NamedCard, tell_apart
from rules.cards.sheet import CreatureCard
from rules.text import listed, with_minus

NAMED_KEYS = 3
"""Unknown keys that a warning names before it counts the rest."""


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Show the creatures of the address; without any, those that were compared last."""
    if (
        "creature" not in request.GET
        and "add" not in request.GET
        and (remembered := selection.read_comparison(request))
    ):
        return HttpResponseRedirect(comparison_url(remembered))
    given = request.GET.getlist("creature")
    asked = selection.valid_keys(given)
    creatures = selectors.creatures_get(asked, viewer_of(request, asked))
    keys = tuple(creature.key for creature in creatures)
    partly = is_partial(request)
    text = request.GET.get("add", "")
    named = [] if query_error(text) else selectors.creatures_named(text)
    new = [row for row in named if row.key not in keys]
    if len(new) == 1 and len(keys) < selection.MOST_COMPARED and not partly:
        return HttpResponseRedirect(comparison_url((*keys, new[0].key)))
    cards = [selectors.creature_sheet(creature.current, creature) for creature in creatures if creature.current]
    origins = _origins(creature for creature in creatures if creature.current)
    context = {
        "columns": [
            (card, comparison_url([key for key in keys if key != card.key]), origin)
            for card, origin in zip(cards, origins, strict=True)
        ],
        "cards": cards,
        "rows": comparison_rows(cards),
        "keys": keys,
        "warnings": [*_unknown_creatures(given, asked, keys), *_surplus(given)],
        "print_url": print_url(tuple(("creature", key) for key in keys)),
        "text": shown_text(text),
        "found": [
            (row, comparison_url((*keys, row.key)), origin) for row, origin in zip(new, _origins(new), strict=True)
        ],
        "is_full": len(keys) >= selection.MOST_COMPARED,
        "limit": selection.MOST_COMPARED,
    }
    response = render(request, "compendium/compare_found.html" if partly else "compendium/compare.html", context)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    if "creature" in request.GET:
        selection.keep_comparison(response, keys)
    return response


def _origins(rows: Iterable[Creature]) -> list[str]:
    return tell_apart([NamedCard(row.name, row.source.name, row.alignment, row.license) for row in rows])


def _unknown_creatures(given: Iterable[str], asked: Collection[str], known: Collection[str]) -> Iterator[str]:
    """Yield a sentence about keys in the address without a creature."""
    tried = (key for key in dict.fromkeys(given) if key and (key in asked or not is_key(key)))
    unknown = [f"“{shown_text(key, 40)}”" for key in tried if key not in known]
    if unknown:
        more = [f"{len(unknown) - NAMED_KEYS} more"] if len(unknown) > NAMED_KEYS else []
        names = listed([*unknown[:NAMED_KEYS], *more])
        left_out = "it was" if len(unknown) == 1 else "they were"
        yield f"Muster knows no creature by the {'key' if len(unknown) == 1 else 'keys'} {names}: {left_out} left out."


def _surplus(given: Iterable[str]) -> Iterator[str]:
    """Yield a sentence if an address names more creatures than can be compared."""
    if len(set(filter(is_key, given))) > selection.MOST_COMPARED:
        yield f"You can compare at most {selection.MOST_COMPARED} creatures; the others were left out."


@require_POST
def comparison_change(request: HttpRequest) -> HttpResponse:
    """Add a creature to the comparison, or remove it, and return to the visitor's page."""
    key = request.POST.get("creature", "")
    if not selection.valid_keys([key]):
        raise BadRequest("Name the creatures of a comparison by their keys.")
    keys = tuple(other for other in selection.read_comparison(request) if other != key)
    if request.POST.get("do") == "add":
        keys = selection.valid_keys((*keys, key))
    if is_partial(request):
        context = comparison_context(request, key, keys)
        response: HttpResponse = render(request, "compendium/comparison_button.html", context)
    else:
        back = request.POST.get("next", "")
        safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
        response = HttpResponseRedirect(back if safe else comparison_url(keys))
    selection.keep_comparison(response, keys)
    return response


def comparison_url(keys: tuple[str, ...] | list[str]) -> str:
    """Return the address that shows these creatures; without any, it asks not to restore the remembered ones."""
    return f"{reverse('compendium:compare')}?{urlencode([('creature', key) for key in keys] or [('creature', '')])}"


def comparison_rows(cards: list[CreatureCard]) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Return a row for each figure of the cards: its label, and the figure of each card in order.

    A figure is marked if no other creature has a higher one and some have a lower.
    """
    rows = [
        ("Points", [(str(card.points), False) for card in cards]),
        ("Level", [(with_minus(str(card.level)), False) for card in cards]),
        ("Upgrades", [(f"+{card.upgrade_cost}", False) for card in cards]),
    ]
    for stats in zip(*(card.stats for card in cards), strict=True):
        amounts = [stat.amount for stat in stats if stat.amount is not None]
        best = max(amounts) if len(set(amounts)) > 1 else None
        rows.append((stats[0].label, [(stat.value, best is not None and stat.amount == best) for stat in stats]))
    return rows


NAMED = 3
"""Creatures that the tray names before it counts the rest."""

FEWEST = 2
"""Creatures that a comparison is of, at least."""

_TOO_FEW = "Tick two to four creatures to compare them."
_TOO_MANY = "selected: you can compare at most four."
_MOST = 200
"""The most rows of one form: more than a list shows on a page."""


@dataclass(frozen=True, slots=True)
class SelectionTray:
    """The selection, the keys of the rows shown, the list's own query, and whether a tick exceeded the limit."""

    selected: Sequence[CreatureName]
    shown: Collection[str]
    query: str
    is_overfull: bool = False
    limit: ClassVar = selection.LIMIT
    most_compared: ClassVar = selection.MOST_COMPARED

    @property
    def names(self) -> list[str]:
        """The listed names; a single further name is listed too, rather than counted."""
        names = distinct_names(self.selected)
        return names if len(names) <= NAMED + 1 else names[:NAMED]

    @property
    def more(self) -> int:
        """The number of creatures that are only counted."""
        return len(self.selected) - len(self.names)

    @property
    def query_of_creatures(self) -> str:
        """The selected creatures as parameters of another page."""
        return urlencode([("creature", creature_name.key) for creature_name in self.selected])

    @property
    def is_full(self) -> bool:
        """True if no other creature can be selected."""
        return len(self.selected) >= self.limit

    @property
    def is_comparable(self) -> bool:
        """True if a comparison has room for them."""
        return len(self.selected) <= self.most_compared


@require_POST
def selection_change(request: HttpRequest) -> HttpResponse:
    """Store the selection, and follow the button. One query; at most four if everybody is selected."""
    remembered = selection.read_selection(request)
    query, do = request.POST.get("list", ""), request.POST.get("do", "")
    shown = list(filter(is_key, request.POST.get("shown", "").split()))[:_MOST]
    ticked = shown if do == "page" else list(filter(is_key, request.POST.getlist("creature")))[:_MOST]
    listed = _found(query) if do == "found" else []
    known = creatures_by_id([*remembered, *listed], ticked)
    asked = [
        creature_name
        for creature_name in known
        if creature_name.key not in shown or creature_name.key in ticked or creature_name.number in listed
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
    listed = CreatureFilter(QueryDict(query), queryset=creatures()).qs
    return list(listed.values_list("pk", flat=True)[: selection.LIMIT])


def _way(request: HttpRequest, do: str, selected: Sequence[CreatureName], query: str) -> str:
    """Return a button's destination: the comparison, print, or back to the list."""
    if do == "print":
        return reverse("compendium:print", args=["creatures"])
    if do == "compare" and FEWEST <= len(selected) <= selection.MOST_COMPARED:
        return comparison_url([creature_name.key for creature_name in selected])
    if do == "compare":
        messages.warning(request, _TOO_FEW if len(selected) < FEWEST else f"{len(selected)} creatures are {_TOO_MANY}")
    pairs = QueryDict(query).urlencode()
    return f"{reverse('compendium:creature-list')}{f'?{pairs}' if pairs else ''}"

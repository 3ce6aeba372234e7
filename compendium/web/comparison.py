"""Up to four creatures side by side. The address holds which; a cookie remembers them from page to page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from common.web.address import is_key, is_partial, shown_text
from compendium.models import Creature
from compendium.selectors import creatures as selectors
from compendium.selectors.site_search import query_error
from compendium.web import comparison_cookie
from compendium.web.creatures import comparison_context
from compendium.web.printables.creatures import print_url
from compendium.web.viewers import viewer_of
from rules.cards.origins import NamedCard, tell_apart
from rules.cards.sheet import CreatureCard
from rules.text import listed, with_minus

NAMED_KEYS = 3
"""Unknown keys that a warning names before it counts the rest."""


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """One figure of a row; ``best`` where no other creature has a higher one and some have a lower."""

    value: str
    best: bool


@dataclass(frozen=True, slots=True)
class ComparedCreature:
    """A creature of the comparison, the address of the same one without it, and what tells it from its namesakes."""

    card: CreatureCard
    without: str
    origin: str


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Show the creatures of the address; without any, those that were compared last."""
    if (
        "creature" not in request.GET
        and "add" not in request.GET
        and (remembered := comparison_cookie.read_comparison(request))
    ):
        return HttpResponseRedirect(comparison_url(remembered))
    given = request.GET.getlist("creature")
    asked = comparison_cookie.valid_keys(given)
    creatures = selectors.creatures_get(asked, viewer_of(request, asked))
    keys = tuple(creature.key for creature in creatures)
    partly = is_partial(request)
    text = request.GET.get("add", "")
    named = [] if query_error(text) else selectors.creatures_named(text)
    found = [row for row in named if row.key not in keys]
    if len(found) == 1 and len(keys) < comparison_cookie.LIMIT and not partly:
        return HttpResponseRedirect(comparison_url((*keys, found[0].key)))
    cards = [selectors.creature_sheet(creature.current, creature) for creature in creatures if creature.current]
    origins = _origins(creature for creature in creatures if creature.current)
    context = {
        "columns": [
            ComparedCreature(card, comparison_url([key for key in keys if key != card.key]), origin)
            for card, origin in zip(cards, origins, strict=True)
        ],
        "cards": cards,
        "rows": comparison_rows(cards),
        "keys": keys,
        "warnings": [*_unknown_creatures(given, asked, keys), *_surplus(given)],
        "print_url": print_url(tuple(("creature", key) for key in keys)),
        "text": shown_text(text),
        "found": [
            (row, comparison_url((*keys, row.key)), origin) for row, origin in zip(found, _origins(found), strict=True)
        ],
        "is_full": len(keys) >= comparison_cookie.LIMIT,
        "limit": comparison_cookie.LIMIT,
    }
    response = render(request, "compendium/compare_found.html" if partly else "compendium/compare.html", context)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    if "creature" in request.GET:
        comparison_cookie.keep_comparison(response, keys)
    return response


def _origins(rows: Iterable[Creature]) -> list[str]:
    return tell_apart([NamedCard(row.name, row.source.name, row.alignment, row.license) for row in rows])


def _unknown_creatures(given: Iterable[str], asked: Collection[str], found: Collection[str]) -> Iterator[str]:
    """Yield a sentence about the keys of an address that no creature has, of those that were looked up."""
    tried = (key for key in dict.fromkeys(given) if key and (key in asked or not is_key(key)))
    unknown = [f"“{shown_text(key, 40)}”" for key in tried if key not in found]
    if unknown:
        more = [f"{len(unknown) - NAMED_KEYS} more"] if len(unknown) > NAMED_KEYS else []
        names = listed([*unknown[:NAMED_KEYS], *more])
        left_out = "it was" if len(unknown) == 1 else "they were"
        yield f"Muster knows no creature by the {'key' if len(unknown) == 1 else 'keys'} {names}: {left_out} left out."


def _surplus(given: Iterable[str]) -> Iterator[str]:
    """Yield a sentence if an address names more creatures than can be compared."""
    if len(set(filter(is_key, given))) > comparison_cookie.LIMIT:
        yield f"At most {comparison_cookie.LIMIT} creatures can be compared; the others were left out."


@require_POST
def comparison_change(request: HttpRequest) -> HttpResponse:
    """Put a creature into the comparison, or take it out, and go back to where the visitor was."""
    key = request.POST.get("creature", "")
    if not comparison_cookie.valid_keys([key]):
        raise BadRequest("The comparison holds creatures by their keys.")
    keys = tuple(one for one in comparison_cookie.read_comparison(request) if one != key)
    if request.POST.get("do") == "add":
        keys = comparison_cookie.valid_keys((*keys, key))
    if is_partial(request):
        context = comparison_context(request, key, keys)
        response: HttpResponse = render(request, "compendium/comparison_button.html", context)
    else:
        back = request.POST.get("next", "")
        safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
        response = HttpResponseRedirect(back if safe else comparison_url(keys))
    comparison_cookie.keep_comparison(response, keys)
    return response


def comparison_url(keys: tuple[str, ...] | list[str]) -> str:
    """Return the address that shows these creatures; an empty one says so, so that nothing remembered comes back."""
    return f"{reverse('compendium:compare')}?{urlencode([('creature', key) for key in keys] or [('creature', '')])}"


def comparison_rows(cards: list[CreatureCard]) -> list[tuple[str, list[ComparedFigure]]]:
    """Return a row for each figure of the cards: its label, and the figure of each card in order."""
    rows = [
        ("Points", [ComparedFigure(str(card.points), best=False) for card in cards]),
        ("Level", [ComparedFigure(with_minus(str(card.level)), best=False) for card in cards]),
        ("Upgrades", [ComparedFigure(f"+{card.upgrade_cost}", best=False) for card in cards]),
    ]
    for stats in zip(*(card.stats for card in cards), strict=True):
        amounts = [stat.amount for stat in stats if stat.amount is not None]
        best = max(amounts) if len(set(amounts)) > 1 else None
        rows.append(
            (stats[0].label, [ComparedFigure(stat.value, best is not None and stat.amount == best) for stat in stats])
        )
    return rows

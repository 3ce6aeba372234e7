"""A creature's page, an older revision of it, and its history."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.models import Owner
from common.web.lists import ListState
from compendium.models import CardRevision, Creature
from compendium.selectors import creatures as selectors
from compendium.selectors.gambits import creature_tactics
from compendium.selectors.provenance import provenance_of
from compendium.web import comparison_cookie
from compendium.web.homebrew import owner_context
from compendium.web.viewers import viewer_of

REVISIONS_PER_PAGE = 20
CARD_KEPT_FOR = 600
"""Seconds for which a browser keeps a card alone."""


@require_safe
def creature(request: HttpRequest, key: str) -> HttpResponse:
    """Show the current card of a creature."""
    viewer = viewer_of(request, [key])
    found = selectors.creature_get(key, viewer)
    if found is None or found.current is None:
        raise Http404(f"There is no creature {key}.")
    return _card_page(request, found, found.current, viewer)


@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    """Show the current card alone, as lists open it beside themselves. Browsers keep it for some minutes."""
    found = selectors.creature_get(key, viewer_of(request, [key]))
    if found is None or found.current is None:
        raise Http404(f"There is no creature {key}.")
    context = {"card": selectors.creature_sheet(found.current, found)}
    response = render(request, "compendium/card_alone.html", context)
    patch_cache_control(response, private=True, max_age=CARD_KEPT_FOR)
    return _unindexed(response, found)


@require_safe
def revision(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show the card as it was in one revision."""
    viewer = viewer_of(request, [key])
    found = selectors.revision_get(key, number, viewer)
    if found is None or found.creature is None:
        raise Http404(f"There is no revision {number} of {key}.")
    return _card_page(request, found.creature, found, viewer)


@require_safe
def history(request: HttpRequest, key: str) -> HttpResponse:
    """List a creature's revisions: who made each, when, and what it changed."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    viewer = viewer_of(request, [key])
    found = selectors.creature_get(key, viewer)
    if found is None:
        raise Http404(f"There is no creature {key}.")
    page, warnings = state.get_page(Paginator(selectors.revisions_of(found, viewer), REVISIONS_PER_PAGE))
    context = {"creature": found, "page": page, "address": state, "warnings": warnings}
    return _unindexed(render(request, "compendium/creature_history.html", context), found)


def _card_page(request: HttpRequest, found: Creature, shown: CardRevision, viewer: Owner | None) -> HttpResponse:
    card = selectors.creature_sheet(shown, found)
    response = render(
        request,
        "compendium/creature_page.html",
        {
            "creature": found,
            "revision": shown,
            "is_current": shown.pk == found.current_id,
            "card": card,
            "related": selectors.related_creatures(found),
            "spells": selectors.spells_of(card),
            "tactics": creature_tactics(found, shown),
            "provenance": provenance_of(found, shown.number),
            **comparison_context(request, found.key),
            **owner_context(request, found, viewer),
        },
    )
    return _unindexed(response, found)


def _unindexed(response: HttpResponse, creature: Creature) -> HttpResponse:
    """Return a page that search engines leave out if its creature is homebrew, which only its link shows."""
    if not creature.is_listed:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def comparison_context(request: HttpRequest, key: str, keys: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return what the button of the comparison has to know about one creature."""
    chosen = comparison_cookie.read_comparison(request) if keys is None else keys
    return {
        "key": key,
        "compared": chosen,
        "is_compared": key in chosen,
        "is_full": len(chosen) >= comparison_cookie.LIMIT,
    }

"""A creature's page, its revisions and history; the list of a person's own creatures, and the owner's decisions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of
from common.web.address import Column, FilteredList, ListState, absolute
from common.web.refusals import attempt
from compendium.filters import HomebrewFilter
from compendium.models import CardRevision, Creature, Submission
from compendium.selectors import creatures as selectors
from compendium.selectors.creatures import creature_tactics, provenance_of
from compendium.selectors.homebrew import homebrew_get, homebrew_rows
from compendium.selectors.worth import own_worth, worth_of
from compendium.services import homebrew as services
from compendium.services.worth import worth_stop
from compendium.tasks import worth_run
from compendium.web import selection
from compendium.web.prose import RowTemplate, Values
from rules.alignment import BY_CODE
from rules.cards.model import HOMEBREW_MARK, SHARED_LICENSES, UNKNOWN_LICENSE, is_named_license
from rules.points import level_cost
from rules.text import with_minus


def viewer_of(request: HttpRequest, keys: Iterable[str]) -> Owner | None:
    """Return the viewer, None if no key is homebrew's: such pages need not load the session."""
    return owner_of(request) if any(HOMEBREW_MARK in key for key in keys) else None


PAGE = 50
"""Creatures on one page."""
LONGEST_LICENSE = 40

_COLUMNS = (
    Column("Name", "name", "name"),
    Column("Level", "level", "num"),
    Column("Points", "level", "num"),
    Column("License"),
    Column("Visible to"),
    Column("Changed", "changed", high_first=True),
)
_STATES = {
    Submission.SENT: "sent to the editors",
    Submission.ACCEPTED: "accepted by the editors",
    Submission.DECLINED: "declined by the editors",
}


def _row_context(row: Values) -> Values:
    """Return the context of a row for a player's own creature."""
    alignment = BY_CODE.get(row["alignment"])
    row["kind"] = " ".join(
        filter(None, (alignment.name if alignment else "No alignment", row["size"], row["tags"].replace(",", "")))
    )
    row["points"] = level_cost(row["level"]).cost
    row["level"] = with_minus(str(row["level"]))
    row["seen_by"] = "anyone with the link" if row["homebrew__is_shared"] else "only you"
    row["state"] = _STATES.get(row["homebrew__submission"], "")
    row["changed"] = row["homebrew__changed_at"]
    return row


ROW = RowTemplate(
    (
        *("key", "name", "alignment", "size", "tags", "level", "license"),
        *("homebrew__is_shared", "homebrew__submission", "homebrew__changed_at"),
    ),
    "compendium/rows/homebrew.html",
    "compendium:creature",
    _row_context,
)


@require_safe
def homebrew_list(request: HttpRequest) -> HttpResponse:
    """Show a person’s own creatures. One query, and one for quotas."""
    state = ListState.of_request(request, HomebrewFilter.parameters(), HomebrewFilter.repeatable())
    if state.redirects:
        return HttpResponseRedirect(str(state))
    owner = owner_of(request)
    filters = HomebrewFilter(state.query, queryset=homebrew_rows(owner.place))
    filters.row_values = owner.parameters
    listed = FilteredList(filters, state, ROW.columns, PAGE)
    _, rows = ROW.render_all(listed.rows)
    context = {
        "list": listed,
        "headers": listed.headers(_COLUMNS),
        "rows": rows,
        "kept_for": settings.SESSION_COOKIE_AGE // 86_400,
    }
    return render(request, "compendium/homebrew_list.html", context)


@require_POST
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Share a creature by its link, or make it private again."""
    if request.POST.get("switch") == "on":
        return _decide(request, key, services.homebrew_share, "Anyone with the link can see and use it.")
    return _decide(
        request, key, services.homebrew_unshare, "Only you can see it now. Warbands that use it keep its card."
    )


@require_POST
def license(request: HttpRequest, key: str) -> HttpResponse:
    """Name the license of a creature."""
    named = " ".join(request.POST.get("license", "").replace("\0", "").split())[:LONGEST_LICENSE]
    if not is_named_license(named):
        messages.error(request, "Name a license, such as ORC.")
        return redirect("compendium:creature", key)

    return _decide(request, key, partial(services.homebrew_license, license=named), f"Its license is now {named}.")


@require_POST
def submit(request: HttpRequest, key: str) -> HttpResponse:
    """Submit a creature to the editors of the compendium, or withdraw it."""
    if request.POST.get("switch") == "off":
        return _decide(request, key, services.homebrew_withdraw, "You took it back from the editors.")
    return _decide(request, key, services.homebrew_submit, "Sent to the editors. Their answer will appear here.")


@require_POST
def measure(request: HttpRequest, key: str) -> HttpResponse:
    """Let Muster play what a creature is worth in points, or stop it."""
    if request.POST.get("do") == "stop":
        return _decide(request, key, worth_stop, "Stopped. The games that were played count.")
    return _decide(request, key, worth_run, "Muster plays its games. The page shows what they say so far.")


def _decide(request: HttpRequest, key: str, work: Callable[..., object], done: str) -> HttpResponse:
    """Apply the owner's decision and return to the page. For everybody else, there is no such creature."""
    owner = owner_of(request)
    if homebrew_get(owner, key) is None:
        raise Http404("You have no such creature.")
    attempt(request, lambda: work(owner=owner, key=key), done)
    return redirect("compendium:creature", key)


def owner_context(request: HttpRequest, creature: Creature, viewer: Owner | None) -> dict[str, Any]:
    """Return the part of a creature's page about its owner. One query for homebrew, none for others."""
    if creature.is_listed or viewer is None:
        return {}
    homebrew = homebrew_get(viewer, creature.key)
    return {
        "is_homebrew": True,
        "homebrew": homebrew,
        "measured": own_worth(homebrew.creature) if homebrew else None,
        "is_licensed": is_named_license(creature.license),
        "unknown_license": UNKNOWN_LICENSE,
        "licenses": SHARED_LICENSES,
        "longest_license": LONGEST_LICENSE,
        "link": absolute(request, reverse("compendium:creature", args=[creature.key])),
    }


REVISIONS_PER_PAGE = 20
CARD_KEPT_FOR = 600
"""Seconds for which a browser caches a single card."""


@require_safe
def creature(request: HttpRequest, key: str) -> HttpResponse:
    """Show the current card of a creature."""
    creature, shown, viewer = _found(request, key)
    return _card_page(request, creature, shown, viewer)


@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    """Show the current card alone, as lists open it. Browsers cache it for some minutes."""
    creature, shown, _ = _found(request, key)
    context = {"card": selectors.creature_sheet(shown, creature)}
    response = render(request, "compendium/card_alone.html", context)
    patch_cache_control(response, private=True, max_age=CARD_KEPT_FOR)
    return _unindexed(response, creature)


@require_safe
def revision(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show the card as it was in one revision."""
    viewer = viewer_of(request, [key])
    revised = selectors.revision_get(key, number, viewer)
    if revised is None or revised.creature is None:
        raise Http404(f"There is no revision {number} of {key}.")
    return _card_page(request, revised.creature, revised, viewer)


@require_safe
def history(request: HttpRequest, key: str) -> HttpResponse:
    """List a creature's revisions: the author, time and changes of each."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    creature, _, viewer = _found(request, key)
    page, warnings = state.get_page(Paginator(selectors.revisions_of(creature, viewer), REVISIONS_PER_PAGE))
    context = {"creature": creature, "page": page, "address": state, "warnings": warnings}
    return _unindexed(render(request, "compendium/creature_history.html", context), creature)


def _found(request: HttpRequest, key: str) -> tuple[Creature, CardRevision, Owner | None]:
    """Return a creature, its current card, and the viewer; raise 404 for one that they may not see."""
    viewer = viewer_of(request, [key])
    creature = selectors.creature_get(key, viewer)
    if creature is None or creature.current is None:
        raise Http404(f"There is no creature {key}.")
    return creature, creature.current, viewer


def _card_page(request: HttpRequest, creature: Creature, shown: CardRevision, viewer: Owner | None) -> HttpResponse:
    card = selectors.creature_sheet(shown, creature)
    response = render(
        request,
        "compendium/creature_page.html",
        {
            "creature": creature,
            "revision": shown,
            "is_current": shown.pk == creature.current_id,
            "card": card,
            "related": selectors.related_creatures(creature),
            "spells": selectors.spells_of(card),
            "tactics": creature_tactics(creature, shown),
            "provenance": provenance_of(creature, shown.number),
            "worth": worth_of(creature) if shown.pk == creature.current_id else None,
            **comparison_context(request, creature.key),
            **owner_context(request, creature, viewer),
        },
    )
    return _unindexed(response, creature)


def _unindexed(response: HttpResponse, creature: Creature) -> HttpResponse:
    """Return a page that search engines leave out if its creature is homebrew, which only its link shows."""
    if not creature.is_listed:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def comparison_context(request: HttpRequest, key: str, keys: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return the data of the comparison button about one creature."""
    chosen = selection.read_comparison(request) if keys is None else keys
    return {
        "key": key,
        "compared": chosen,
        "is_compared": key in chosen,
        "is_full": len(chosen) >= selection.MOST_COMPARED,
    }

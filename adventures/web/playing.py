"""An adventure at the table: its page, the part that asks whether something happened, and what its buttons send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from adventures.selectors.folding import adventure_at_round, folded_adventure, whole_adventure_view
from adventures.selectors.parties import campaign_warbands
from adventures.selectors.seats import AdventureSeat
from adventures.selectors.sentences import log_sentences
from adventures.services.adventures import AdventureNotFound
from adventures.web.commands import run_adventure_command
from adventures.web.screens import adventure_screen, focus_of
from adventures.web.visiting import NOT_HERE, adventure_visitor, seen_adventure_or_404
from battles.forms.sides import own_warbands
from common.refusal import Refusal
from common.web.lists import ListState
from played_logs.web.polling import (
    asked_again,
    browser_wait,
    etag_of_mark,
    polled,
    status_of_refused,
    wait_response,
)
from rules.adventures.scales import SCALE_NAMES
from rules.text import natural_number

LOG_PAGE = 100
"""Entries on a page of the log."""


@require_safe
def adventure_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show an adventure as it stands, or as of a round."""
    return _page(request, seen_adventure_or_404(request, key))


@require_safe
@asked_again
def adventure_now(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the part of the page that changes, or that nothing has changed; then nothing is folded."""
    if wait := browser_wait(request, key):
        return wait_response(wait)
    seat = seen_adventure_or_404(request, key)
    etag = etag_of_mark(seat.mark, request.META.get("QUERY_STRING", ""))
    part = "adventures/parts/adventure.html"
    return polled(request, etag, lambda: render(request, part, _context(request, seat, request.GET)))


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Do what a button asks for; tell why where it is refused, with what happened meanwhile."""
    try:
        run_adventure_command(adventure_visitor(request), key, request.POST)
    except AdventureNotFound as refused:
        raise Http404(NOT_HERE) from refused
    except Refusal as refused:
        more = {"refused": refused.message, "meanwhile": refused.problems}
        return _page(request, seen_adventure_or_404(request, key), more, status_of_refused(refused))
    focus = urlencode({name: value for name, value in focus_of(request.POST).items() if name != "skill"})
    address = reverse("adventures:adventure", args=[key])
    # What happened stands at the top of the part that changes, below the masthead.
    return redirect(f"{address}?{focus}#adventure" if focus else f"{address}#adventure")


@require_safe
def adventure_log(request: HttpRequest, key: str) -> HttpResponse:
    """Show the log, the newest entry first, page by page."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    seat = seen_adventure_or_404(request, key)
    view = whole_adventure_view(seat.row, for_players=not seat.organizes)
    page, warnings = state.get_page(Paginator(view.entries[::-1], LOG_PAGE))
    lines = log_sentences(replace(view, entries=tuple(page.object_list[::-1])), seat)
    context = {"seat": seat, "lines": lines, "page": page, "address": state, "warnings": warnings}
    return render(request, "adventures/log.html", context)


def _page(
    request: HttpRequest, seat: AdventureSeat, more: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    data = request.GET if request.method != "POST" else request.POST
    context = _context(request, seat, data, more)
    context["mark"] = etag_of_mark(seat.mark, urlencode(focus_of(data)))
    context["query"] = urlencode(focus_of(data))
    return render(request, "adventures/adventure.html", context, status=status)


def _context(
    request: HttpRequest, seat: AdventureSeat, data: Any, more: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    folded = folded_adventure(seat.row)
    asked = natural_number(data.get("round", "")) or 0
    is_past = 0 < asked < folded.state.round
    if is_past:
        folded = adventure_at_round(seat.row, asked)
    context = {
        "seat": seat,
        "screen": adventure_screen(seat, folded, focus_of(data)),
        "scales": SCALE_NAMES.items(),
        "then": asked if is_past else 0,
        **(more or {}),
    }
    if seat.organizes and seat.is_open and not is_past:
        if seat.campaign is not None:
            context["warbands"] = [(f"w{warband.number}", warband.name) for warband in campaign_warbands(seat.campaign)]
        else:
            context["warbands"] = own_warbands(adventure_visitor(request).owner)
    return context

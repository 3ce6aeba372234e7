"""A fight at the table: its page, the part that asks whether something happened, and what its buttons send.

What a page shows is its family's (``battles.web.families``).
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView, battle_mark
from battles.selectors.folding import AnyFoldedFight, family_of_battle, folded_fight
from battles.services.battles import BattleNotFound
from battles.web.commands import run_command
from battles.web.families import focus_of
from battles.web.family_pages import pages_of
from battles.web.visiting import (
    NOT_HERE,
    battle_visitor,
    battle_visitor_by_session,
    played_battle_or_404,
    seen_battle_or_404,
)
from common.refusal import Refusal
from common.web.address import is_partial
from played_logs.web.polling import (
    asked_again,
    browser_wait,
    etag_of_mark,
    link_wait,
    status_of_refused,
    wait_response,
)


@require_safe
def battle(request: HttpRequest, key: str) -> HttpResponse:
    """Show a fight: its set-up, the game as it stands, or its end."""
    view = seen_battle_or_404(request, key)
    return _page(request, view, folded_fight(view.battle), {}, 200)


@require_safe
@asked_again
def battle_now(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the part of the page that changes, or that nothing has changed.

    The latter takes two queries, that of the session included, and folds nothing. A browser that asks again and again,
    and all who watch by one link together, are told to wait.
    """
    if wait := browser_wait(request, key):
        return wait_response(wait)
    query = request.META.get("QUERY_STRING", "")
    if "If-None-Match" in request.headers:
        found = battle_mark(battle_visitor_by_session(request), key)
        if found is None:
            raise Http404(NOT_HERE)
        if wait := link_wait(found.link):
            return wait_response(wait)
        if unchanged := get_conditional_response(request, etag=etag_of_mark(found.mark, query)):
            return unchanged
    view = seen_battle_or_404(request, key)
    if "If-None-Match" not in request.headers and (wait := link_wait(view.link)):
        return wait_response(wait)
    return _part(request, view, folded_fight(view.battle), query)


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Do what a button asks for; tell why where it is refused, with what happened meanwhile."""
    try:
        done = run_command(battle_visitor(request), key, request.POST)
    except BattleNotFound as refused:
        raise Http404(NOT_HERE) from refused
    except Refusal as refused:
        return _refused(request, key, refused)
    if not is_partial(request):
        query, address = _focus_query(request), reverse("battles:battle", args=[key])
        return redirect(f"{address}?{query}" if query else address)
    return _part(request, done.view, done.folded, _focus_query(request))


def _refused(request: HttpRequest, key: str, refused: Refusal) -> HttpResponse:
    """Show what was refused, and what happened meanwhile, above the fight as it stands."""
    _, view = played_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    more = {"refused": refused.message, "meanwhile": refused.problems}
    status = status_of_refused(refused)
    if is_partial(request):
        return _part(request, view, folded, _focus_query(request), more, status)
    return _page(request, view, folded, more, status)


def _page(
    request: HttpRequest, view: BattleView, folded: AnyFoldedFight, more: dict[str, Any], status: int
) -> HttpResponse:
    pages = pages_of(folded.family)
    if view.battle.status == BattleStatus.SETTING_UP:
        return pages.gathering(request, view, folded, more, status)
    return pages.playing(request, view, folded, more, status)


def _part(
    request: HttpRequest,
    view: BattleView,
    folded: AnyFoldedFight,
    query: str,
    more: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the part that changes, and its mark at the address where the page's script goes on to ask."""
    response = pages_of(folded.family).part(request, view, folded, more or {}, status)
    response["ETag"] = etag_of_mark(view.mark, query)
    return response


def _focus_query(request: HttpRequest) -> str:
    focus = focus_of(request)
    return urlencode({"creature": focus}) if focus else ""


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Show all sides, large, for a screen beside the board."""
    view = seen_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    return pages_of(folded.family).table(request, view, folded)


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Show the whole log, the newest entry first. The whole fight is folded for it."""
    view = seen_battle_or_404(request, key)
    return pages_of(family_of_battle(view.battle)).log(request, view)

"""A battle at the table: its page, the part that asks whether something happened, and what its buttons send."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag, urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView, battle_mark
from battles.selectors.folding import FoldedBattle, folded_battle, whole_log
from battles.services.battles import BattleNotFound
from battles.services.recording import BattleMovedOn
from battles.web.commands import run_command
from battles.web.creature_rows import side_rows
from battles.web.polling import browser_wait, link_wait, wait_response
from battles.web.screens import battle_screen, shown_lines
from battles.web.visiting import (
    NOT_HERE,
    battle_visitor,
    battle_visitor_by_session,
    played_battle_or_404,
    seen_battle_or_404,
)
from common.refusal import Refusal
from common.web.htmx import is_partial
from rules.battle.state import BattleState
from warbands.web.sharing import unkept

asked_again = cache_control(private=True, no_cache=True)
"""Browsers keep the part and ask each time whether it is still right."""
MAX_FOCUS = 80


@require_safe
@unkept
def battle(request: HttpRequest, key: str) -> HttpResponse:
    """Show a battle: its set-up, the game as it stands, or its end."""
    view = seen_battle_or_404(request, key)
    if view.battle.status == BattleStatus.SETTING_UP:
        return _gathering(request, view)
    return _playing(request, view, folded_battle(view.battle))


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
        if unchanged := get_conditional_response(request, etag=_etag(found.mark, query)):
            return unchanged
    view = seen_battle_or_404(request, key)
    if "If-None-Match" not in request.headers and (wait := link_wait(view.link)):
        return wait_response(wait)
    response = _part(request, view)
    response["ETag"] = etag_of(view, query)
    return response


def etag_of(view: BattleView, query: str) -> str:
    """Return the mark of the part as a visitor sees it at an address."""
    return _etag(view.mark, query)


def _etag(mark: str, query: str) -> str:
    return quote_etag(f"{mark}.{sha256(query.encode()).hexdigest()[:16]}")


@require_POST
@unkept
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Do what a button asks for; tell why where it is refused, with what happened meanwhile."""
    try:
        done = run_command(battle_visitor(request), key, request.POST)
    except BattleNotFound as refused:
        raise Http404(NOT_HERE) from refused
    except Refusal as refused:
        return _refused(request, key, refused)
    focus = _focus(request)
    query = urlencode({"creature": focus}) if focus else ""
    if not is_partial(request):
        address = reverse("battles:battle", args=[key])
        return redirect(f"{address}?{query}" if query else address)
    return _answer(request, done.view, done.folded, query)


def _refused(request: HttpRequest, key: str, refused: Refusal) -> HttpResponse:
    """Show what was refused, and what happened meanwhile, above the battle as it stands."""
    _, view = played_battle_or_404(request, key)
    folded = folded_battle(view.battle)
    context = {"refused": refused.message, "meanwhile": refused.problems}
    status = 409 if isinstance(refused, BattleMovedOn) else 422
    if is_partial(request):
        focus = _focus(request)
        return _answer(request, view, folded, urlencode({"creature": focus}) if focus else "", context, status)
    if view.battle.status == BattleStatus.SETTING_UP:
        return _gathering(request, view, context, status)
    return _playing(request, view, folded, context, status)


def _answer(
    request: HttpRequest,
    view: BattleView,
    folded: FoldedBattle,
    query: str,
    context: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the part for the page's script, and its mark at the address where the script goes on to ask."""
    response = _part(request, view, folded, context, status)
    response["ETag"] = etag_of(view, query)
    return response


def _part(
    request: HttpRequest,
    view: BattleView,
    folded: FoldedBattle | None = None,
    context: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    folded = folded or folded_battle(view.battle)
    screen = battle_screen(view, folded, focus=_focus(request), aimed=request.GET)
    template = "battles/parts/table.html" if _is_table(request) else "battles/parts/battle.html"
    return render(request, template, {"screen": screen, "view": view, **(context or {})}, status=status)


def _playing(
    request: HttpRequest,
    view: BattleView,
    folded: FoldedBattle,
    context: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    focus = _focus(request)
    then = _round_state(request, folded)
    found = {
        "view": view,
        "screen": battle_screen(view, folded, focus=focus, aimed=request.GET),
        "mark": etag_of(view, request.META.get("QUERY_STRING", "")),
        "focus": focus,
        **(context or {}),
    }
    if then is not None:
        found |= {"then": then, "then_sides": side_rows(view, then)}
    return render(request, "battles/battle.html", found, status=status)


def _gathering(
    request: HttpRequest, view: BattleView, context: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    folded = folded_battle(view.battle)
    found = {
        "view": view,
        "sides": side_rows(view, folded.state),
        "head": folded.number,
        "mark": etag_of(view, request.META.get("QUERY_STRING", "")),
        **(context or {}),
    }
    return render(request, "battles/gathering.html", found, status=status)


@require_safe
@unkept
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Show both sides, large, for a screen beside the board."""
    view = seen_battle_or_404(request, key)
    screen = battle_screen(view, folded_battle(view.battle))
    return render(
        request, "battles/table.html", {"view": view, "screen": screen, "mark": etag_of(view, "screen=table")}
    )


@require_safe
@unkept
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Show the whole log, the newest entry first. The whole battle is folded for it."""
    view = seen_battle_or_404(request, key)
    folded = whole_log(view.battle)
    lines = shown_lines(folded, len(folded.lines))
    return render(request, "battles/log.html", {"view": view, "lines": lines, "head": folded.number})


def _focus(request: HttpRequest) -> str:
    found = request.GET.get("creature", "") or request.POST.get("focus", "")
    return found.replace("\0", "")[:MAX_FOCUS] if found.isascii() else ""


def _is_table(request: HttpRequest) -> bool:
    return request.GET.get("screen") == "table"


def _round_state(request: HttpRequest, folded: FoldedBattle) -> BattleState | None:
    """Return the last state of the round that the address names, None for the newest one."""
    asked = request.GET.get("round", "")
    return next((one.state for one in folded.rounds if str(one.round) == asked), None)

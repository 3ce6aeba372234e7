"""A battle at the table: its page, the part that asks whether something happened, and what its buttons send."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import quote_etag, urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView, battle_view
from battles.selectors.folding import FoldedBattle, folded_battle, whole_log
from battles.services.recording import BattleMovedOn
from battles.web.commands import run_command
from battles.web.creature_rows import side_rows
from battles.web.screens import battle_screen, shown_lines
from battles.web.visiting import battle_visitor, played_battle_or_404, seen_battle_or_404
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
    """Answer with the part of the page that changes, or that nothing has changed. Four queries, and two more."""
    view = seen_battle_or_404(request, key)
    mark = etag_of(view, request.META.get("QUERY_STRING", ""))
    if request.headers.get("If-None-Match") == mark:
        return HttpResponseNotModified(headers={"ETag": mark})
    response = _part(request, view)
    response["ETag"] = mark
    return response


def etag_of(view: BattleView, query: str) -> str:
    """Return the mark of the part as a visitor sees it at an address."""
    return quote_etag(f"{view.mark}.{sha256(query.encode()).hexdigest()[:16]}")


@require_POST
@unkept
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Do what a button asks for; tell why where it is refused, with what happened meanwhile."""
    visitor, view = played_battle_or_404(request, key)
    try:
        folded = run_command(visitor, key, request.POST)
    except Refusal as refused:
        status = 409 if isinstance(refused, BattleMovedOn) else 422
        return _answer(request, view, None, {"refused": refused.message, "meanwhile": refused.problems}, status)
    return _answer(request, view, folded, {}, 200)


def _answer(
    request: HttpRequest, view: BattleView, folded: FoldedBattle | None, context: dict[str, Any], status: int
) -> HttpResponse:
    """Answer with the part for the page's script, else lead back to the page or show it with the refusal."""
    now = battle_view(battle_visitor(request), view.battle.key) or view
    if is_partial(request):
        focus = _focus(request)
        response = _part(request, now, folded, context, status)
        response["ETag"] = etag_of(now, urlencode({"creature": focus}) if focus else "")
        return response
    if status == 200:
        focus = _focus(request)
        query = f"?{urlencode({'creature': focus})}" if focus else ""
        return redirect(f"{reverse('battles:battle', args=[view.battle.key])}{query}")
    if now.battle.status == BattleStatus.SETTING_UP:
        return _gathering(request, now, context, status)
    return _playing(request, now, folded or folded_battle(now.battle), context, status)


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

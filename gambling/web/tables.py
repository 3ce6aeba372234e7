"""Tables: opened, played at, watched, closed; the data of their buttons; the receipts of their dice."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import quote_etag
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from common.refusal import Refusal
from common.web.address import token_link
from common.web.refusals import attempt
from gambling.forms.games import cheat_of_form, decision_of_form, result_choices, reversal_of_form, round_of_form
from gambling.selectors.folding import OpenTable, game_of_source, own_table, watched_table
from gambling.services.tables import (
    TABLE_GONE,
    TableNotFound,
    cheat_try,
    player_seat,
    round_play,
    table_close,
    table_delete,
    table_open,
    table_record,
    table_redo,
    table_share,
    table_undo,
)
from played_logs.web.polling import asked_again, browser_wait, link_wait, polled, status_of_refused, wait_response
from rules.errors import ChangeRefused, require
from rules.gambling.play.state import PlayerLeft, TableState
from rules.text import natural_number
from warbands.web.sharing import switch

LINK_LOST = "No table is shared at this link. Ask for a new one."
LINES = 24
"""The log entries on the page itself and among the receipts; ``?log=all`` shows all of them."""


@require_POST
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table with a game."""
    source = request.POST.get("source", "").replace("\0", "")[:80]
    game = require(game_of_source(owner_of(request), source), Http404("There is no such game."))
    try:
        row = table_open(owner=owner_to_be(request), game=game)
    except Refusal as refused:
        messages.error(request, refused.message)
        return redirect("gambling:list")
    return redirect("gambling:table", row.key)


def _own_table_or_404(request: HttpRequest, key: str) -> OpenTable:
    return require(own_table(owner_of(request), key), Http404(TABLE_GONE))


def _watched_or_404(token: str) -> OpenTable:
    # PostgreSQL takes no text with a null character.
    return require(watched_table(token.replace("\0", "")), Http404(LINK_LOST))


@require_safe
def table_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a table to the person who runs it."""
    return _page(request, _own_table_or_404(request, key))


@require_safe
def watch_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show a table to everyone who has its link."""
    return _page(request, _watched_or_404(token))


@require_safe
@asked_again
def table_now(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the part of the page that changes, or that nothing has changed."""
    if wait := browser_wait(request, key):
        return wait_response(wait)
    return _now(request, _own_table_or_404(request, key))


@require_safe
@asked_again
def watch_now(request: HttpRequest, token: str) -> HttpResponse:
    """Answer watchers with the part of the page that changes, or that nothing has changed."""
    if wait := link_wait(token):
        return wait_response(wait)
    return _now(request, _watched_or_404(token))


def _now(request: HttpRequest, table: OpenTable) -> HttpResponse:
    part = "gambling/parts/table.html"
    return polled(request, table_etag(table), lambda: render(request, part, _context(request, table)))


def table_etag(table: OpenTable) -> str:
    """Return the ``ETag`` of a person's view of a table."""
    return quote_etag(f"{table.row.version}.{int(table.runs)}")


def _page(
    request: HttpRequest, table: OpenTable, more: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    context = {**_context(request, table), **_addresses(request, table), **(more or {}), "mark": table_etag(table)}
    return render(request, "gambling/table.html", context, status=status)


def _addresses(request: HttpRequest, table: OpenTable) -> dict[str, str]:
    token = table.row.watch_token
    if not table.runs:
        return {"now": reverse("gambling:watch-now", args=[token]), "link": ""}
    link = token_link(request, "gambling:watch", token)
    return {"now": reverse("gambling:now", args=[table.row.key]), "link": link}


def _is_whole(request: HttpRequest) -> bool:
    return request.GET.get("log") == "all"


def _context(request: HttpRequest, table: OpenTable) -> dict[str, Any]:
    state, token = table.state, table.row.watch_token
    is_whole = _is_whole(request)
    shown = {
        "table": table,
        "lines": table.sentences(None if is_whole else LINES),
        "is_whole": is_whole,
        "more_lines": 0 if is_whole else max(len(table.entries) - LINES, 0),
        "receipts": reverse("gambling:receipts", args=[table.row.key])
        if table.runs
        else reverse("gambling:watch-receipts", args=[token]),
    }
    if table.may_play:
        names = {player.id: player.name for player in state.players}
        shown |= {
            "bets": [(player, *_typed_bet(request.POST, state, player.id)) for player in state.seated],
            "house_faces": request.POST.get("house-faces", ""),
            "choices": [(choice, state.game.choice_name(choice)) for choice in state.game.choices],
            "results": result_choices(state.game),
            "standing": [n for n, played in enumerate(state.rounds, 1) if not played.reversed_for][::-1],
            "cheated": sorted({cheat.round for cheat in state.cheats}, reverse=True),
            "names": names.items(),
        }
    return shown


def _typed_bet(typed: QueryDict, state: TableState, player: str) -> tuple[str, str, str]:
    """Return a player's stake, choice and dice for the form: as typed in a refused one, else those of the last bet."""
    last = state.last_bet(player)
    stake, choice = (str(last.stake), str(last.choice)) if last else ("", "")
    names = ((f"stake-{player}", stake), (f"choice-{player}", choice), (f"faces-{player}", ""))
    stake, choice, faces = (typed.get(name, usual) for name, usual in names)
    return stake, choice, faces


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Carry out a button; if it is refused, show the reason. Without a button, go back to the table."""
    if request.method != "POST":
        return redirect("gambling:table", _own_table_or_404(request, key).row.key)
    try:
        _run(owner_of(request), key, request.POST)
    except TableNotFound as refused:
        raise Http404(TABLE_GONE) from refused
    except (Refusal, ChangeRefused) as refused:
        table, status = _own_table_or_404(request, key), status_of_refused(refused)
        return _page(request, table, {"refused": refused.message}, status)
    return redirect(f"{reverse('gambling:table', args=[key])}#adventure")


def _run(owner: Owner, key: str, data: QueryDict) -> None:
    asking: dict[str, Any] = {"owner": owner, "key": key, "seen": natural_number(data.get("seen", ""), 8)}
    match data.get("do", ""):
        case "seat":
            player_seat(**asking, name=" ".join(data.get("name", "").split()))
        case "leave":
            table_record(**asking, event=PlayerLeft(data.get("player", "")))
        case "round":
            round_play(**asking, event=round_of_form(data))
        case "cheat":
            event, is_rolled = cheat_of_form(data)
            cheat_try(**asking, event=event, is_rolled=is_rolled)
        case "decide":
            table_record(**asking, event=decision_of_form(data))
        case "reverse":
            table_record(**asking, event=reversal_of_form(data))
        case "undo":
            table_undo(**asking)
        case "redo":
            table_redo(**asking)
        case _:
            raise ChangeRefused("This page sent something that Muster cannot read. Reload it.")


@require_safe
def receipts(request: HttpRequest, key: str) -> HttpResponse:
    """Show how the dice of a table were computed."""
    return _receipts_page(request, _own_table_or_404(request, key))


@require_safe
def watch_receipts(request: HttpRequest, token: str) -> HttpResponse:
    """Show watchers how the dice of a table were computed."""
    return _receipts_page(request, _watched_or_404(token))


def _receipts_page(request: HttpRequest, table: OpenTable) -> HttpResponse:
    shown = len(table.entries) if _is_whole(request) else LINES
    rows = [(receipt, table.name_of(receipt.roll.whose)) for receipt in table.receipts_of(shown)]
    route, key = ("table", table.row.key) if table.runs else ("watch", table.row.watch_token)
    back = reverse(f"gambling:{route}", args=[key])
    context = {"table": table, "rows": rows, "back": back, "more_entries": max(len(table.entries) - shown, 0)}
    return render(request, "gambling/receipts.html", context)


@require_POST
def share_table(request: HttpRequest, key: str) -> HttpResponse:
    """Make the link for watchers, or end it."""
    _own_table_or_404(request, key)
    owner, back = owner_of(request), reverse("gambling:table", args=[key])
    done = ("Anyone with the link can watch now.", "The link is off.")
    return switch(request, "The link is", lambda shared: table_share(owner=owner, key=key, shared=shared), done, back)


@require_POST
def close_table(request: HttpRequest, key: str) -> HttpResponse:
    """Close a table for good, and show its seed."""
    _own_table_or_404(request, key)
    attempt(request, lambda: table_close(owner=owner_of(request), key=key), "The table is closed.")
    return redirect("gambling:table", key)


@require_POST
def delete_table(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a table for good."""
    table = _own_table_or_404(request, key)
    attempt(request, lambda: table_delete(owner=owner_of(request), key=key), f"“{table.row.name}” is deleted.")
    return redirect("gambling:list")

"""The list of table games, and games: viewing with their odds, making, changing, sharing, copying."""

import json
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of, owner_to_be
from common.refusal import Refusal
from common.web.address import ListState, token_link
from common.web.files import file_response
from common.web.refusals import attempt
from compendium.web.sent_documents import sent_document
from gambling.forms.games import (
    GameForm,
    empty_game_form,
    fault_of_game,
    game_document_of_form,
    game_form_of,
    sent_game_form,
)
from gambling.models import OwnTableGame
from gambling.selectors.folding import OWN, READY, own_game, own_games, shared_game, stored_game, tables_of
from gambling.services.tables import (
    GAME_GONE,
    NOT_SHARED,
    GameMovedOn,
    game_change,
    game_delete,
    game_share,
    game_store,
    game_take,
    readable_game,
)
from rules.errors import DocumentError, require
from rules.gambling.game import MAX_BYTES, TableGame, game_document
from rules.gambling.library import ready_games
from rules.gambling.odds import game_odds
from rules.text import natural_number, slug
from warbands.web.sharing import switch

PAGE = 30
MISSING = "Choose a game file, at most 100 KB."


@require_safe
def gambling(request: HttpRequest) -> HttpResponse:
    """List ready games, the visitor's games and tables."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    owner = owner_of(request)
    page, warnings = state.get_page(Paginator(tables_of(owner), PAGE))
    context = {
        "ready": ready_games().items(),
        "games": own_games(owner).defer("document"),
        "page": page,
        "address": state,
        "warnings": [*state.warnings, *warnings],
    }
    return render(request, "gambling/list.html", context)


@require_safe
def ready_game(request: HttpRequest, name: str) -> HttpResponse:
    """Show a ready game of Muster with its odds."""
    game = require(ready_games().get(name), Http404("There is no such game."))
    return _game_page(request, game, {"source": f"{READY}:{name}", "copy": name})


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game of the visitor, with its odds."""
    row = _own_game_or_404(request, key)
    link = token_link(request, "gambling:shared", row.share_token)
    return _game_page(request, stored_game(row), {"source": f"{OWN}:{key}", "row": row, "link": link})


def _own_game_or_404(request: HttpRequest, key: str) -> OwnTableGame:
    return require(own_game(owner_of(request), key), Http404(GAME_GONE))


def _game_page(request: HttpRequest, game: TableGame, more: dict[str, Any]) -> HttpResponse:
    return render(request, "gambling/game.html", {"game": game, "odds": game_odds(game), **more})


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Make a game from nothing, or from a ready one."""
    if request.method != "POST":
        return _form_page(request, _first_form(request.GET.get("of", "")))
    try:
        row = game_store(owner=owner_to_be(request), game=readable_game(game_document_of_form(request.POST)))
    except (DocumentError, Refusal) as fault:
        return _form_page(request, sent_game_form(request.POST), fault)
    return redirect("gambling:change" if "more" in request.POST else "gambling:game", row.key)


def _first_form(name: str) -> GameForm:
    game = ready_games().get(name)
    return game_form_of(game_document(game)) if game else empty_game_form()


@require_http_methods(["GET", "HEAD", "POST"])
def change_game(request: HttpRequest, key: str) -> HttpResponse:
    """Change a game."""
    row = _own_game_or_404(request, key)
    if request.method != "POST":
        return _form_page(request, game_form_of(row.document), row=row)
    try:
        read = readable_game(game_document_of_form(request.POST))
        game_change(owner=owner_of(request), key=key, game=read, seen=_version(request))
    except (DocumentError, Refusal) as fault:
        return _form_page(request, sent_game_form(request.POST), fault, row)
    messages.success(request, "Saved.")
    return redirect("gambling:change" if "more" in request.POST else "gambling:game", key)


def _version(request: HttpRequest) -> int | None:
    """Return the version of a game that its form showed, or None."""
    return natural_number(request.POST.get("version", ""), 9)


def _form_page(
    request: HttpRequest,
    form: GameForm,
    fault: DocumentError | Refusal | None = None,
    row: OwnTableGame | None = None,
) -> HttpResponse:
    refused = fault_of_game(fault) if isinstance(fault, DocumentError) else fault.message if fault else ""
    is_late = isinstance(fault, GameMovedOn)
    seen = None if is_late else _version(request)
    version = seen if seen is not None or row is None else row.version
    context = {"form": form, "refused": refused, "row": row, "version": version}
    return render(request, "gambling/edit.html", context, status=409 if is_late else 422 if fault else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def take_game(request: HttpRequest) -> HttpResponse:
    """Take in a game from a file."""
    if request.method != "POST":
        return render(request, "gambling/import.html")
    try:
        read = readable_game(sent_document(request, most=MAX_BYTES, missing=MISSING))
        row = game_store(owner=owner_to_be(request), game=read)
    except (DocumentError, Refusal) as fault:
        refused = fault_of_game(fault) if isinstance(fault, DocumentError) else fault.message
        return render(request, "gambling/import.html", {"refused": refused}, status=422)
    messages.success(request, "The game is yours.")
    return redirect("gambling:game", row.key)


@require_safe
def download_game(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with a game as a file."""
    row = _own_game_or_404(request, key)
    text = json.dumps(row.document, ensure_ascii=False, indent=2)
    return file_response(f"{text}\n", f"{slug(row.name)[:80] or 'game'}.muster-table-game.json")


@require_POST
def share_game(request: HttpRequest, key: str) -> HttpResponse:
    """Share a game by a link, or end it."""
    _own_game_or_404(request, key)
    owner, back = owner_of(request), reverse("gambling:game", args=[key])
    done = ("Anyone with the link can keep a copy now.", "The link is off.")
    return switch(request, "Sharing is", lambda shared: game_share(owner=owner, key=key, shared=shared), done, back)


@require_POST
def delete_game(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a game; tables stay."""
    row = _own_game_or_404(request, key)
    attempt(request, lambda: game_delete(owner=owner_of(request), key=key), f"“{row.name}” is deleted.")
    return redirect("gambling:list")


@require_http_methods(["GET", "HEAD", "POST"])
def shared_game_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show a shared game with its odds; store a copy."""
    token = token.replace("\0", "")  # PostgreSQL takes no text with one
    row = require(shared_game(token), Http404(NOT_SHARED))
    if request.method == "POST":
        owner = owner_to_be(request)
        attempt(request, lambda: game_take(owner=owner, token=token), "The game is yours.")
        return redirect("gambling:list")
    return _game_page(request, stored_game(row), {"is_shared": True})

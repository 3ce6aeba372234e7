"""The page of a battle's odds: games of its set-up are begun, watched, stopped and continued."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.web.visitors import owner_to_be
from battles.models import BattleOdds
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.odds import BOARD_NAMES, odds_page
from battles.services.odds import (
    BOUNDS,
    MOST_GAMES,
    SECOND_GAMES,
    SECOND_PLAYER,
    USUAL_GAMES,
    odds_begin,
    odds_open,
    odds_second,
)
from battles.tasks import run_begin, run_do
from battles.web.visiting import played_battle_or_404
from common.refusal import Refusal
from rules.players.stock import PLAYER_WORDS, USUAL_PLAYER
from rules.text import natural_number

GAMES = (40, USUAL_GAMES, 1_000, MOST_GAMES)


@require_http_methods(["GET", "HEAD", "POST"])
def odds(request: HttpRequest, key: str) -> HttpResponse:
    """Show what games of a battle's set-up say about its odds so far, and take in what to do with them.

    Five queries to show them, with those of session and account, and one more while games are to be played.
    """
    visitor, view = played_battle_or_404(request, key, "creatures")
    if request.method != "POST":
        return _page(request, view)
    try:
        if "game" in request.POST:
            number = natural_number(request.POST["game"]) or 0
            opened = odds_open(visitor=visitor, owner=owner_to_be(request), key=key, number=number)
            return redirect("battles:replay", opened.key)
        _do(visitor, key, request)
    except Refusal as refused:
        return _page(request, view, refused.message)
    return redirect("battles:odds", key)


def _do(visitor: BattleVisitor, key: str, request: HttpRequest) -> None:
    do = request.POST.get("do")
    if do in ("stop", "continue"):
        run_do(BattleOdds, visitor=visitor, key=key, continues=do == "continue")
    elif do == "second":
        run_begin(odds_second, visitor=visitor, key=key)
    else:
        chosen = {name: request.POST.get(name, "") for name in ("player", "board")}
        games = natural_number(request.POST.get("games", "")) or 0
        run_begin(odds_begin, visitor=visitor, key=key, games=games, **chosen)


def _page(request: HttpRequest, view: BattleView, refused: str = "") -> HttpResponse:
    page = odds_page(view)
    last = page and page.row
    chosen = {
        "player": last.player if last else USUAL_PLAYER,
        "games": str(last.games if last and last.games in GAMES else USUAL_GAMES),
        "board": last.board if last else "",
        **request.POST.dict(),
    }
    context = {
        "view": view,
        "odds": page,
        "refused": refused,
        "players": [
            (player, words, player == chosen["player"], BOUNDS.get(player)) for player, words in PLAYER_WORDS.items()
        ],
        "second": {"player": SECOND_PLAYER, "games": SECOND_GAMES, "creatures": BOUNDS[SECOND_PLAYER][1]},
        "boards": BOARD_NAMES if len(view.battle.setup["sides"]) == 2 else {},
        "board": chosen["board"],
        "games": [(number, str(number) == chosen["games"]) for number in GAMES],
    }
    return render(request, "battles/odds.html", context, status=422 if refused else 200)

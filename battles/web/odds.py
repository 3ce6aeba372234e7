"""The page of a battle's odds: games of its set-up are begun, watched, stopped and continued."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.odds import odds_page
from battles.services.odds import MOST_GAMES, USUAL_GAMES, odds_begin, odds_continue, odds_stop
from battles.tasks import begin_games
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
        _do(visitor, key, request)
    except Refusal as refused:
        return _page(request, view, refused.message)
    return redirect("battles:odds", key)


def _do(visitor: BattleVisitor, key: str, request: HttpRequest) -> None:
    match request.POST.get("do"):
        case "stop":
            odds_stop(visitor=visitor, key=key)
        case "continue":
            begin_games(odds_continue(visitor=visitor, key=key))
        case _:
            games = natural_number(request.POST.get("games", "")) or 0
            begin_games(odds_begin(visitor=visitor, key=key, games=games, player=request.POST.get("player", "")))


def _page(request: HttpRequest, view: BattleView, refused: str = "") -> HttpResponse:
    chosen = request.POST.get("player", USUAL_PLAYER), request.POST.get("games", str(USUAL_GAMES))
    context = {
        "view": view,
        "odds": odds_page(view.battle),
        "refused": refused,
        "players": [(player, words, player == chosen[0]) for player, words in PLAYER_WORDS.items()],
        "games": [(number, str(number) == chosen[1]) for number in GAMES],
    }
    return render(request, "battles/odds.html", context, status=422 if refused else 200)

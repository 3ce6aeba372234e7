"""The page of the analysis of a battle that is over: it is begun, watched, stopped and continued."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from battles.models import BattleAnalysis
from battles.selectors.analyses import analysis_page, may_be_analyzed
from battles.selectors.battles import BattleVisitor
from battles.selectors.families import may_play_on
from battles.services.analyses import GAMES_FROM_EACH, analysis_begin
from battles.tasks import run_begin, run_do
from battles.web.visiting import played_battle_or_404, seen_battle_or_404
from campaigns.drawings.points import points_chart
from common.refusal import Refusal
from rules.text import natural_number

USUAL_FROM_EACH = GAMES_FROM_EACH[1]


@require_http_methods(["GET", "HEAD", "POST"])
def battle_analysis(request: HttpRequest, key: str) -> HttpResponse:
    """Show the analysis of a battle to all who see the battle, and take in what its players want of it.

    Five queries to show it, with those of session and account, and one more while games are to be played.
    """
    refused = ""
    if request.method == "POST":
        visitor, _ = played_battle_or_404(request, key, "creatures")
        try:
            _do(visitor, key, request)
        except Refusal as fault:
            refused = fault.message
        else:
            return redirect("battles:analysis", key)
    view = seen_battle_or_404(request, key, "creatures")
    shown = analysis_page(view)
    curves = shown.curves if shown else ()
    about = " ".join(f"{line.name}: {line.values[0][1]} to {line.values[-1][1]} percent." for line, _, _ in curves)
    context = {
        "view": view,
        "analysis": shown,
        "chart": points_chart(
            [line for line, _, _ in curves],
            "Share of wins before each activation, in percent",
            spans=[(low, high) for _, low, high in curves],
            about=about,
        ),
        "may_be_analyzed": may_be_analyzed(view),
        "may_play_on": may_play_on(view),
        "refused": refused,
        "games": [(number, number == USUAL_FROM_EACH) for number in GAMES_FROM_EACH],
    }
    return render(request, "battles/analysis.html", context, status=422 if refused else 200)


def _do(visitor: BattleVisitor, key: str, request: HttpRequest) -> None:
    do = request.POST.get("do")
    if do in ("stop", "continue"):
        run_do(BattleAnalysis, visitor=visitor, key=key, continues=do == "continue")
    else:
        games = natural_number(request.POST.get("games", "")) or 0
        run_begin(analysis_begin, visitor=visitor, key=key, games=games)

"""The page of a warband's what-if: versions of it are tried by games, watched, stopped, continued, and taken."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.web.visitors import owner_of
from battles.models import BattleWhatIf
from battles.selectors.battles import BattleView
from battles.selectors.what_if import changeable_seat, what_if_page
from battles.services.odds import USUAL_GAMES
from battles.services.what_if import what_if_begin, what_if_take
from battles.tasks import run_begin, run_do
from battles.web.odds import GAMES
from battles.web.visiting import played_battle_or_404
from common.refusal import Refusal
from rules.text import natural_number


@require_http_methods(["GET", "HEAD", "POST"])
def what_if(request: HttpRequest, key: str) -> HttpResponse:
    """Show what changes of the visitor's warband say about its odds so far, and take in what to do with them.

    Six queries to show them, with those of session and account, and one more while games are to be played.
    """
    visitor, view = played_battle_or_404(request, key, "creatures")
    if request.method != "POST":
        return _page(request, view)
    do = request.POST.get("do")
    try:
        if do == "take":
            warband = what_if_take(visitor=visitor, owner=owner_of(request), key=key)
            messages.success(request, "The change is made. You can undo it here.")
            return redirect("warbands:builder", warband)
        if do in ("stop", "continue"):
            run_do(BattleWhatIf, visitor=visitor, key=key, continues=do == "continue")
        else:
            games = natural_number(request.POST.get("games", "")) or 0
            run_begin(what_if_begin, visitor=visitor, owner=owner_of(request), key=key, games=games)
    except Refusal as refused:
        return _page(request, view, refused.message)
    return redirect("battles:what-if", key)


def _page(request: HttpRequest, view: BattleView, refused: str = "") -> HttpResponse:
    is_own = changeable_seat(view, owner_of(request)) is not None
    chosen = request.POST.get("games", str(USUAL_GAMES))
    context = {
        "view": view,
        "is_own": is_own,
        # What the versions are says what is in the draft: only its owner sees it.
        "shown": what_if_page(view) if is_own else None,
        "refused": refused,
        "games": [(number, str(number) == chosen) for number in GAMES],
    }
    return render(request, "battles/what_if.html", context, status=422 if refused else 200)

"""A creature enters a battle that is going on: summoned, or part of what the players agreed on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from battles.selectors.battles import BattleView
from battles.selectors.folding import folded_battle
from battles.services.filled_events import creature_enter
from battles.web.sent_forms import SentForm
from battles.web.visiting import played_battle_or_404
from common.refusal import Refusal
from compendium.selectors.creature_list import creatures
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.state import BattleState


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Let a creature of the compendium join a side, or no side. Five queries to show the page."""
    visitor, view = played_battle_or_404(request, key, "creatures")
    state = folded_battle(view.battle).state
    if request.method != "POST":
        return _page(request, view, state)
    sent = SentForm(request.POST)
    try:
        creature_enter(
            visitor=visitor,
            key=key,
            creature=sent.text("creature"),
            side=sent.text("side"),
            name=sent.text("name", 80),
            commander=sent.text("commander"),
        )
    except Refusal as refused:
        return _page(request, view, state, refused.message)
    return redirect("battles:battle", key)


def _page(request: HttpRequest, view: BattleView, state: BattleState, refused: str = "") -> HttpResponse:
    context = {
        "view": view,
        "refused": refused,
        "typed": request.POST,
        "creatures": list(creatures().order_by("name", "key").values_list("key", "name", "level")),
        "sides": [(side.key, side.name) for side in state.setup.sides] + [(NEUTRAL, "No side")],
        "commanders": [
            (combatant.id, state.name(combatant.id))
            for combatant in state.combatants.values()
            if combatant.is_up and combatant.side != NEUTRAL
        ],
    }
    return render(request, "battles/enter.html", context, status=422 if refused else 200)

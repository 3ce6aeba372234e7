"""The chances of an action before it is taken, for the form that prepares it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.selectors.folding import folded_battle
from battles.web.aiming import aim_form
from battles.web.sent_targets import aimed_targets
from battles.web.visiting import seen_battle_or_404
from rules.p2v_combat.forecast import forecast


@require_safe
def chances(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the chances of the action that a form prepares."""
    view = seen_battle_or_404(request, key, "forecast")
    state = folded_battle(view.battle).state
    aim = aim_form(view, state, request.GET)
    if aim is None:
        return HttpResponse(status=204)
    found = forecast(
        state,
        aim.creature,
        aim.action,
        aim.way,
        aimed_targets(request.GET),
        tuple(request.GET.getlist("choice")[:20]),
        is_step=aim.command == "step",
    )
    targets = [(state.name(target.creature), target) for target in found.targets]
    return render(request, "battles/parts/forecast.html", {"targets": targets, "refusal": found.refusal})

"""The chances of an action before it is taken, for the form that prepares it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.selectors.folding import folded_battle
from battles.web.aiming import aim_form
from battles.web.sent_targets import aimed_targets
from battles.web.visiting import seen_battle_or_404
from rules.p2v_combat.forecast import TargetForecast, forecast
from rules.p2v_combat.state import BattleState
from warbands.web.sharing import unkept


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """A roll of the forecast: what it is for, the face it needs, its outcomes in percent, and which numbers meet."""

    reason: str
    need: int | None
    outcomes: tuple[tuple[str, int], ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownForecast:
    """What an action may bring one target."""

    name: str
    rolls: tuple[ShownRoll, ...]
    damage: str
    passes: int


@require_safe
@unkept
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
        is_step=aim.is_step,
    )
    shown = tuple(_shown(state, one) for one in found.targets)
    return render(request, "battles/parts/forecast.html", {"targets": shown, "refusal": found.refusal})


def _shown(state: BattleState, one: TargetForecast) -> ShownForecast:
    return ShownForecast(
        name=state.name(one.creature),
        rolls=tuple(
            ShownRoll(
                roll.reason,
                roll.need,
                tuple((words.capitalize(), percent(share)) for words, share in roll.outcomes if words),
                roll.why,
            )
            for roll in one.rolls
        ),
        damage="" if one.damage is None else f"{float(one.damage):.1f}",
        passes=percent(one.passes),
    )


def percent(share: Fraction) -> int:
    """Return a share of 1 in whole percent."""
    return round(share * 100)

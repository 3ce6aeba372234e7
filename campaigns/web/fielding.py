"""Choosing who of a warband fights in a scenario."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.models import CampaignWarband
from campaigns.selectors.fielding import FieldingChoice, fielding_book
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.selectors.scenarios import open_side
from campaigns.services.scenarios import warband_field, warband_withdraw
from campaigns.web.scenarios import own_scenario_or_404, side_or_404, typed
from common.refusal import Refusal
from common.web.refusals import attempt
from rules.points import MAX_HERO_POINTS


@require_http_methods(["GET", "HEAD", "POST"])
def field(request: HttpRequest, key: str, number: int, warband: int) -> HttpResponse:
    """Show who of a warband can fight, add up a choice, or confirm it."""
    owner, scenario = own_scenario_or_404(request, key, number)
    row = side_or_404(scenario, warband)
    book, settings = fielding_book(row), scenario.state.settings
    if request.method != "POST":
        fielded = scenario.state.fielded.get(warband)
        bought = {points.member: points.number for points in fielded.hero_points} if fielded else {}
        choice = book.choice(fielded.members if fielded else None, bought, settings)
        return _page(request, scenario, row, choice)
    chosen = [member.replace("\0", "") for member in request.POST.getlist("member")]
    bought = {member: _hero_points(request, member) for member in chosen}
    choice = book.choice(chosen, bought, settings)
    if request.POST.get("do") == "add-up":
        return _page(request, scenario, row, choice)
    try:
        warband_field(
            actor=owner,
            key=key,
            scenario=number,
            warband=warband,
            members=choice.fighting,
            hero_points=bought,
            reason=typed(request, "reason"),
        )
    except Refusal as refused:
        return _page(request, scenario, row, choice, refused.message, status=422)
    said = (f"{row} is fielded. Its roster is locked until the scenario ends.", *choice.remarks)
    messages.success(request, " ".join(said))
    return redirect("campaigns:scenario", key, number)


@require_POST
def withdraw(request: HttpRequest, key: str, number: int, warband: int) -> HttpResponse:
    """Take a warband out of an open scenario again."""
    owner, scenario = own_scenario_or_404(request, key, number)
    row = side_or_404(scenario, warband)
    attempt(
        request,
        lambda: warband_withdraw(actor=owner, key=key, scenario=number, warband=warband),
        f"{row} is withdrawn. Its roster is free.",
    )
    return redirect("campaigns:scenario", key, number)


def _hero_points(request: HttpRequest, member: str) -> int:
    """Return the hero points that were chosen for a member; anything else than a small number counts as none."""
    value = request.POST.get(f"hero.{member}", "")
    return int(value) if value in {str(number) for number in range(MAX_HERO_POINTS + 1)} else 0


def _page(
    request: HttpRequest,
    scenario: ScenarioView,
    row: CampaignWarband,
    choice: FieldingChoice,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    side = open_side(row)
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "warband": row,
        "choice": choice,
        "limit": scenario.state.settings.fielded_points,
        "refused": refused if refused not in [problem.message for problem in choice.problems] else "",
        "elsewhere": side.scenario if side and side.scenario.number != scenario.row.number else None,
        "is_own": scenario.is_own(row),
        "is_allowable": bool(choice.problems) and any(problem.is_allowable for problem in choice.problems),
        "is_fielded": row.number in scenario.state.fielded,
        "reason": typed(request, "reason"),
        "hero_range": range(MAX_HERO_POINTS + 1),
    }
    return render(request, "campaigns/field.html", context, status=status)

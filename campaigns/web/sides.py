"""A warband in a scenario: choosing who fights, and recording a member's spending and gains."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.models import CampaignWarband
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.selectors.scenarios import open_side
from campaigns.selectors.sides import (
    FieldingChoice,
    MemberSpending,
    fielding_book,
    member_spending,
    spent_uses,
    with_suggestion,
)
from campaigns.services.aftermath import spending_record
from campaigns.services.scenarios import warband_field, warband_withdraw
from campaigns.web.scenarios import own_scenario_or_404, side_or_404, typed
from campaigns.web.visiting import act
from common.refusal import Refusal
from compendium.selectors.entries import items_for_level
from rules.campaigns.scenarios import SpendingRecord
from rules.points import MAX_HERO_POINTS, MAX_LEVEL
from rules.roster.model import ItemChoice
from rules.text import counted, listed, natural_number


@require_http_methods(["GET", "HEAD", "POST"])
def field(request: HttpRequest, key: str, number: int, warband: int) -> HttpResponse:
    """Show which members of a warband can fight, add up a choice, or confirm it."""
    owner, scenario = own_scenario_or_404(request, key, number)
    row = side_or_404(scenario, warband)
    book, settings, fielded = fielding_book(row), scenario.state.settings, scenario.state.fielded.get(warband)
    before = fielded.members if fielded else ()
    if request.method != "POST":
        choice = book.choice(before or None, fielded.bought if fielded else {}, settings, before)
        return _fielding_page(request, scenario, row, choice)
    chosen = [member.replace("\0", "") for member in request.POST.getlist("member")]
    bought = {member: _hero_points(request, member) for member in chosen}
    choice = book.choice(chosen, bought, settings, before)
    if request.POST.get("do") == "add-up":
        return _fielding_page(request, scenario, row, choice)
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
        return _fielding_page(request, scenario, row, choice, refused.message, status=422)
    said = (f"{row} is fielded. Its roster is locked until the scenario is applied or canceled.", *choice.remarks)
    messages.success(request, " ".join(said))
    return redirect("campaigns:scenario", key, number)


@require_POST
def withdraw(request: HttpRequest, key: str, number: int, warband: int) -> HttpResponse:
    """Take a warband out of an open scenario again."""
    owner, scenario = own_scenario_or_404(request, key, number)
    row = side_or_404(scenario, warband)
    done, where = f"{row} is withdrawn, and its roster is unlocked.", {"scenario": number, "warband": warband}
    return act(request, owner, key, warband_withdraw, done, "scenario", number, **where)


def _hero_points(request: HttpRequest, member: str) -> int:
    """Return the hero points chosen for a member; anything but a small number counts as none."""
    value = request.POST.get(f"hero.{member}", "")
    return int(value) if value in {str(number) for number in range(MAX_HERO_POINTS + 1)} else 0


def _fielding_page(
    request: HttpRequest,
    scenario: ScenarioView,
    row: CampaignWarband,
    choice: FieldingChoice,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    side = open_side(row)
    limit = scenario.state.settings.fielded_points
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "warband": row,
        "choice": choice,
        "limit": limit,
        "fighters": listed([member.name for member in choice.members if member.is_chosen]) or "No one is chosen",
        "total": _total(choice.points, limit),
        "refused": refused if refused not in [problem.message for problem in choice.problems] else "",
        "elsewhere": side.scenario if side and side.scenario.number != scenario.row.number else None,
        "is_own": scenario.is_own(row),
        "is_allowable": bool(choice.problems) and any(problem.is_allowable for problem in choice.problems),
        "is_fielded": row.number in scenario.state.fielded,
        "reason": typed(request, "reason"),
        "hero_range": range(MAX_HERO_POINTS + 1),
    }
    return render(request, "campaigns/field.html", context, status=status)


def _total(points: int, limit: int | None) -> str:
    """Return what a choice costs: ``57 of 60 points``."""
    if not limit:
        return counted(points, "point")
    over = f", {points - limit} over the limit" if points > limit else ""
    return f"{points} of {counted(limit, 'point')}{over}"


LOOT = 3
"""Items that one form takes as loot."""
MAX_CHOICE = 120


@require_http_methods(["GET", "HEAD", "POST"])
def spending(request: HttpRequest, key: str, number: int, warband: int) -> HttpResponse:
    """Show the possible spending of a member, and record it; ``member`` in the address is its id."""
    owner, scenario = own_scenario_or_404(request, key, number)
    row = side_or_404(scenario, warband)
    spending = member_spending(scenario, warband, request.GET.get("member", ""))
    if spending is None:
        raise Http404("This member did not take part in the scenario.")
    if request.method != "POST":
        return _page(request, scenario, row, _suggested(request, spending))
    try:
        spending_record(
            actor=owner,
            key=key,
            scenario=number,
            warband=warband,
            member=spending.id,
            spending=_record(request, spending),
        )
    except Refusal as refused:
        return _page(request, scenario, row, spending, refused.message, 422)
    messages.success(request, f"What {spending.name} spent is saved.")
    return redirect("campaigns:aftermath", key, number)


def _suggested(request: HttpRequest, spending: MemberSpending) -> MemberSpending:
    """Return the form as an address, such as a battle's, fills it in; a member with a record keeps it."""
    if spending.record != SpendingRecord() or not request.GET.keys() - {"member"}:
        return spending
    used = {name.removeprefix("used."): _times(request.GET[name]) for name in request.GET if name.startswith("used.")}
    return with_suggestion(spending, used, request.GET.getlist("item"), _times(request.GET.get("hero", "")))


def _record(request: HttpRequest, spending: MemberSpending) -> SpendingRecord:
    """Return the record of a form, without impossible values."""
    times = {index: min(_count(request, f"use.{index}"), use.most) for index, use in enumerate(spending.uses)}
    spent, lost = set(request.POST.getlist("spent")), set(request.POST.getlist("lost"))
    carried = [(str(index), item) for index, item in enumerate(spending.carried)]
    return SpendingRecord(
        uses=spent_uses(spending.uses, times),
        items=tuple(item.item for index, item in carried if index in spent and item.is_consumable),
        hero_points=min(_count(request, "hero"), spending.hero_points),
        gained=tuple(_gained(request)),
        lost=tuple(item.item for index, item in carried if index in lost and index not in spent),
    )


def _count(request: HttpRequest, name: str) -> int:
    return _times(request.POST.get(name, ""))


def _times(value: str) -> int:
    return natural_number(value, 3) or 0


def _gained(request: HttpRequest) -> Iterator[ItemChoice]:
    known = {item.key: item for item in items_for_level(MAX_LEVEL)}
    for index in range(LOOT):
        item = known.get(request.POST.get(f"gained.{index}", ""))
        if item is not None:
            choice = typed(request, f"choice.{index}").strip()[:MAX_CHOICE]
            yield ItemChoice(item.key, (choice or None) if item.choice else None)


def _page(
    request: HttpRequest,
    scenario: ScenarioView,
    row: CampaignWarband,
    spending: MemberSpending,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    gained = [*((choice.item, choice.choice or "") for choice in spending.record.gained), *[("", "")] * LOOT][:LOOT]
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "warband": row,
        "member": spending,
        "hero_range": range(spending.hero_points + 1),
        "uses": [(index, use, range(use.most + 1)) for index, use in enumerate(spending.uses)],
        "items": [(item.key, item.name, item.level) for item in items_for_level(MAX_LEVEL)],
        "gained": list(enumerate(gained)),
        "may_write": scenario.is_own(row) and scenario.state.is_running,
        "refused": refused,
    }
    return render(request, "campaigns/spending.html", context, status=status)

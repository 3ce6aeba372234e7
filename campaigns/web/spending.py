"""Writing down what a member spent in a scenario, and what loot it gained or lost."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.models import CampaignWarband
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.selectors.spending import MemberSpending, member_spending, spent_uses, with_suggestion
from campaigns.services.aftermath import spending_record
from campaigns.web.scenarios import own_scenario_or_404, side_or_404, typed
from common.refusal import Refusal
from compendium.selectors.items import items_for_level
from rules.campaigns.scenarios import SpendingRecord
from rules.points import MAX_LEVEL
from rules.roster.model import ItemChoice

LOOT = 3
"""Items that one form takes as loot."""
MAX_CHOICE = 120


@require_http_methods(["GET", "HEAD", "POST"])
def spending(request: HttpRequest, key: str, number: int, warband: int) -> HttpResponse:
    """Show what a member can have spent, and write it down; ``member`` in the address is its id."""
    owner, scenario = own_scenario_or_404(request, key, number)
    row = side_or_404(scenario, warband)
    found = member_spending(scenario, warband, request.GET.get("member", ""))
    if found is None:
        raise Http404("This member did not take part in the scenario.")
    if request.method != "POST":
        return _page(request, scenario, row, _suggested(request, found))
    try:
        spending_record(
            actor=owner,
            key=key,
            scenario=number,
            warband=warband,
            member=found.id,
            spending=_record(request, found),
        )
    except Refusal as refused:
        return _page(request, scenario, row, found, refused.message, 422)
    messages.success(request, f"What {found.name} spent is saved.")
    return redirect("campaigns:aftermath", key, number)


def _suggested(request: HttpRequest, found: MemberSpending) -> MemberSpending:
    """Return the form as an address fills it in, such as that of a battle; a member with a record keeps it."""
    if found.record != SpendingRecord() or not request.GET.keys() - {"member"}:
        return found
    used = {name.removeprefix("used."): _times(request.GET[name]) for name in request.GET if name.startswith("used.")}
    return with_suggestion(found, used, request.GET.getlist("item"), _times(request.GET.get("hero", "")))


def _record(request: HttpRequest, found: MemberSpending) -> SpendingRecord:
    """Return what a form says; what cannot be is left out."""
    times = {place: min(_count(request, f"use.{place}"), use.most) for place, use in enumerate(found.uses)}
    spent, lost = set(request.POST.getlist("spent")), set(request.POST.getlist("lost"))
    carried = [(str(place), item) for place, item in enumerate(found.carried)]
    return SpendingRecord(
        uses=spent_uses(found.uses, times),
        items=tuple(item.item for place, item in carried if place in spent and item.is_consumable),
        hero_points=min(_count(request, "hero"), found.hero_points),
        gained=tuple(_gained(request)),
        lost=tuple(item.item for place, item in carried if place in lost and place not in spent),
    )


def _count(request: HttpRequest, name: str) -> int:
    return _times(request.POST.get(name, ""))


def _times(value: str) -> int:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else 0


def _gained(request: HttpRequest) -> Iterator[ItemChoice]:
    known = {item.key: item for item in items_for_level(MAX_LEVEL)}
    for place in range(LOOT):
        item = known.get(request.POST.get(f"gained.{place}", ""))
        if item is not None:
            choice = typed(request, f"choice.{place}").strip()[:MAX_CHOICE]
            yield ItemChoice(item.key, (choice or None) if item.choice else None)


def _page(
    request: HttpRequest,
    scenario: ScenarioView,
    row: CampaignWarband,
    found: MemberSpending,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    gained = [*((choice.item, choice.choice or "") for choice in found.record.gained), *[("", "")] * LOOT][:LOOT]
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "warband": row,
        "member": found,
        "hero_range": range(found.hero_points + 1),
        "uses": [(place, use, range(use.most + 1)) for place, use in enumerate(found.uses)],
        "items": [(item.key, item.name, item.level) for item in items_for_level(MAX_LEVEL)],
        "gained": list(enumerate(gained)),
        "may_write": scenario.is_own(row) and scenario.state.is_running,
        "refused": refused,
    }
    return render(request, "campaigns/spending.html", context, status=status)

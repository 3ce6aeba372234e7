"""Bringing a warband into a campaign, and taking it out again."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Owner
from campaigns.models import CampaignWarband
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.mustering import mustered_warbands
from campaigns.services.campaigns import homebrew_allow
from campaigns.services.warbands import warband_career_accept, warband_join, warband_leave
from campaigns.web.visiting import open_campaign_or_404
from common.refusal import Refusal
from common.web.lists import ListState
from common.web.refusals import attempt
from rules.campaigns.house_rules import describe_settings
from warbands.selectors.warbands import warbands_of
from warbands.web.lists import NAMELESS

PAGE = 30
"""Warbands on one page of those to choose from."""


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Show one's warbands with what keeps them out, and bring one into the campaign."""
    owner, view = open_campaign_or_404(request, key)
    state = ListState.of_request(request, ("page",))
    if request.method != "POST":
        return HttpResponseRedirect(str(state)) if state.redirects else _join_page(request, owner, view, state)
    try:
        row = warband_join(actor=owner, key=key, warband_key=request.POST.get("warband", "").replace("\0", ""))
    except Refusal as refused:
        return _join_page(request, owner, view, state, refused.message)
    messages.success(request, f"{row} plays in the campaign now.")
    return redirect("campaigns:campaign", key)


@require_POST
def allow(request: HttpRequest, key: str) -> HttpResponse:
    """Put homebrew that kept a warband out on the campaign's list."""
    owner, _ = open_campaign_or_404(request, key)
    creatures = [creature.replace("\0", "") for creature in request.POST.getlist("creature")]
    attempt(
        request,
        lambda: homebrew_allow(actor=owner, key=key, creatures=creatures),
        "The campaign’s list has it now.",
    )
    return redirect("campaigns:warband-join", key)


@require_POST
def leave(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Take a warband out of the campaign."""
    owner, view = open_campaign_or_404(request, key)
    row = _warband_or_404(view, number)
    attempt(
        request,
        lambda: warband_leave(actor=owner, key=key, number=number),
        f"{row} has left the campaign and keeps its members as they are.",
    )
    return redirect("campaigns:campaign", key)


@require_POST
def accept(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Let a warband go on with the careers of its last campaign."""
    owner, view = open_campaign_or_404(request, key)
    row = _warband_or_404(view, number)
    attempt(
        request,
        lambda: warband_career_accept(actor=owner, key=key, number=number),
        f"{row} goes on with its earlier careers.",
    )
    return redirect("campaigns:campaign", key)


def _join_page(
    request: HttpRequest, owner: Owner, view: CampaignView, state: ListState, refusal: str = ""
) -> HttpResponse:
    page, warnings = state.get_page(Paginator(warbands_of(owner), PAGE))
    context = {
        "view": view,
        "rows": mustered_warbands(page.object_list, view.campaign),
        "page": page,
        "address": state,
        "warnings": warnings,
        "refusal": refusal,
        "lines": describe_settings(view.settings)[:2],
        "nameless": NAMELESS,
    }
    return render(request, "campaigns/warband_join.html", context, status=422 if refusal else 200)


def _warband_or_404(view: CampaignView, number: int) -> CampaignWarband:
    row = view.campaign.warbands.filter(number=number, has_left=False).first()
    if row is None:
        raise Http404("There is no such warband in the campaign.")
    return row

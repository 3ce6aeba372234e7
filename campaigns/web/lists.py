"""My campaigns, and beginning one."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.web.visitors import owner_of, owner_to_be
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantRole
from campaigns.selectors.demo import demo_token
from campaigns.selectors.lists import campaign_counts, campaigns_listed
from campaigns.selectors.waiting import waiting_tasks
from campaigns.services.campaigns import campaign_create
from campaigns.web.forms import DescriptionForm, HouseRulesForm, JoinCodeForm
from campaigns.web.tasks import task_links
from common.refusal import Refusal
from common.web.lists import ListState
from rules.campaigns.settings import CampaignSettings

PAGE = 30
"""Campaigns on one page of the list."""


@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    """List the campaigns of the person who asks: open ones, or with ``phase`` archived or closed ones."""
    state = ListState.of_request(request, ("phase", "page"))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    viewer, phase = owner_of(request), state.values.get("phase", "")
    phase = phase if phase in (CampaignPhase.ARCHIVED, CampaignPhase.CLOSED) else CampaignPhase.OPEN
    page, warnings = state.get_page(Paginator(campaigns_listed(viewer, phase), PAGE))
    listed = list(page.object_list)
    tasks = waiting_tasks(listed, viewer)
    context = {
        "rows": [(one, ParticipantRole(one.role).label, task_links(one.key, tasks.get(one.pk, []))) for one in listed],
        "page": page,
        "address": state,
        "warnings": warnings,
        "phase": "" if phase == CampaignPhase.OPEN else phase,
        "counts": campaign_counts(viewer),
        "code_form": JoinCodeForm(),
        "demo": "" if listed else demo_token(),
        "kept_for": settings.SESSION_COOKIE_AGE // 86_400,
    }
    return render(request, "campaigns/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask for a new campaign, and begin it."""
    if request.method != "POST":
        return _new_page(request, DescriptionForm(), HouseRulesForm.of_settings(CampaignSettings()))
    description, house_rules = DescriptionForm(request.POST), HouseRulesForm(request.POST)
    if not (description.is_valid() & house_rules.is_valid()):
        return _new_page(request, description, house_rules, 422)
    try:
        campaign = campaign_create(
            actor=owner_to_be(request), settings=house_rules.settings(), **description.cleaned_data
        )
    except Refusal as refused:
        description.add_error(None, refused.message)
        return _new_page(request, description, house_rules, 422)
    messages.success(request, f"“{campaign.name}” has begun. You are its organizer.")
    return redirect("campaigns:campaign", campaign.key)


def _new_page(
    request: HttpRequest, description: DescriptionForm, house_rules: HouseRulesForm, status: int = 200
) -> HttpResponse:
    return render(
        request, "campaigns/new.html", {"description": description, "house_rules": house_rules}, status=status
    )

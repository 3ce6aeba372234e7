"""A campaign's front page, and its settings: name, story and house rules."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.moments import Moment
from campaigns.selectors.overviews import standing_lines, warband_overviews
from campaigns.selectors.scenarios import unplayed_scenarios
from campaigns.selectors.seeds import public_seeds
from campaigns.selectors.sentences import newest_entries, readable_entries
from campaigns.selectors.settings_history import count_settings_changes, settings_at, settings_changes
from campaigns.selectors.waiting import campaign_tasks
from campaigns.selectors.webhooks import CAMPAIGN
from campaigns.services.campaigns import campaign_describe, campaign_settings_change
from campaigns.web.forms import DescriptionForm, HouseRulesForm
from campaigns.web.moments import MomentControl, moment_control
from campaigns.web.tasks import task_links
from campaigns.web.visiting import open_campaign_or_404, seen_campaign_or_404
from common.web.lists import ListState
from common.web.refusals import is_written
from compendium.selectors.homebrew import homebrew_named
from rules.campaigns.house_rules import describe_settings
from webhooks.selectors.webhooks import failing_webhooks

MAX_SCENARIOS = 10
"""Planned and open scenarios on a campaign's front page."""
MAX_ENTRIES = 6
"""Entries of the journal there."""
CHANGES_PER_PAGE = 20
"""Changes of the house rules on one page of the settings."""


@require_safe
def campaign(request: HttpRequest, key: str) -> HttpResponse:
    """Show a campaign: its story, what to do next, and how it stands, today or as of a scenario."""
    view = seen_campaign_or_404(request, key)
    moment = moment_control(request, view.campaign)
    if moment.moment is not None:
        return _campaign_then(request, view, moment, moment.moment)
    found, viewer = view.campaign, view.viewer
    everyone = warband_overviews(found)
    warbands = [overview for overview in everyone if not overview.row.has_left]
    records = {overview.row: overview.record for overview in everyone}
    scenarios = unplayed_scenarios(found, MAX_SCENARIOS)
    # Where the list is cut off, more of them may be open.
    has_open = len(scenarios) == MAX_SCENARIOS or any(scenario.status == ScenarioPhase.OPEN for scenario in scenarios)
    tasks = campaign_tasks(view, records, has_open_scenarios=has_open)
    context = {
        "view": view,
        "moment": moment,
        "tasks": task_links(key, tasks),
        "warbands": warbands,
        "brings": viewer is not None and all(warband.row.participant_id != viewer.pk for warband in warbands),
        "standings": standing_lines(everyone) if found.next_played > 1 else [],
        "played": found.next_played - 1,
        "scenarios": scenarios,
        "entries": readable_entries(view, newest_entries(found, MAX_ENTRIES), records),
        "house_rules": describe_settings(view.settings),
        "seeds": public_seeds(view.campaign),
    }
    return render(request, "campaigns/campaign.html", context)


def _campaign_then(request: HttpRequest, view: CampaignView, control: MomentControl, moment: Moment) -> HttpResponse:
    everyone = warband_overviews(view.campaign, moment)
    entries = view.campaign.entries.filter(number__lte=moment.entry).order_by("-number")
    context = {
        "view": view,
        "moment": control,
        "warbands": everyone,
        "standings": standing_lines(everyone),
        "played": moment.played,
        "entries": readable_entries(view, entries[:MAX_ENTRIES]),
        "house_rules": describe_settings(settings_at(view.campaign, moment.entry)),
        "seeds": public_seeds(view.campaign),
    }
    return render(request, "campaigns/campaign.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, key: str) -> HttpResponse:
    """Show the house rules and how they changed; organizers change them."""
    if request.method != "POST":
        return _settings_page(request, seen_campaign_or_404(request, key))
    owner, view = open_campaign_or_404(request, key)
    names = homebrew_named(view.settings.homebrew_allowed, owner)
    form = HouseRulesForm(request.POST, names=names)
    if is_written(form, lambda: campaign_settings_change(actor=owner, key=key, settings=form.settings())):
        changed = form.settings() != view.settings
        messages.success(request, "The house rules are saved." if changed else "Nothing changed.")
        return redirect("campaigns:settings", key)
    return _settings_page(request, view, house_rules=form, status=422)


@require_POST
def describe(request: HttpRequest, key: str) -> HttpResponse:
    """Give a campaign another name and story."""
    owner, view = open_campaign_or_404(request, key)
    form = DescriptionForm(request.POST)
    if is_written(form, lambda: campaign_describe(actor=owner, key=key, **form.cleaned_data)):
        messages.success(request, "Name and story are saved.")
        return redirect("campaigns:settings", key)
    return _settings_page(request, view, description=form, status=422)


def _settings_page(
    request: HttpRequest,
    view: CampaignView,
    *,
    description: DescriptionForm | None = None,
    house_rules: HouseRulesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found = view.campaign
    names = homebrew_named(view.settings.homebrew_allowed, owner_of(request))
    if request.method == "POST":
        state = ListState(reverse("campaigns:settings", args=[found.key]))
    else:
        state = ListState.of_request(request, ("page",))
    page, warnings = state.get_page(Paginator(range(count_settings_changes(found)), CHANGES_PER_PAGE))
    context = {
        "view": view,
        "failing_webhooks": failing_webhooks(CAMPAIGN, found.key) if view.organizes else 0,
        "page": page,
        "address": state,
        "warnings": warnings,
        "lines": describe_settings(view.settings),
        "description": description or DescriptionForm(initial={"name": found.name, "story": found.story}),
        "house_rules": house_rules or HouseRulesForm.of_settings(view.settings, names),
        "listed_homebrew": names,
        "changes": [
            (change, view.name(change.actor)) for change in settings_changes(found, cast(range, page.object_list))
        ],
    }
    return render(request, "campaigns/settings.html", context, status=status)

"""A person’s campaigns, and one of them: its front page and tasks, its settings, beginning and ending it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings as site_settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of, owner_to_be
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantRole
from campaigns.selectors.boards import viewer_warbands
from campaigns.selectors.campaigns import CampaignView, campaign_counts, campaigns_listed, demo_token, takeover_view
from campaigns.selectors.crests import numbered_crests, ordered_crests
from campaigns.selectors.journal import (
    count_settings_changes,
    newest_entries,
    readable_entries,
    settings_at,
    settings_changes,
)
from campaigns.selectors.moments import Moment
from campaigns.selectors.overviews import WarbandGlance, WarbandOverview, warband_overviews
from campaigns.selectors.seasons import season_invitations
from campaigns.selectors.standings import standing_lines
from campaigns.selectors.waiting import TaskKind, WaitingTask, campaign_tasks, waiting_tasks
from campaigns.selectors.warbands import barred_members
from campaigns.selectors.webhooks import CAMPAIGN
from campaigns.services.campaigns import (
    campaign_archive,
    campaign_close,
    campaign_create,
    campaign_describe,
    campaign_settings_change,
)
from campaigns.web.boards import board_context, board_page, own_tables
from campaigns.web.forms import DescriptionForm, HouseRulesForm, JoinCodeForm
from campaigns.web.visiting import MomentControl, act, moment_control, open_campaign_or_404, seen_campaign_or_404
from common.refusal import Refusal
from common.web.address import Address, ListState
from common.web.refusals import is_written
from compendium.selectors.homebrew import homebrew_named
from rules.campaigns.settings import CampaignSettings, describe_settings
from webhooks.selectors.webhooks import failing_webhooks

BUTTONS: dict[TaskKind, str] = {
    "battle": "Go to the battle",
    "field": "Field it",
    "report": "Report it",
    "confirm": "Check the result",
    "settle": "Settle it",
    "finish": "Open it",
    "apply": "Apply them",
    "dice": "Roll",
    "feats": "Choose",
    "corrected": "See it",
    "errata": "Look",
    "allowance": "Roll",
    "accept": "Decide",
    "claims": "People",
    "takeover": "Look",
    "playoffs": "Look at the bracket",
}
"""The text of the link of each kind of task."""


@dataclass(frozen=True, slots=True)
class TaskLink:
    """A task with its page and the text of its button."""

    sentence: str
    address: str
    label: str


def task_links(key: str, tasks: Iterable[WaitingTask]) -> list[TaskLink]:
    """Return the tasks of a campaign, each with the page on which it is done."""
    return [TaskLink(task.sentence, _address(key, task), BUTTONS[task.kind]) for task in tasks]


def _address(key: str, task: WaitingTask) -> str:
    match task:
        case WaitingTask("battle"):
            return task.address
        case WaitingTask("field", _, scenario, warband):
            return reverse("campaigns:field", args=[key, scenario, warband])
        case WaitingTask("report", _, scenario):
            return reverse("campaigns:report", args=[key, scenario])
        case WaitingTask("feats", _, None, warband, member):
            return str(Address(reverse("campaigns:member", args=[key, warband]), (("id", member),)))
        case WaitingTask("dice" | "feats", _, int() as scenario):
            return reverse("campaigns:aftermath", args=[key, scenario])
        case WaitingTask("errata" | "accept" | "dice", _, _, warband):
            return f"{reverse('campaigns:warband', args=[key, warband])}#{task.kind}"
        case WaitingTask("allowance", _, _, warband):
            return reverse("campaigns:allowance", args=[key, warband])
        case WaitingTask("apply"):
            return reverse("campaigns:round-apply", args=[key, task.round])
        case WaitingTask("playoffs"):
            return reverse("campaigns:playoffs", args=[key])
        case WaitingTask("claims" | "takeover"):
            return reverse("campaigns:people", args=[key])
        case _:
            return reverse("campaigns:scenario", args=[key, task.scenario])


OWN_TABLES = 3
"""The viewer's tables there that are not over; the others are on the board."""
MAX_ENTRIES = 3
"""Entries of the journal there."""
CHANGES_PER_PAGE = 20
"""Changes of the house rules on one page of the settings."""


@require_safe
def campaign(request: HttpRequest, key: str) -> HttpResponse:
    """Show a campaign: its story, what to do next, and its standings, today or as of a scenario."""
    view = seen_campaign_or_404(request, key)
    moment = moment_control(request, view.campaign)
    if moment.moment is not None:
        return _campaign_then(request, view, moment, moment.moment)
    campaign, viewer = view.campaign, view.viewer
    everyone = warband_overviews(campaign)
    # Closing a campaign takes its warbands out of it: those that fought in it still stand on its page.
    warbands = [
        overview
        for overview in everyone
        if not overview.row.has_left or (not view.is_open and overview.record.standing.played)
    ]
    warbands.sort(key=lambda overview: viewer is None or overview.row.participant_id != viewer.pk)
    records = {overview.row: overview.record for overview in everyone}
    shown = board_page(request, view, list(records))
    tasks = campaign_tasks(view, records, has_open_scenarios=shown.may_have_open, league=shown.board.league)
    own = own_tables(shown.board, records, tasks)
    done_there = [table.task for table in own[:OWN_TABLES] if table.task]
    brings = viewer is not None and all(warband.row.participant_id != viewer.pk for warband in warbands)
    # The board has a button that applies what is ready in its round.
    there = shown.board.round.number if shown.board.round else None
    steps = [task for task in tasks if task not in done_there and (task.kind != "apply" or task.round != there)]
    has_acts = any(table.task for table in own[:OWN_TABLES])
    context = {
        **board_context(shown, view, records),
        "view": view,
        "moment": moment,
        "takeover": takeover_view(view),
        "own_tables": [(table, task_links(key, [table.task] if table.task else [])) for table in own[:OWN_TABLES]],
        "tasks": task_links(key, steps),
        "own_acts": has_acts,
        "acts_first": not (has_acts or brings or steps),
        "warbands": warbands,
        **_warband_parts(view, moment, warbands, shown.board.own),
        "crests": ordered_crests(view, [overview.row for overview in warbands]),
        "brings": brings,
        "standings": standing_lines(everyone) if campaign.next_played > 1 else [],
        "played": campaign.next_played - 1,
        "entries": newest_entries(view, MAX_ENTRIES),
        "house_rules": describe_settings(view.settings),
    }
    return render(request, "campaigns/campaign.html", context)


def _campaign_then(request: HttpRequest, view: CampaignView, control: MomentControl, moment: Moment) -> HttpResponse:
    everyone = warband_overviews(view.campaign, moment)
    own = viewer_warbands(view, [overview.row for overview in everyone])
    entries = view.campaign.entries.filter(number__lte=moment.entry).order_by("-number")
    context = {
        "view": view,
        "moment": control,
        "warbands": everyone,
        **_warband_parts(view, control, everyone, own),
        "crests": ordered_crests(view, [overview.row for overview in everyone]),
        "standings": standing_lines(everyone),
        "played": moment.played,
        "entries": readable_entries(view, entries[:MAX_ENTRIES]),
        "house_rules": describe_settings(settings_at(view.campaign, moment.entry)),
    }
    return render(request, "campaigns/campaign.html", context)


def _warband_parts(
    view: CampaignView, moment: MomentControl, warbands: Iterable[WarbandOverview], own: Collection[int]
) -> dict[str, Any]:
    """Return the viewer's warbands and the others as the page of a campaign shows them."""
    warbands = list(warbands)
    crests = numbered_crests([overview.row for overview in warbands])
    acts = view.viewer is not None and view.is_open and moment.moment is None

    def part(overviews: Iterable[WarbandOverview], acting: bool) -> tuple[WarbandGlance, ...]:
        return tuple(
            overview.glance(crests.get(overview.row.number), has_menu=acting, organizes=view.organizes)
            for overview in overviews
        )

    return {
        "warband_crests": crests,
        "acts": acts,
        "own_warbands": part((overview for overview in warbands if overview.row.number in own), acts),
        "other_warbands": part(
            (overview for overview in warbands if overview.row.number not in own), acts and view.organizes
        ),
    }


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
        messages.success(request, "The name and the story are saved.")
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
    campaign = view.campaign
    names = homebrew_named(view.settings.homebrew_allowed, owner_of(request))
    if request.method == "POST":
        state = ListState(reverse("campaigns:settings", args=[campaign.key]))
    else:
        state = ListState.of_request(request, ("page",))
    page, warnings = state.get_page(Paginator(range(count_settings_changes(campaign)), CHANGES_PER_PAGE))
    context = {
        "view": view,
        "failing_webhooks": failing_webhooks(CAMPAIGN, campaign.key) if view.organizes else 0,
        "page": page,
        "address": state,
        "warnings": warnings,
        "barred": barred_members(campaign) if view.is_open else (),
        "lines": describe_settings(view.settings),
        "description": description or DescriptionForm(initial={"name": campaign.name, "story": campaign.story}),
        "house_rules": house_rules or HouseRulesForm.of_settings(view.settings, names),
        "listed_homebrew": names,
        "changes": [
            (change, view.name(change.actor)) for change in settings_changes(campaign, cast(range, page.object_list))
        ],
    }
    return render(request, "campaigns/settings.html", context, status=status)


CAMPAIGNS_PER_PAGE = 30
"""Campaigns on one page of the list."""


@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    """List the visitor's campaigns: open ones, or with ``phase`` archived or closed ones."""
    state = ListState.of_request(request, ("phase", "page"))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    viewer, phase = owner_of(request), state.values.get("phase", "")
    phase = phase if phase in (CampaignPhase.ARCHIVED, CampaignPhase.CLOSED) else CampaignPhase.OPEN
    page, warnings = state.get_page(Paginator(campaigns_listed(viewer, phase), CAMPAIGNS_PER_PAGE))
    listed = list(page.object_list)
    tasks = waiting_tasks(listed, viewer)
    context = {
        "rows": [(row, ParticipantRole(row.role).label, task_links(row.key, tasks.get(row.pk, []))) for row in listed],
        "page": page,
        "address": state,
        "warnings": warnings,
        "invitations": list(season_invitations(viewer.user.pk)) if viewer.user else [],
        "phase": "" if phase == CampaignPhase.OPEN else phase,
        "counts": campaign_counts(viewer),
        "code_form": JoinCodeForm(),
        "demo": "" if listed else demo_token(),
        "kept_for": site_settings.SESSION_COOKIE_AGE // 86_400,
    }
    return render(request, "campaigns/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new campaign, and begin it."""
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


@require_POST
def archive(request: HttpRequest, key: str) -> HttpResponse:
    """Archive a campaign or, with ``out``, take it out of the archive."""
    owner, _ = open_campaign_or_404(request, key)
    archived = "out" not in request.POST
    done = "The campaign is in the archive now." if archived else "The campaign is out of the archive again."
    return act(request, owner, key, campaign_archive, done, "campaign", archived=archived)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, key: str) -> HttpResponse:
    """Explain the closing, and close a campaign for good."""
    owner, view = open_campaign_or_404(request, key)
    if request.method != "POST":
        return render(request, "campaigns/close.html", {"view": view})
    return act(request, owner, key, campaign_close, "The campaign is closed, and its seeds are shown.", "campaign")

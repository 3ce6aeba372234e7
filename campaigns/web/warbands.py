"""The warbands of a campaign: joining and withdrawing, who can fight next, one warband, careers, allowances."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of
from campaigns.entries import settings_of
from campaigns.models import CampaignWarband
from campaigns.models.campaigns import CampaignPhase
from campaigns.selectors.allowances import AllowanceView, allowance_view
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.corrections import member_corrections
from campaigns.selectors.crests import numbered_crests
from campaigns.selectors.members import card_errata, member_sheet, open_feats, timeline_page
from campaigns.selectors.moments import Moment
from campaigns.selectors.scenario_pages import nameless_members
from campaigns.selectors.seasons import given_honors
from campaigns.selectors.standings import member_rivals, rival_warbands
from campaigns.selectors.waiting import acceptable_careers
from campaigns.selectors.warbands import (
    WarbandView,
    mustered_warbands,
    warband_view,
    warband_views,
    warbands_ever,
    warbands_in,
    warbands_listed,
)
from campaigns.services.allowances import allowance_give, allowance_roll
from campaigns.services.campaigns import homebrew_allow
from campaigns.services.recording import members_name
from campaigns.services.warbands import (
    open_feat_choose,
    revision_leave,
    revision_take,
    warband_career_accept,
    warband_join,
    warband_leave,
)
from campaigns.web.forms import number_field, reason_field
from campaigns.web.scenarios import typed
from campaigns.web.visiting import act, moment_control, open_campaign_or_404, seen_campaign_or_404
from common.refusal import Refusal
from common.web.address import Address, ListState
from common.web.refusals import attempt, is_written
from rules.campaigns.events.warbands import (
    MAX_ALLOWANCE_ADVANCES,
    MAX_ALLOWANCE_POINTS,
    MAX_FACES,
    MAX_MEMBER_ADVANCES,
)
from rules.campaigns.leagues.honors import honors_of
from rules.campaigns.settings import describe_settings
from rules.dice import read_faces
from rules.errors import require
from rules.lengths import MAX_NAME
from rules.sheets.model import NAMELESS
from rules.text import counted, listed
from warbands.selectors.warbands import warbands_of

PAGE = 10
"""Warbands on one page."""
NOT_HERE = "This campaign has no such warband."


@require_safe
def warbands(request: HttpRequest, key: str) -> HttpResponse:
    """Show who can fight next, the own warbands first: every member, with any reason that it cannot; others folded."""
    view = seen_campaign_or_404(request, key)
    moment = moment_control(request, view.campaign)
    # Closing a campaign lets its warbands go: those that were there until then are shown all the same.
    is_closed = view.campaign.phase == CampaignPhase.CLOSED
    rows = warbands_ever(view.campaign) if moment.moment or is_closed else warbands_in(view.campaign)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    viewer = view.viewer
    shown = sorted(page.object_list, key=lambda row: viewer is None or row.participant_id != viewer.pk)
    context = {
        "view": view,
        "warbands": warband_views(shown, moment.moment),
        "crests": numbered_crests(shown),
        "page": page,
        "address": Address(request.path, moment.pairs),
        "moment": moment,
    }
    return render(request, "campaigns/warbands.html", context)


@require_safe
def warband(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a warband of a campaign with all its members."""
    view = seen_campaign_or_404(request, key)
    moment = moment_control(request, view.campaign)
    opened = warband_or_404(view, number, moment.moment, with_opening=True)
    is_own = opened.is_played_by(owner_of(request))
    can_change = (is_own or view.organizes) and view.is_open and moment.moment is None and not opened.row.has_left
    careers_wait = view.organizes and can_change and not opened.record.standing.played
    errata = card_errata(opened) if can_change and not opened.row.warband.locked_for else ()
    context = {
        "view": view,
        "warband": opened,
        "crest": numbered_crests([opened.row])[number],
        "is_own": is_own,
        "gives_allowance": careers_wait and view.campaign.next_played > 1,
        "accepts": careers_wait and acceptable_careers(view.campaign.warbands.filter(number=number)).exists(),
        "errata": [erratum for erratum in errata if not erratum.is_left],
        "left_errata": [erratum for erratum in errata if erratum.is_left],
        "honors": honors_of(given_honors(view, warbands_listed(view.campaign)), number),
        "rivals": rival_warbands(opened, is_now=moment.moment is None),
        "moment": moment,
    }
    return render(request, "campaigns/warband.html", context)


@require_POST
def take_revision(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Let a member follow the new revision of its card that its warband's page offers, or leave it."""
    owner, view = open_campaign_or_404(request, key)
    seen = warband_or_404(view, number)
    wanted = request.POST.get("member", ""), request.POST.get("revision", "")
    offered = next((erratum for erratum in card_errata(seen) if (erratum.member, str(erratum.newest)) == wanted), None)
    if offered is None:
        messages.error(request, "This member cannot take that revision.")
        return redirect("campaigns:warband", key, number)
    service, done = revision_take, f"{offered.name} follows revision {offered.newest} of its card now."
    if request.POST.get("do") == "leave":
        done = f"{offered.name} keeps its card. You can still take revision {offered.newest} below."
        service = revision_leave
    about = {"number": number, "member": offered.member, "revision": offered.newest}
    return act(request, owner, key, service, done, "warband", number, **about)


@require_safe
def member(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a member: its card as its career has made it, every changed number explained, and its career."""
    view = seen_campaign_or_404(request, key)
    moment = moment_control(request, view.campaign, keeps=("id",))
    opened = warband_or_404(view, number, moment.moment)
    career = require(opened.career(request.GET.get("id", "")), Http404("This warband has no such member."))
    organizes = view.organizes and view.is_open and moment.moment is None and not opened.row.has_left
    is_own = opened.is_played_by(owner_of(request))
    can_choose = (is_own or view.organizes) and view.is_open and moment.moment is None and not opened.row.has_left
    timeline = timeline_page(opened, career.id, request.GET.get("page", "1"), moment.moment)
    here = reverse("campaigns:member", args=[key, number])
    context = {
        "view": view,
        "warband": opened,
        "sheet": member_sheet(opened, career),
        "timeline": timeline,
        "rivals": member_rivals(opened, career.id, is_now=moment.moment is None),
        "corrections": member_corrections(view, number, career.id, moment.moment),
        "can_correct": organizes and not career.is_dismissed,
        "open_feats": open_feats(opened, career) if can_choose and not career.is_dismissed else (),
        "is_own": is_own,
        "address": Address(here, (("id", career.id), *moment.pairs)),
        "moment": moment,
    }
    return render(request, "campaigns/member.html", context)


@require_POST
def choose_feat(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Choose a feat of a member that no scenario here gave."""
    owner, view = open_campaign_or_404(request, key)
    opened = warband_or_404(view, number)
    career = require(opened.career(typed(request, "member")), Http404("This warband has no such member."))
    feat, _, choice = typed(request, "feat").partition(":")
    attempt(
        request,
        lambda: open_feat_choose(
            actor=owner,
            key=key,
            number=number,
            member=career.id,
            advance=typed(request, "advance"),
            feat=feat,
            choice=choice or None,
        ),
        f"{career.name} has its feat.",
    )
    return redirect(str(Address(reverse("campaigns:member", args=[key, number]), (("id", career.id),))))


def warband_or_404(
    view: CampaignView, number: int, moment: Moment | None = None, *, with_opening: bool = False
) -> WarbandView:
    """Return a warband of a campaign. The queries of ``warband_view``."""
    return require(warband_view(view.campaign, number, moment, with_opening=with_opening), Http404(NOT_HERE))


CHOICES_PER_PAGE = 30
"""Warbands on one page of those to choose from."""


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Show a person's warbands with any reasons that they cannot join, and bring one into the campaign."""
    owner, view = open_campaign_or_404(request, key)
    state = ListState.of_request(request, ("page",))
    if request.method != "POST":
        return HttpResponseRedirect(str(state)) if state.redirects else _join_page(request, owner, view, state)
    try:
        row = warband_join(actor=owner, key=key, warband_key=request.POST.get("warband", "").replace("\0", ""))
    except Refusal as refused:
        return _join_page(request, owner, view, state, refused.message)
    messages.success(request, f"{row} plays in the campaign now.")
    if nameless_members(row):
        return redirect("campaigns:warband-names", key, row.number)
    return redirect("campaigns:campaign", key)


@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Ask for names of the unnamed members of the visitor's warband, and store them."""
    owner, view = open_campaign_or_404(request, key)
    row = _warband_or_404(view, number)
    if not (view.is_open and view.viewer is not None and row.participant_id == view.viewer.pk):
        raise PermissionDenied("Only its player can name the members of a warband.")
    nameless = nameless_members(row)
    if request.method == "POST":
        given = {career.id: typed(request, f"name.{career.id}").strip() for career in nameless}
        given = {member: name for member, name in given.items() if name}
        if not given:
            return redirect("campaigns:campaign", key)
        done = f"Named {counted(len(given), 'member')}."
        if attempt(request, lambda: members_name(actor=owner, key=key, number=number, names=given), done):
            return redirect("campaigns:campaign", key)
    context = {"view": view, "warband": row, "members": nameless, "most": MAX_NAME}
    return render(request, "campaigns/warband_names.html", context)


@require_POST
def allow(request: HttpRequest, key: str) -> HttpResponse:
    """Add homebrew that kept a warband out to the campaign's list."""
    owner, _ = open_campaign_or_404(request, key)
    creatures = [creature.replace("\0", "") for creature in request.POST.getlist("creature")]
    done = "It is now on the campaign’s list."
    return act(request, owner, key, homebrew_allow, done, "warband-join", creatures=creatures)


@require_POST
def leave(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Take a warband out of the campaign."""
    owner, view = open_campaign_or_404(request, key)
    row = _warband_or_404(view, number)
    done = f"{row} has left the campaign and keeps its members as they are."
    return act(request, owner, key, warband_leave, done, "campaign", number=number)


@require_POST
def accept(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Let a warband continue the careers of its last campaign."""
    owner, view = open_campaign_or_404(request, key)
    row = _warband_or_404(view, number)
    done = f"{row} continues its earlier careers."
    return act(request, owner, key, warband_career_accept, done, "campaign", number=number)


def _join_page(
    request: HttpRequest, owner: Owner, view: CampaignView, state: ListState, refusal: str = ""
) -> HttpResponse:
    page, warnings = state.get_page(Paginator(warbands_of(owner), CHOICES_PER_PAGE))
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
    return require(row, Http404("There is no such warband in the campaign."))


_MISSING = "Enter a number, 0 for none."


class AllowanceForm(forms.Form):
    """What a latecomer gets."""

    points = number_field(
        MAX_ALLOWANCE_POINTS,
        "Points",
        "More than a new warband can cost. 0 for none.",
        least=0,
        missing=_MISSING,
    )
    advances = number_field(
        MAX_ALLOWANCE_ADVANCES, "Advances", "For the whole warband. 0 for none.", least=0, missing=_MISSING
    )
    each = number_field(
        MAX_MEMBER_ADVANCES, "Advances of one member, at most", "Every third brings a level.", least=0, missing=_MISSING
    )
    reason = reason_field()


@require_http_methods(["GET", "HEAD", "POST"])
def allowance(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show the allowance of a warband and what is left of it, or give one."""
    if request.method != "POST":
        view = seen_campaign_or_404(request, key)
        late = allowance_view(view, warband_or_404(view, number))
        return _page(request, view, late, AllowanceForm(initial=_proposed(late)))
    owner, view = open_campaign_or_404(request, key)
    late, form = allowance_view(view, warband_or_404(view, number)), AllowanceForm(request.POST)
    if not is_written(form, lambda: allowance_give(actor=owner, key=key, number=number, **form.cleaned_data)):
        return _page(request, view, late, form)
    return redirect("campaigns:allowance", key, number)


@require_POST
def roll(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Roll an advance for a member, or one for each; or enter the dice of one."""
    owner, view = open_campaign_or_404(request, key)
    row = warband_or_404(view, number)
    member, text = typed(request, "member"), typed(request, "faces").strip()
    faces = read_faces(text, MAX_FACES)
    try:
        if text and faces is None:
            raise Refusal("Enter the faces of the dice, such as 4 2 6.", code="roll.invalid")
        rolls = allowance_roll(actor=owner, key=key, number=number, member=member or None, faces=faces)
    except Refusal as refused:
        return _page(request, view, allowance_view(view, row), AllowanceForm(), refused.message)
    names = listed(career.name for event in rolls if (career := row.record.careers.by_id.get(event.member)))
    messages.success(request, f"{counted(len(rolls), 'advance')} rolled: {names}.")
    return redirect("campaigns:allowance", key, number)


def _proposed(late: AllowanceView) -> dict[str, Any]:
    if late.proposal is None or not late.proposal.warbands:
        return {}
    proposal = late.proposal
    reason = f"Joins late: as the median of {counted(proposal.warbands, 'warband')} that played"
    return {"points": proposal.points, "advances": proposal.advances, "each": proposal.each, "reason": reason}


def _page(
    request: HttpRequest, view: CampaignView, late: AllowanceView, form: forms.Form, refused: str = ""
) -> HttpResponse:
    enters = settings_of(view.campaign).entered_dice
    is_own = late.warband.is_played_by(owner_of(request))
    context = {"view": view, "late": late, "is_own": is_own, "form": form, "refused": refused, "enters": enters}
    return render(request, "campaigns/allowance.html", context, status=422 if refused or form.is_bound else 200)

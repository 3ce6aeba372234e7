"""Correcting by hand: a member, a feat that was chosen, a roll. Each is shown before and after, then written."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from campaigns.selectors.aftermath import aftermath_sides, feat_alternatives, feat_value
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.corrections import change_difference
from campaigns.selectors.scenario_pages import ScenarioView, names_of_members
from campaigns.selectors.warbands import WarbandView
from campaigns.services.corrections import FeatCorrection, RollCorrection
from campaigns.services.warbands import member_correct
from campaigns.web.correction_forms import FORMS, CorrectableMember, CorrectionForm, correction_form
from campaigns.web.previews import CorrectionPreview, preview_of, preview_or_correct
from campaigns.web.scenario_correction_forms import FeatForm, RollForm
from campaigns.web.scenarios import own_scenario_or_404
from campaigns.web.visiting import open_campaign_or_404
from campaigns.web.warbands import warband_or_404
from common.refusal import Refusal
from common.web.address import Address
from rules.campaigns.sentences.dice import PURPOSES, roll_outcome
from rules.campaigns.state.scenarios import EntryFeat, EntryRoll
from rules.careers.state import CareerState


@require_http_methods(["GET", "HEAD", "POST"])
def correct_member(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Correct a member by hand: its injuries, advances, level, points, HP class, spells; ``what`` says which."""
    owner, view = open_campaign_or_404(request, key)
    found = warband_or_404(view, number)
    career = found.record.careers.by_id.get(request.GET.get("id", ""))
    if career is None:
        raise Http404("This warband has no such member.")
    kind = correction_form(request.GET.get("what", ""))
    if not (view.organizes and view.is_open and not found.row.has_left):
        return _member_page(request, view, found, career, status=422 if request.method == "POST" else 200)
    member = CorrectableMember(
        number,
        career,
        found.rulebook,
        found.row.joined_after,
        max(view.campaign.next_played - 1, found.row.joined_after),
    )
    if kind is None or not kind.is_offered(member):
        return _member_page(request, view, found, career, member)
    form = kind(member, request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _member_page(request, view, found, career, member, form)
    if not form.is_valid():
        return _member_page(request, view, found, career, member, form, status=422)
    return _previewed_member(request, owner, view, found, member, form)


def _previewed_member(
    request: HttpRequest,
    owner: Owner,
    view: CampaignView,
    found: WarbandView,
    member: CorrectableMember,
    form: CorrectionForm,
) -> HttpResponse:
    event, career, key = form.event(), member.career, view.campaign.key
    difference, fault = change_difference(found.row, event)
    preview = preview_of(request, event, [difference] if difference.is_changed else [])
    if not fault and preview.is_confirmed(request):
        try:
            member_correct(
                actor=owner,
                key=key,
                number=event.warband,
                member=event.member,
                correction=event.correction,
                reason=event.reason,
                subject=event.subject,
                choice=event.choice,
                amount=event.amount,
                permanent=event.permanent,
                after=event.after,
            )
        except Refusal as refused:
            fault = refused.message
        else:
            messages.success(request, f"{career.name} is corrected. To take it back, void the correction.")
            return redirect(str(Address(reverse("campaigns:member", args=[key, event.warband]), (("id", career.id),))))
    if fault:
        form.add_error(None, fault)
        return _member_page(request, view, found, career, member, form, status=422)
    return _member_page(request, view, found, career, member, form, preview)


def _member_page(
    request: HttpRequest,
    view: CampaignView,
    found: WarbandView,
    career: CareerState,
    member: CorrectableMember | None = None,
    form: CorrectionForm | None = None,
    preview: CorrectionPreview | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "view": view,
        "warband": found,
        "career": career,
        "may": member is not None,
        "ways": [form for form in FORMS if member is not None and form.is_offered(member)],
        "form": form,
        "preview": preview,
    }
    return render(request, "campaigns/correct_member.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_feat(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Replace a feat that was chosen in a scenario that counts; ``feat`` in the address names it: ``1.m5``."""
    owner, scenario = own_scenario_or_404(request, key, number)
    found = _feat_or_404(scenario, request.GET.get("feat", ""))
    if not scenario.organizes:
        return _feat_page(request, scenario, found, status=422 if request.method == "POST" else 200)
    campaign, state = scenario.view.campaign, scenario.state
    warband, member = found.event.warband, found.event.member
    side = aftermath_sides(campaign, state, [warband]).get(warband)
    options = feat_alternatives(state, side, member) if side else ()
    now = feat_value(found.event.feat, found.event.choice)
    form = FeatForm(options, now, request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _feat_page(request, scenario, found, form, status=422 if form.is_bound else 200)
    feat, _, choice = form.cleaned_data["feat"].partition(":")
    correction = FeatCorrection(warband, member, feat, choice or None)
    try:
        preview = preview_or_correct(request, owner, scenario, correction, form.cleaned_data["reason"])
    except Refusal as refused:
        form.add_error(None, refused.message)
        return _feat_page(request, scenario, found, form, status=422)
    if preview is None:
        messages.success(request, "The feat is corrected. Everything that follows from it is worked out anew.")
        return redirect("campaigns:scenario", key, number)
    return _feat_page(request, scenario, found, form, preview)


def _feat_or_404(scenario: ScenarioView, name: str) -> EntryFeat:
    """Return the chosen feat that an address names."""
    for (warband, member), found in scenario.state.feats.items():
        if scenario.state.counts and name == f"{warband}.{member}":
            return found
    raise Http404("No feat was chosen there.")


def _feat_page(
    request: HttpRequest,
    scenario: ScenarioView,
    found: EntryFeat,
    form: FeatForm | None = None,
    preview: CorrectionPreview | None = None,
    status: int = 200,
) -> HttpResponse:
    warband = scenario.warband(found.event.warband)
    names = names_of_members(warband) if warband else {}
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "member": names.get(found.event.member, found.event.member),
        "warband": warband,
        "feat": form.now if form else "",
        "form": form,
        "preview": preview,
    }
    return render(request, "campaigns/correct_feat.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_roll(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Replace the faces of a roll; ``roll`` in the address names it: ``1.advance.1.m5``."""
    owner, scenario = own_scenario_or_404(request, key, number)
    found = _roll_or_404(scenario, request.GET.get("roll", ""))
    if not scenario.organizes:
        return _roll_page(request, scenario, found, status=422 if request.method == "POST" else 200)
    form = RollForm(len(found.roll.faces), request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _roll_page(request, scenario, found, form, status=422 if form.is_bound else 200)
    warband, member, purpose, place = found.roll.place
    correction = RollCorrection(warband, member, purpose, form.cleaned_data["faces"], place)
    try:
        preview = preview_or_correct(request, owner, scenario, correction, form.cleaned_data["reason"])
    except Refusal as refused:
        form.add_error("faces" if refused.code == "correction.invalid" else None, refused.message)
        return _roll_page(request, scenario, found, form, status=422)
    if preview is None:
        messages.success(request, "The roll is corrected. Everything that follows from it is worked out anew.")
        return redirect("campaigns:scenario", key, number)
    return _roll_page(request, scenario, found, form, preview)


def _roll_or_404(scenario: ScenarioView, name: str) -> EntryRoll:
    """Return the roll that an address names."""
    for (warband, member, purpose, number), found in scenario.state.rolls.items():
        if name == f"{warband}.{purpose}.{number}.{member}":
            return found
    raise Http404("There is no such roll in this scenario.")


def _roll_page(
    request: HttpRequest,
    scenario: ScenarioView,
    found: EntryRoll,
    form: RollForm | None = None,
    preview: CorrectionPreview | None = None,
    status: int = 200,
) -> HttpResponse:
    warband = scenario.warband(found.roll.warband)
    names = names_of_members(warband) if warband else {}
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "roll": found.roll,
        "member": names.get(found.roll.member, found.roll.member),
        "warband": warband,
        "label": PURPOSES[found.roll.purpose],
        "outcome": roll_outcome(found.roll),
        "form": form,
        "preview": preview,
    }
    return render(request, "campaigns/correct_roll.html", context, status=status)

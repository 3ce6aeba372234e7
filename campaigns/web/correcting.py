"""Correcting by hand: a member, a chosen feat, a roll. The preview shows exactly what is written."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from campaigns.selectors.aftermath import aftermath_sides, feat_alternatives, feat_value
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.corrections import WarbandDifference, change_difference, scenario_differences
from campaigns.selectors.scenario_pages import ScenarioView, names_of_members
from campaigns.selectors.warbands import WarbandView
from campaigns.services.corrections import FeatCorrection, RollCorrection, ScenarioCorrection, scenario_correct
from campaigns.services.warbands import member_correct
from campaigns.web.correction_forms import FORMS, CorrectableMember, CorrectionForm, correction_form
from campaigns.web.forms import NUMERIC, choice_field, reason_field
from campaigns.web.scenarios import own_scenario_or_404
from campaigns.web.visiting import open_campaign_or_404
from campaigns.web.warbands import warband_or_404
from common.refusal import Refusal
from common.web.address import Address
from rules.campaigns.events import CampaignEvent, event_document
from rules.campaigns.sentences.names import PURPOSES, roll_outcome
from rules.campaigns.state.scenarios import EntryFeat, EntryRoll
from rules.careers.differences import SheetChange
from rules.careers.state import CareerState
from rules.dice import read_faces
from rules.errors import require


class FeatForm(forms.Form):
    """Another feat in place of one that was chosen, or none."""

    feat = choice_field("Feat")
    reason = reason_field()

    def __init__(self, options: Iterable[tuple[str, str]], now: str, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"feat": now})
        options = list(options)
        self.now = dict(options).get(now, now)
        field = self.fields["feat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*options, ("", "None: choose again in the aftermath")]


class RollForm(forms.Form):
    """Other faces of a roll."""

    faces = forms.CharField(max_length=20, widget=forms.TextInput(attrs=NUMERIC), label="The roll")
    reason = reason_field()

    def __init__(self, dice: int, data: QueryDict | None = None) -> None:
        super().__init__(data)
        single = "Enter the number that you rolled, from 1 to 6."
        self.wanted = single if dice == 1 else f"Enter {dice} numbers from 1 to 6, such as 3 5 1."
        self.fields["faces"].error_messages["required"] = self.wanted

    def clean_faces(self) -> list[int]:
        """Read the faces, with or without spaces and commas."""
        return require(read_faces(self.cleaned_data["faces"], 20), forms.ValidationError(self.wanted))


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """The effects of an entry, and a ``mark`` that a form sends back to confirm the preview."""

    differences: Sequence[WarbandDifference]
    mark: str
    is_other: bool = False

    def is_confirmed(self, request: HttpRequest) -> bool:
        """Return True if the person has seen exactly this preview and confirms it."""
        return request.POST.get("do") == "write" and request.POST.get("seen") == self.mark


def preview_of(
    request: HttpRequest, event: CampaignEvent, differences: Sequence[WarbandDifference]
) -> CorrectionPreview:
    """Return the preview of an entry; it ``is_other`` than the one that the person wanted to confirm."""
    seen = [
        event_document(event),
        [
            [
                difference.warband.number,
                _lines(difference.standing),
                [[member.name, _lines(member.changes)] for member in difference.members],
                difference.due,
                difference.problems,
            ]
            for difference in differences
        ],
    ]
    mark = hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()
    asked = request.POST.get("do") == "write"
    return CorrectionPreview(differences, mark, is_other=asked and request.POST.get("seen") != mark)


def preview_or_correct(
    request: HttpRequest, owner: Owner, scenario: ScenarioView, correction: ScenarioCorrection, reason: str
) -> CorrectionPreview | None:
    """Write a correction of a scenario that the person has seen; of any other return the preview.

    Raises ``Refusal`` for anything that cannot be corrected this way.
    """
    campaign, number = scenario.view.campaign, scenario.state.number
    event = correction.event(campaign, scenario.state, reason)
    preview = preview_of(request, event, scenario_differences(campaign, number, event))
    if not preview.is_confirmed(request):
        return preview
    scenario_correct(actor=owner, key=campaign.key, scenario=number, correction=correction, reason=reason)
    return None


def _lines(changes: Iterable[SheetChange]) -> list[list[str]]:
    return [[line.label, line.before, line.after] for line in changes]


@require_http_methods(["GET", "HEAD", "POST"])
def correct_member(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Correct a member by hand: its injuries, advances, level, points, HP class, spells; ``what`` names one."""
    owner, view = open_campaign_or_404(request, key)
    opened = warband_or_404(view, number)
    career = opened.record.careers.by_id.get(request.GET.get("id", ""))
    if career is None:
        raise Http404("This warband has no such member.")
    kind = correction_form(request.GET.get("what", ""))
    if not (view.organizes and view.is_open and not opened.row.has_left):
        return _member_page(request, view, opened, career, status=422 if request.method == "POST" else 200)
    member = CorrectableMember(
        number,
        career,
        opened.rulebook,
        opened.row.joined_after,
        max(view.campaign.next_played - 1, opened.row.joined_after),
    )
    if kind is None or not kind.is_offered(member):
        return _member_page(request, view, opened, career, member)
    form = kind(member, request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _member_page(request, view, opened, career, member, form)
    if not form.is_valid():
        return _member_page(request, view, opened, career, member, form, status=422)
    return _previewed_member(request, owner, view, opened, member, form)


def _previewed_member(
    request: HttpRequest,
    owner: Owner,
    view: CampaignView,
    warband: WarbandView,
    member: CorrectableMember,
    form: CorrectionForm,
) -> HttpResponse:
    event, career, key = form.event(), member.career, view.campaign.key
    difference, fault = change_difference(warband.row, event)
    preview = preview_of(request, event, [difference] if difference.is_changed else [])
    if not fault and preview.is_confirmed(request):
        try:
            member_correct(actor=owner, key=key, number=event.warband, **form.answers())
        except Refusal as refused:
            fault = refused.message
        else:
            messages.success(request, f"{career.name} is corrected. You can undo the correction.")
            return redirect(str(Address(reverse("campaigns:member", args=[key, event.warband]), (("id", career.id),))))
    if fault:
        form.add_error(None, fault)
        return _member_page(request, view, warband, career, member, form, status=422)
    return _member_page(request, view, warband, career, member, form, preview)


def _member_page(
    request: HttpRequest,
    view: CampaignView,
    warband: WarbandView,
    career: CareerState,
    member: CorrectableMember | None = None,
    form: CorrectionForm | None = None,
    preview: CorrectionPreview | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "view": view,
        "warband": warband,
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
    event = _feat_or_404(scenario, request.GET.get("feat", "")).event
    page = partial(_scenario_page, request, scenario, "campaigns/correct_feat.html", event.warband, event.member)
    if not scenario.organizes:
        return page(status=422 if request.method == "POST" else 200)
    side = aftermath_sides(scenario.view.campaign, scenario.state, [event.warband]).get(event.warband)
    options = feat_alternatives(scenario.state, side, event.member) if side else ()
    form = FeatForm(options, feat_value(event.feat, event.choice), request.POST if request.method == "POST" else None)

    def correction() -> FeatCorrection:
        feat, _, choice = form.cleaned_data["feat"].partition(":")
        return FeatCorrection(event.warband, event.member, feat, choice or None)

    return _corrected(request, owner, scenario, form, correction, page)


def _feat_or_404(scenario: ScenarioView, name: str) -> EntryFeat:
    """Return the chosen feat that an address names."""
    for (warband, member), feat in scenario.state.feats.items():
        if scenario.state.counts and name == f"{warband}.{member}":
            return feat
    raise Http404("No feat was chosen in that scenario.")


@require_http_methods(["GET", "HEAD", "POST"])
def correct_roll(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Replace the faces of a roll; ``roll`` in the address names it: ``1.advance.1.m5``."""
    owner, scenario = own_scenario_or_404(request, key, number)
    roll = _roll_or_404(scenario, request.GET.get("roll", "")).roll
    facts: dict[str, Any] = {"roll": roll, "label": PURPOSES[roll.purpose], "outcome": roll_outcome(roll)}
    page = partial(_scenario_page, request, scenario, "campaigns/correct_roll.html", roll.warband, roll.member, **facts)
    if not scenario.organizes:
        return page(status=422 if request.method == "POST" else 200)
    form = RollForm(len(roll.faces), request.POST if request.method == "POST" else None)

    def correction() -> RollCorrection:
        return RollCorrection(roll.warband, roll.member, roll.purpose, form.cleaned_data["faces"], roll.number)

    return _corrected(request, owner, scenario, form, correction, page)


def _roll_or_404(scenario: ScenarioView, name: str) -> EntryRoll:
    """Return the roll that an address names."""
    for (warband, member, purpose, number), roll in scenario.state.rolls.items():
        if name == f"{warband}.{purpose}.{number}.{member}":
            return roll
    raise Http404("There is no such roll in this scenario.")


def _corrected(
    request: HttpRequest,
    owner: Owner,
    scenario: ScenarioView,
    form: FeatForm | RollForm,
    correction: Callable[[], ScenarioCorrection],
    page: Callable[..., HttpResponse],
) -> HttpResponse:
    """Answer to a form with the preview of its correction, or with the scenario once that was seen and is written."""
    if not form.is_bound or not form.is_valid():
        return page(form, status=422 if form.is_bound else 200)
    wanted = correction()
    try:
        preview = preview_or_correct(request, owner, scenario, wanted, form.cleaned_data["reason"])
    except Refusal as refused:
        form.add_error("faces" if refused.code == "correction.invalid" else None, refused.message)
        return page(form, status=422)
    if preview is not None:
        return page(form, preview)
    what = wanted.what.removeprefix("a ")
    messages.success(request, f"The {what} is corrected. Muster has recalculated everything that follows from it.")
    return redirect("campaigns:scenario", scenario.view.campaign.key, scenario.state.number)


def _scenario_page(
    request: HttpRequest,
    scenario: ScenarioView,
    template: str,
    number: int,
    member: str,
    form: FeatForm | RollForm | None = None,
    preview: CorrectionPreview | None = None,
    status: int = 200,
    **facts: Any,
) -> HttpResponse:
    warband = scenario.warband(number)
    names = names_of_members(warband) if warband else {}
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "member": names.get(member, member),
        "warband": warband,
        "form": form,
        "preview": preview,
        **facts,
    }
    return render(request, template, context, status=status)

"""A latecomer's allowance: giving it, and rolling its advances."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.web.visitors import owner_of
from campaigns.entries import settings_of
from campaigns.selectors.allowances import AllowanceView, allowance_view
from campaigns.selectors.campaigns import CampaignView
from campaigns.services.allowances import allowance_give, allowance_roll
from campaigns.web.forms import number_field, reason_field
from campaigns.web.scenarios import typed
from campaigns.web.visiting import open_campaign_or_404, seen_campaign_or_404
from campaigns.web.warbands import warband_or_404
from common.refusal import Refusal
from common.web.refusals import is_written
from rules.campaigns.events.allowances import (
    MAX_ALLOWANCE_ADVANCES,
    MAX_ALLOWANCE_POINTS,
    MAX_FACES,
    MAX_MEMBER_ADVANCES,
)
from rules.dice import read_faces
from rules.text import counted, listed

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

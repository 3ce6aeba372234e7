"""Joining a campaign by a link, by a code, or by the link of a place that waits for a person."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from accounts.web.visitors import owner_of
from campaigns.models import Campaign, Participant
from campaigns.selectors.campaigns import campaign_invited, campaign_view, placeholder_claimable
from campaigns.services.people import campaign_join, placeholder_claim
from campaigns.web.forms import JoinCodeForm
from common.refusal import Refusal
from warbands.web.sharing import unlisted


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Ask for the join code, and lead to the campaign's invitation."""
    form = JoinCodeForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        found = campaign_invited(code=form.cleaned_data["code"])
        if found is not None and found.invitation_token:
            return redirect("campaigns:join", found.invitation_token)
        form.add_error("code", "There is no campaign with this code. Check it, or ask the organizer for a new one.")
    return render(request, "campaigns/join_code.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show to which campaign an invitation leads, and join it."""
    token = token.replace("\0", "")
    return _invited(request, campaign_invited(token=token), None, lambda actor: campaign_join(actor=actor, token=token))


@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Show whose place waits in which campaign, and take it."""
    token = token.replace("\0", "")
    place = placeholder_claimable(token)
    return _invited(
        request,
        place.campaign if place else None,
        place,
        lambda actor: placeholder_claim(actor=actor, token=token),
    )


def _invited(
    request: HttpRequest,
    campaign: Campaign | None,
    place: Participant | None,
    work: Callable[[Owner], Participant],
) -> HttpResponse:
    if campaign is None:
        return unlisted(render(request, "campaigns/not_invited.html", status=404))
    owner, refusal = owner_of(request), ""
    if request.method == "POST":
        try:
            work(owner)
        except Refusal as refused:
            refusal = refused.message
        else:
            messages.success(request, f"You take part in “{campaign.name}” now.")
            return redirect("campaigns:campaign", campaign.key)
    view = campaign_view(owner, campaign.key)
    context = {"campaign": campaign, "place": place, "is_in": view is not None, "refusal": refusal}
    return unlisted(render(request, "campaigns/invitation.html", context, status=422 if refusal else 200))

"""The people of a campaign: participants, inviting and joining, roles, leaving, and spectators."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of
from campaigns.models import Campaign, Participant
from campaigns.models.people import ParticipantPresence
from campaigns.selectors.campaigns import (
    CampaignView,
    campaign_invited,
    campaign_spectated,
    campaign_view,
    placeholder_claimable,
    takeover_view,
)
from campaigns.services.campaigns import campaign_share
from campaigns.services.people import (
    campaign_hand_over,
    campaign_join,
    claim_renew,
    invitation_mail,
    invitation_make,
    invitation_revoke,
    participant_leave,
    participant_promote,
    participant_readmit,
    participant_remove,
    place_decline,
    placeholder_add,
    placeholder_claim,
)
from campaigns.services.takeovers import (
    campaign_take_over,
    organizer_answer,
    takeover_ask,
    takeover_days_set,
    takeover_withdraw,
)
from campaigns.web.forms import InvitationMailForm, JoinCodeForm, PlaceholderForm, TakeoverDaysForm
from campaigns.web.visiting import act, open_campaign_or_404, seen_campaign_or_404, watch
from common.refusal import Refusal
from common.web.address import token_link
from common.web.refusals import attempt, is_written
from rules.errors import require
from warbands.drawings.charts import qr_code
from warbands.web.sharing import switch, unlisted

_CHANGES: dict[str, tuple[Callable[..., Participant], dict[str, Any], str]] = {
    "promote": (participant_promote, {"co_organizer": True}, "{name} is a co-organizer now."),
    "demote": (participant_promote, {"co_organizer": False}, "{name} is a player now."),
    "hand-over": (campaign_hand_over, {}, "{name} is the organizer now, and you are a co-organizer."),
    "take-over": (campaign_hand_over, {}, "You are the organizer now."),
    "remove": (participant_remove, {}, "{name} no longer takes part."),
    "readmit": (participant_readmit, {}, "{name} can join again with an invitation."),
    "renew": (claim_renew, {}, "{name} has a new link. The old one no longer works."),
}
"""The possible changes to a participant's place: the service, its arguments, and the sentence afterward."""


@require_safe
def people(request: HttpRequest, key: str) -> HttpResponse:
    """Show the participants, and to organizers also the invitation and the spectators' link."""
    return _page(request, seen_campaign_or_404(request, key))


@require_POST
def add(request: HttpRequest, key: str) -> HttpResponse:
    """Reserve a place for a person by name."""
    owner, view = open_campaign_or_404(request, key)
    form = PlaceholderForm(request.POST)
    if is_written(form, lambda: placeholder_add(actor=owner, key=key, **form.cleaned_data), "name"):
        return redirect("campaigns:people", key)
    return _page(request, view, form, 422)


@require_POST
def change(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Change a person's place: their role, or whether they take part."""
    owner, view = open_campaign_or_404(request, key)
    person = require(view.person(number), Http404("There is no such person in the campaign."))
    if (way := _CHANGES.get(request.POST.get("change", ""))) is None:
        return HttpResponseBadRequest("This action does not exist for people.", content_type="text/plain")
    service, more, done = way
    done = done.format(name=person.display_name)
    return act(request, owner, key, service, done, "people", number=number, **more)


@require_POST
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Make a new invitation link and join code, or end them."""
    owner, _ = open_campaign_or_404(request, key)
    done = ("The link and the code are ready. Earlier ones no longer work.", "The link and the code no longer work.")
    back = f"{reverse('campaigns:people', args=[key])}#invitation"

    def turn(wanted: bool) -> object:
        return (invitation_make if wanted else invitation_revoke)(actor=owner, key=key)

    return switch(request, "The invitation is", turn, done, back)


@require_POST
def invite_by_mail(request: HttpRequest, key: str) -> HttpResponse:
    """Send the invitation link to an address, if the site has a mail server."""
    owner, view = open_campaign_or_404(request, key)
    form = InvitationMailForm(request.POST)
    link = token_link(request, "campaigns:join", view.campaign.invitation_token)
    if is_written(form, lambda: invitation_mail(actor=owner, key=key, link=link, **form.cleaned_data), "address"):
        messages.success(request, "The invitation is sent.")
        return redirect(f"{reverse('campaigns:people', args=[key])}#invitation")
    for message in form.errors.get("address", []):
        messages.error(request, str(message))
    return _page(request, view, status=422, mail_form=form)


@require_POST
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Leave the campaign."""
    owner, view = open_campaign_or_404(request, key)
    if attempt(request, lambda: participant_leave(actor=owner, key=key), f"You have left “{view.campaign.name}”."):
        return redirect("campaigns:list")
    return redirect("campaigns:people", key)


_ACTS: dict[str, tuple[Callable[..., object], str]] = {
    "ask": (takeover_ask, "Your request is in the journal, and everyone can see it."),
    "withdraw": (takeover_withdraw, "Your request is withdrawn."),
    "here": (organizer_answer, "You are here. The requests to take the campaign over have ended."),
    "take-over": (campaign_take_over, "You are the organizer now."),
}
"""What people do about requests to take the campaign over: the service, and the sentence afterward."""


@require_POST
def takeover(request: HttpRequest, key: str) -> HttpResponse:
    """Ask to take the campaign over, answer, withdraw, take it over, or set the days that a request runs."""
    owner, view = open_campaign_or_404(request, key)
    asked = request.POST.get("act", "")
    form = TakeoverDaysForm(request.POST)
    if asked == "days":
        if is_written(form, lambda: takeover_days_set(actor=owner, key=key, **form.cleaned_data), "days"):
            messages.success(request, "The days are saved.")
            return redirect(f"{reverse('campaigns:people', args=[key])}#takeover")
        return _page(request, view, status=422, takeover_form=form)
    if asked not in _ACTS:
        return HttpResponseBadRequest("This action does not exist for requests.", content_type="text/plain")
    service, done = _ACTS[asked]
    return act(request, owner, key, service, done, "people")


def _page(
    request: HttpRequest,
    view: CampaignView,
    form: PlaceholderForm | None = None,
    status: int = 200,
    mail_form: InvitationMailForm | None = None,
    takeover_form: TakeoverDaysForm | None = None,
) -> HttpResponse:
    campaign = view.campaign
    invites = view.organizes and view.is_open
    link = token_link(request, "campaigns:join", campaign.invitation_token) if view.organizes else ""
    context = {
        "view": view,
        "rows": [
            (
                participant,
                token_link(request, "campaigns:claim", participant.claim_token)
                if view.shows_claim(participant)
                else "",
            )
            for participant in view.playing
        ],
        "gone": [person for person in view.people if person.presence != ParticipantPresence.PLAYING],
        "invites": invites,
        "link": link,
        "qr_code": qr_code(link) if link else "",
        "spectators_link": token_link(request, "campaigns:watch", campaign.spectator_token) if view.organizes else "",
        "takeover": (takeover := takeover_view(view)),
        "takeover_form": takeover_form or TakeoverDaysForm(initial={"days": takeover.days}),
        "form": form or PlaceholderForm(),
        "mail_form": (mail_form or InvitationMailForm()) if settings.SENDS_MAIL and link else None,
    }
    return render(request, "campaigns/people.html", context, status=status)


@require_POST
def spectators(request: HttpRequest, key: str) -> HttpResponse:
    """Switch the spectators' link on or off."""
    owner, _ = open_campaign_or_404(request, key)
    done = ("Anyone with the link can now view the campaign.", "The spectators’ link is off.")
    back = f"{reverse('campaigns:people', args=[key])}#spectators"
    return switch(
        request, "The link is", lambda shared: campaign_share(actor=owner, key=key, shared=shared), done, back
    )


@require_safe
def watch_campaign(request: HttpRequest, token: str) -> HttpResponse:
    """Let a person with the link watch the campaign in this browser."""
    view = campaign_spectated(token.replace("\0", ""))
    if view is None:
        return unlisted(render(request, "campaigns/not_shared.html", status=404))
    watch(request, token)
    return unlisted(redirect("campaigns:campaign", view.campaign.key))


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Ask for the join code, and redirect to the campaign's invitation."""
    form = JoinCodeForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        invited = campaign_invited(code=form.cleaned_data["code"])
        if invited is not None and invited.invitation_token:
            return redirect("campaigns:join", invited.invitation_token)
        form.add_error("code", "There is no campaign with this code. Check it, or ask the organizer for a new one.")
    return render(request, "campaigns/join_code.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show to which campaign an invitation leads, and join it."""
    token = token.replace("\0", "")
    return _invited(request, campaign_invited(token=token), None, lambda actor: campaign_join(actor=actor, token=token))


@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Show a reserved place and its campaign, and claim or decline it."""
    token = token.replace("\0", "")
    place = placeholder_claimable(token)
    if place is not None and "decline" in request.POST:
        done = f"You have declined the place in “{place.campaign.name}”."
        attempt(request, lambda: place_decline(actor=owner_of(request), token=token), done)
        return redirect("campaigns:list")
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

"""The link under which anyone may look at a campaign: switching it on and off, and coming by it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.selectors.campaigns import campaign_spectated
from campaigns.services.campaigns import campaign_share
from campaigns.web.visiting import open_campaign_or_404, watch
from common.web.refusals import attempt
from warbands.web.sharing import SWITCHES, unlisted


@require_POST
def spectators(request: HttpRequest, key: str) -> HttpResponse:
    """Switch the spectators' link on or off."""
    owner, _ = open_campaign_or_404(request, key)
    shared = SWITCHES.get(request.POST.get("switch", ""))
    if shared is None:
        return HttpResponseBadRequest("The link is switched “on” or “off”.", content_type="text/plain")
    done = "Anyone who has the link can look at the campaign now." if shared else "The spectators’ link is off."
    attempt(request, lambda: campaign_share(actor=owner, key=key, shared=shared), done)
    return redirect(f"{reverse('campaigns:people', args=[key])}#spectators")


@require_safe
def watch_campaign(request: HttpRequest, token: str) -> HttpResponse:
    """Let someone who has the link look at the campaign with this browser."""
    view = campaign_spectated(token.replace("\0", ""))
    if view is None:
        return unlisted(render(request, "campaigns/not_shared.html", status=404))
    watch(request, token)
    return unlisted(redirect("campaigns:campaign", view.campaign.key))

"""Who opens a campaign's page: someone who takes part, or a spectator who came by the link; for others it is not there.

The link for spectators leaves its secret in the web session, so that a page has one address for all who may see it.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase

from accounts.models import SESSION_KEY, Owner, User
from accounts.web.visitors import owner_of
from campaigns.selectors.campaigns import CampaignView, campaign_view
from campaigns.selectors.spectators import campaign_watched
from campaigns.services.people import campaigns_adopt
from common.web.session_secrets import keep_session_secret, session_secrets
from rules.text import counted

WATCHED_KEY = "campaigns-watched"
NOT_HERE = "You have no such campaign."


def keep_campaigns_of_visitors(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that gives an account the campaigns that it began as a visitor.

    It stands within ``keep_what_visitors_made``, which takes the visitor's token out of the session.
    """

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        token = request.session.get(SESSION_KEY, "") if request.session.accessed else ""
        if token and isinstance(request.user, User) and (number := campaigns_adopt(user=request.user, token=token)):
            moved = f"{counted(number, 'campaign')} moved from this browser to your account."
            messages.info(request, moved, fail_silently=True)
        return response

    return _middleware


def open_campaign_or_404(request: HttpRequest, key: str) -> tuple[Owner, CampaignView]:
    """Return who asks and a campaign in which they take part. Two queries."""
    owner = owner_of(request)
    view = campaign_view(owner, key)
    if view is None:
        raise Http404(NOT_HERE)
    return owner, view


def seen_campaign_or_404(request: HttpRequest, key: str) -> CampaignView:
    """Return a campaign in which the person who asks takes part, or which they watch. Two queries, four to watch."""
    view = campaign_view(owner_of(request), key) or campaign_watched(key, watched_tokens(request))
    if view is None:
        raise Http404(NOT_HERE)
    return view


def watched_tokens(request: HttpRequest) -> tuple[str, ...]:
    """Return the secrets of the spectators' links that were opened in this browser."""
    return session_secrets(request.session, WATCHED_KEY)


def watch(request: HttpRequest, token: str) -> None:
    """Remember a spectators' link in this browser."""
    keep_session_secret(request.session, WATCHED_KEY, token)

"""The viewer of a campaign's page, and the requested moment: a participant, or a spectator with the link.

The spectators' link stores its secret in the web session, so that a page has one address for all who may see it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from accounts.models import SESSION_KEY, Owner, User
from accounts.web.visitors import owner_of
from campaigns.models import Campaign
from campaigns.selectors.campaigns import DEMO_KEY, DEMO_TOKEN, CampaignView, campaign_view, campaign_watched
from campaigns.selectors.moments import Moment, moment_of
from campaigns.services.people import campaigns_adopt
from common.web.address import Address
from common.web.cookies import keep_session_secret, session_secrets
from common.web.refusals import attempt
from rules.errors import require
from rules.text import NUMBER_DIGITS, counted, natural_number

WATCHED_KEY = "campaigns-watched"
NOT_HERE = "You have no such campaign. To watch one, open its link for spectators: its organizers have it."


def keep_campaigns_of_visitors(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that gives an account the campaigns that it began as a visitor.

    It runs inside ``keep_what_visitors_made``, which removes the visitor's token from the session.
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
    """Return the visitor and a campaign in which they take part. Two queries."""
    owner = owner_of(request)
    view = require(campaign_view(owner, key), Http404(NOT_HERE))
    return owner, view


def seen_campaign_or_404(request: HttpRequest, key: str) -> CampaignView:
    """Return a campaign in which the visitor takes part, or which they watch. Two queries, four to watch."""
    tokens = (*watched_tokens(request), DEMO_TOKEN) if key == DEMO_KEY else watched_tokens(request)
    return require(campaign_view(owner_of(request), key) or campaign_watched(key, tokens), Http404(NOT_HERE))


def act(
    request: HttpRequest, owner: Owner, key: str, service: Callable[..., object], done: str, *back: object, **given: Any
) -> HttpResponse:
    """Do something in a campaign and lead ``back`` to a page of it, which says what is ``done`` or why it is refused.

    ``back`` is the name of the page's address, and what it needs beside the key.
    """
    attempt(request, lambda: service(actor=owner, key=key, **given), done)
    page, *more = back
    return redirect(f"campaigns:{page}", key, *more)


def watched_tokens(request: HttpRequest) -> tuple[str, ...]:
    """Return the secrets of the spectators' links that were opened in this browser."""
    return session_secrets(request.session, WATCHED_KEY)


def watch(request: HttpRequest, token: str) -> None:
    """Remember a spectators' link in this browser."""
    keep_session_secret(request.session, WATCHED_KEY, token)


AS_OF = "as_of"
READING = "reading"
RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class MomentControl:
    """The control that chooses a moment: the shown one, the last scenario, and the omissions with their reasons."""

    moment: Moment | None
    last: int
    warning: str = ""
    keeps: tuple[tuple[str, str], ...] = ()

    @property
    def query(self) -> str:
        """The parameters of the moment for links to other pages, with their question mark; "" for today."""
        return str(Address("", self.pairs))

    @property
    def more_query(self) -> str:
        """The same for links that have parameters already; "" for today."""
        return "&" + self.query[1:] if self.query else ""

    @property
    def today(self) -> str:
        """The parameters of the same page today, with their question mark."""
        return str(Address("", self.keeps))

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The parameters of the moment."""
        if self.moment is None:
            return ()
        reading = ((READING, RECORDED),) if self.moment.as_recorded else ()
        return ((AS_OF, str(self.moment.played)), *reading)


def moment_control(request: HttpRequest, campaign: Campaign, *, keeps: tuple[str, ...] = ()) -> MomentControl:
    """Read the moment that a request names. One query, none for today.

    ``keeps`` are other parameters to preserve.
    """
    last = campaign.next_played - 1
    kept = tuple((name, request.GET[name]) for name in keeps if name in request.GET)
    asked = request.GET.get(AS_OF, "").strip()
    if not asked:
        return MomentControl(None, last, keeps=kept)
    moment = moment_of(
        campaign, natural_number(asked, NUMBER_DIGITS) or 0, as_recorded=request.GET.get(READING) == RECORDED
    )
    warning = "" if moment else "This is not a number of scenarios played. Here is today’s state."
    return MomentControl(moment, last, warning, kept)

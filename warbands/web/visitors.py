"""Who asks: an account, or a visitor whose web session holds a random token.

The token is in the session's data, so that it survives the new session key of a sign-in. The very request that signs
somebody in or up gives the account what the visitor made: the session may end before a page of warbands is opened.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import User
from rules.text import counted, listed
from warbands.models import Owner
from warbands.models.ownership import SESSION_KEY
from warbands.selectors.warbands import OpenWarband, warband_open
from warbands.services.warbands import owner_token, warbands_adopt

SEEN_KEY = "warbands-seen"


def keep_what_visitors_made(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that gives an account what its owner made as a visitor."""

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.session.accessed and SESSION_KEY in request.session:
            owner_of(request)
        return response

    return _middleware


def owner_of(request: HttpRequest) -> Owner:
    """Return who asks. A visitor who has made nothing yet has no token and owns nothing."""
    token = request.session.get(SESSION_KEY, "")
    if not isinstance(request.user, User):
        if token:
            _renew(request)
        return Owner(token=token)
    if token:
        adopted = warbands_adopt(user=request.user, token=token)
        if came := [
            counted(number, noun) for number, noun in zip(adopted, ("warband", "figure"), strict=True) if number
        ]:
            messages.info(request, f"{listed(came)} moved from this browser to your account.", fail_silently=True)
        del request.session[SESSION_KEY]
    return Owner(user=request.user)


def owner_to_be(request: HttpRequest) -> Owner:
    """Return who asks; a visitor who is about to make something gets a token first."""
    owner = owner_of(request)
    if owner.user is None and not owner.token:
        request.session[SESSION_KEY] = owner_token()
        return owner_of(request)
    return owner


def open_warband_or_404(request: HttpRequest, key: str) -> tuple[Owner, OpenWarband]:
    """Return who asks and a warband of theirs. Somebody else's is as little there as one that never was."""
    owner = owner_of(request)
    opened = warband_open(owner, key)
    if opened is None:
        raise Http404("You have no such warband.")
    return owner, opened


def _renew(request: HttpRequest) -> None:
    """Write the session once a day: it ends a time after it was last written, and the visitor's warbands with it."""
    today = timezone.now().date().isoformat()
    if request.session.get(SEEN_KEY) != today:
        request.session[SEEN_KEY] = today

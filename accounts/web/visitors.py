"""The requester: an account, a visitor with a random token in the web session, or an address alone for limits.

The token is in the session's data, so that it survives the new session key of a sign-in. The request that signs a
visitor in or up gives the account what they made: the session may end before the next page.
"""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import SESSION_KEY, Owner, User
from accounts.services.visitors import owner_token, visitor_data_adopt
from common.limits import Asker, address_of
from rules.text import listed

SEEN_KEY = "warbands-seen"
ADOPTED_KEY = "adopted-visitors"
"""The place of the visitors in a web session whose things went to its account."""
MOST_ADOPTED = 5


def keep_what_visitors_made(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the middleware that gives an account the things that its owner made as a visitor."""

    def _middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.session.accessed and SESSION_KEY in request.session:
            owner_of(request)
        return response

    return _middleware


def owner_of(request: HttpRequest) -> Owner:
    """Return the requester. A visitor who has made nothing yet has no token and owns nothing."""
    token = request.session.get(SESSION_KEY, "")
    if not isinstance(request.user, User):
        if token:
            _renew(request)
        return Owner(token=token)
    if token:
        if came := visitor_data_adopt(user=request.user, token=token):
            messages.info(request, f"{listed(came)} moved from this browser to your account.", fail_silently=True)
        del request.session[SESSION_KEY]
        request.session[ADOPTED_KEY] = [*request.session.get(ADOPTED_KEY, []), token][-MOST_ADOPTED:]
    return Owner(user=request.user)


def owner_to_be(request: HttpRequest) -> Owner:
    """Return the requester; a visitor who is about to make something gets a token first."""
    owner = owner_of(request)
    if owner.user is None and not owner.token:
        request.session[SESSION_KEY] = owner_token()
        return owner_of(request)
    return owner


def _renew(request: HttpRequest) -> None:
    """Write the session once a day: it expires some time after its last write, with everything that the visitor
    made.
    """
    today = timezone.now().date().isoformat()
    if request.session.get(SEEN_KEY) != today:
        request.session[SEEN_KEY] = today


def asker_of(request: HttpRequest) -> Asker:
    """Return the requester; a client is identified only by its token. Only reads the session."""
    token = request.headers.get("Authorization", "") if request.path.startswith("/api/") else ""
    if token:
        return Asker(f"token {token}", address_of(request))
    user = request.user
    owner = Owner(user=user) if isinstance(user, User) else Owner(token=request.session.get(SESSION_KEY, ""))
    return Asker(owner.caller, address_of(request))

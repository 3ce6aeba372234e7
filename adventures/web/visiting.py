"""Who opens an adventure's page: who runs it, plays in it, or looks on; for others it is not there."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from accounts.web.visitors import owner_of
from adventures.selectors.seats import LINKS_KEY, AdventureSeat, AdventureVisitor, adventure_seat
from campaigns.web.visiting import watched_tokens
from common.web.cookies import session_secrets

NOT_HERE = "There is no such adventure, or you do not take part in it."


def adventure_visitor(request: HttpRequest) -> AdventureVisitor:
    """Return who asks, with the links that this browser keeps."""
    return AdventureVisitor(owner_of(request), session_secrets(request.session, LINKS_KEY), watched_tokens(request))


def seen_adventure_or_404(request: HttpRequest, key: str) -> AdventureSeat:
    """Return an adventure for a visitor who may see it."""
    seat = adventure_seat(adventure_visitor(request), key)
    if seat is None:
        raise Http404(NOT_HERE)
    return seat


def run_adventure_or_404(request: HttpRequest, key: str) -> AdventureSeat:
    """Return an adventure for its organizer; for others its tools are not there."""
    seat = seen_adventure_or_404(request, key)
    if not seat.organizes:
        raise Http404(NOT_HERE)
    return seat

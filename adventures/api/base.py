"""Views of adventures: who asks, with which links, and what is answered where an adventure is not there for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.db import transaction
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request

from accounts.api.views import PassAPIView, pass_parameter
from accounts.models import ApiToken, Owner
from adventures.selectors.folding import (
    FoldedAdventure,
    adventure_at_round,
    folded_adventure,
    whole_adventure_view,
)
from adventures.selectors.seats import LINKS_KEY, AdventureSeat, AdventureVisitor, adventure_seat
from adventures.services.adventures import NOT_FOUND, LockedAdventure, adventure_locked
from common.api.errors import Fault
from common.api.versions import check_version, version_tag
from common.limits import WorkLimit
from common.openapi import BODY_ERRORS, FULL, GONE, INVALID, NO_VERSION, PRIVATE_ERRORS, REFUSED, error_answer
from common.web.cookies import session_secrets
from compendium.api.documents import DocumentParser
from rules.adventures.documents import MAX_ROUNDS
from rules.adventures.views import AdventureView
from rules.text import natural_number

ADVENTURE_PASS = pass_parameter("Adventure-Pass", "Ends of players’ links by which you play")
ROUND = OpenApiParameter("round", int, description="As it was when that round ended; else as of now.")
MOVED_ON = error_answer(
    "Something happened since the entry that you saw; its problems tell what.",
    code="adventure.changed",
    path="",
    message="Something happened meanwhile, so nothing was done. Look again.",
)
READ_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, 404: GONE}
"""What reading an adventure may answer."""
WRITE_ERRORS: dict[int, Any] = {**READ_ERRORS, 400: INVALID, 409: FULL, 412: MOVED_ON, 422: REFUSED}
"""What changing an adventure may answer."""
RECORD_ERRORS: dict[int, Any] = {**WRITE_ERRORS, 428: NO_VERSION}
"""The same for what is about an entry that was seen, which wants ``If-Match``."""
MAKE_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE, 409: FULL, 422: REFUSED}
"""What making an adventure may answer."""
PRINTS, EXPORTS, IMPORTS = WorkLimit("prints", of_reads=True), WorkLimit("exports", of_reads=True), WorkLimit("imports")


class AdventureAPIView(PassAPIView):
    """A view of adventures. The scope is that of campaigns, of which adventures are a part."""

    tag: ClassVar[str] = "adventures"

    scope = "campaigns"
    pass_header = ADVENTURE_PASS
    parser_classes = (DocumentParser,)

    @property
    def visitor(self) -> AdventureVisitor:
        """Who asks, with the links that they hold. A session beside a token says nothing."""
        kept = (
            () if isinstance(self.request.auth, ApiToken) else session_secrets(self.request._request.session, LINKS_KEY)
        )
        return AdventureVisitor(self.owner, kept + self.passes)

    @property
    def has_pass(self) -> bool:
        """Whether who asks holds a players' link."""
        return bool(self.visitor.links)

    @property
    def answers_owner(self) -> Owner:
        """Return whose answers are kept: of a visitor who only holds links, those of the first link."""
        if self.owner.is_nobody and (links := self.visitor.links):
            return Owner(token=links[0])
        return self.owner

    def seen(self, key: str) -> AdventureSeat:
        """Return an adventure for a visitor who may see it; 404 where there is none. One query, five in a campaign."""
        seat = adventure_seat(self.visitor, key)
        if seat is None:
            raise adventure_gone()
        return seat

    def organized(self, key: str, what: str) -> AdventureSeat:
        """Return an adventure for its organizer; ``what`` completes "Only the organizer can". Queries as ``seen``."""
        seat = self.seen(key)
        LockedAdventure(seat).refuse_unless_organizer(what)
        return seat

    @contextmanager
    def unchanged(self, request: Request, key: str, *, by_version: bool = False) -> Iterator[LockedAdventure]:
        """Lock an adventure that is still as ``If-Match`` says while it is changed.

        The header names the last entry; with ``by_version`` it names the version, and has to be there.
        """
        with transaction.atomic():
            locked = adventure_locked(self.visitor, key)
            check_version(request, locked.row.version if by_version else locked.row.head, required=by_version)
            yield locked

    def unchanged_since(self, request: Request, seat: AdventureSeat) -> HttpResponseBase | None:
        """Return the answer that nothing has changed, None where something has. No query; nothing is folded."""
        return get_conditional_response(request._request, etag=seat_tag(seat, request.get_full_path()))


def seat_tag(seat: AdventureSeat, *more: str) -> str:
    """Return the ``ETag`` of what a visitor sees of an adventure: it begins with the number of the last entry."""
    campaign = seat.campaign.campaign.head if seat.campaign else 0
    return version_tag(seat.row.head, seat.mark, seat.warbands, seat.is_open, campaign, *more)


def view_of_seat(seat: AdventureSeat, folded: FoldedAdventure) -> AdventureView:
    """Return what a visitor sees of an adventure, with its newest entries: what the API tells starts from it."""
    return folded.newest(for_players=not seat.organizes)


def log_of_seat(seat: AdventureSeat) -> AdventureView:
    """Return what a visitor sees of an adventure, with every entry. It is folded for this, with one query."""
    return whole_adventure_view(seat.row, for_players=not seat.organizes)


def round_of(request: Request, seat: AdventureSeat) -> tuple[FoldedAdventure, FoldedAdventure]:
    """Return an adventure as of the round that an address asks for, and as of now; 404 for a round to come."""
    asked: str = request.query_params.get("round", "")
    wanted = natural_number(asked, len(str(MAX_ROUNDS)) + 1)
    if asked and wanted is None:
        raise Fault("invalid", "round", "Expected the number of a round.")
    now = folded_adventure(seat.row)
    if wanted is None or wanted == now.state.round:
        return now, now
    if not 0 < wanted < now.state.round:
        raise Fault("round.unknown", "round", "This adventure has no such round.", status.HTTP_404_NOT_FOUND)
    return adventure_at_round(seat.row, wanted), now


def adventure_gone() -> Fault:
    """Return the fault of an adventure that is not there for who asks."""
    return Fault("adventure.gone", "key", NOT_FOUND, status.HTTP_404_NOT_FOUND)

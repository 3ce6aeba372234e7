"""Adventures as a whole: those of who asks or of a campaign, new ones, one as it stands, closed, deleted, taken in."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.once import once
from adventures.api.base import (
    ADVENTURE_PASS,
    IMPORTS,
    MAKE_ERRORS,
    READ_ERRORS,
    ROUND,
    WRITE_ERRORS,
    AdventureAPIView,
    round_of,
    seat_tag,
)
from adventures.api.new_adventures import (
    AdventureFileSerializer,
    CampaignPlaceBody,
    NewAdventureBody,
    adventure_of_body,
)
from adventures.api.shapes import (
    AdventureAsSeenSerializer,
    AdventureSummarySerializer,
    adventure_summary_document,
    seen_adventure_document,
)
from adventures.selectors.folding import folded_adventure
from adventures.selectors.seats import adventures_in, adventures_of
from adventures.services.adventures import adventure_close, adventure_delete, adventure_make, adventure_take_in
from adventures.services.files import adventure_import
from campaigns.selectors.campaigns import CampaignView, campaign_view
from common.api.bodies import read_body
from common.api.faults import Fault
from common.api.pages import CursorPages
from common.api.versions import check_version
from common.openapi import BODY_ERRORS, INVALID

MAX_CAMPAIGN_KEY = 16


class AdventurePages(CursorPages):
    """The newest adventures first."""


class AdventureAnswerAPIView(AdventureAPIView):
    """A view that answers with an adventure."""

    def adventure_answer(self, request: Request, key: str, *, is_new: bool = False) -> Response:
        """Answer with an adventure as it stands. Queries as ``seen``, one more where it is not kept."""
        seat = self.seen(key)
        now = folded_adventure(seat.row)
        address = reverse("api-adventure", args=[key])
        headers = {"ETag": seat_tag(seat, address)} | ({"Location": address} if is_new else {})
        body = seen_adventure_document(request, seat, now, now)
        return Response(body, status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK, headers=headers)


class AdventureListView(AdventureAnswerAPIView):
    """The adventures of who asks, and making one."""

    pagination_class = AdventurePages

    @extend_schema(
        operation_id="adventures_list",
        summary="Your adventures",
        description=(
            "Those that you run, play in by a link, or that campaigns have in which you take part, the newest first; "
            "or all of one campaign."
        ),
        parameters=[
            OpenApiParameter("campaign", str, description="Only those of the campaign with that key."),
            ADVENTURE_PASS,
        ],
        responses={200: AdventureSummarySerializer(many=True), **READ_ERRORS, 400: INVALID},
    )
    def get(self, request: Request) -> Response:
        """Return a page of adventures. One query, three for those of a campaign."""
        visitor, pages, asked = self.visitor, AdventurePages(), request.query_params.get("campaign", "")
        found = adventures_of(visitor)
        if asked:
            found = adventures_in(self._campaign(asked)).select_related("campaign")
        rows = pages.paginate_queryset(found, request, self) or []
        return pages.get_paginated_response(
            [adventure_summary_document(row, is_owner=row.is_of(visitor.owner)) for row in rows]
        )

    def _campaign(self, key: str) -> CampaignView:
        view = campaign_view(self.owner, key) if len(key) <= MAX_CAMPAIGN_KEY and "\0" not in key else None
        if view is None:
            raise Fault("campaign.gone", "campaign", "You have no such campaign.", status.HTTP_404_NOT_FOUND)
        return view

    @extend_schema(
        operation_id="adventures_create",
        summary="Make an adventure",
        description="Makes an adventure of a ready one, of a template or of a document: yours, or one of a campaign.",
        request=NewAdventureBody,
        responses={201: AdventureAsSeenSerializer, **MAKE_ERRORS},
    )
    @once
    def post(self, request: Request) -> Response:
        """Store an adventure."""
        given = read_body(NewAdventureBody, request.data)
        adventure = adventure_of_body(self.owner, given)
        campaign, follows = given.get("campaign", ""), given.get("follows")
        if follows is not None and not campaign:
            raise Fault("invalid", "follows", "Only an adventure of a campaign follows a scenario.")
        made = adventure_make(owner=self.owner, adventure=adventure, campaign=campaign, follows=follows)
        return self.adventure_answer(request, made.key, is_new=True)


class AdventureImportView(AdventureAnswerAPIView):
    """Taking in an adventure from its document."""

    limit = IMPORTS

    @extend_schema(
        operation_id="adventures_import",
        summary="Take in an adventure",
        description=(
            "Stores an adventure of a document `muster-adventure/1`, such as another site's. It goes on where it "
            "stood, and its next dice come from a new seed."
        ),
        request=AdventureFileSerializer,
        responses={201: AdventureAsSeenSerializer, **MAKE_ERRORS},
    )
    @once
    def post(self, request: Request) -> Response:
        """Store the adventure."""
        made = adventure_import(owner=self.owner, document=request.data)
        return self.adventure_answer(request, made.key, is_new=True)


class AdventureDetailView(AdventureAnswerAPIView):
    """One adventure."""

    @extend_schema(
        operation_id="adventures_read",
        summary="One adventure",
        description=(
            "The adventure as you may see it: for its organizer everything, for players nothing that is hidden. Ask "
            "again with its ETag as `If-None-Match`: while nothing has changed the answer is 304."
        ),
        parameters=[ROUND, ADVENTURE_PASS],
        responses={200: AdventureAsSeenSerializer, **READ_ERRORS, 400: INVALID},
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """Return the adventure. One query, five in a campaign; one more where it is not kept or of an earlier round."""
        seat = self.seen(key)
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        then, now = round_of(request, seat)
        headers = {"ETag": seat_tag(seat, request.get_full_path())}
        return Response(seen_adventure_document(request, seat, then, now), headers=headers)

    @extend_schema(
        operation_id="adventures_delete",
        summary="Delete an adventure",
        description="For good, and only by its organizer.",
        responses={204: None, **WRITE_ERRORS},
    )
    def delete(self, request: Request, key: str) -> Response:
        """Delete the adventure."""
        with self.unchanged(request, key):
            adventure_delete(visitor=self.visitor, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AdventureCloseView(AdventureAnswerAPIView):
    """Closing an adventure."""

    @extend_schema(
        operation_id="adventures_close",
        summary="Close an adventure",
        description="For good: nothing can be added any more, and its organizer sees the seeds of its dice.",
        responses={200: AdventureAsSeenSerializer, **WRITE_ERRORS},
    )
    @once
    def post(self, request: Request, key: str) -> Response:
        """Close the adventure."""
        with self.unchanged(request, key):
            adventure_close(visitor=self.visitor, key=key)
        return self.adventure_answer(request, key)


class AdventureTakeInView(AdventureAnswerAPIView):
    """Taking an adventure into a campaign."""

    @extend_schema(
        operation_id="adventures_take_in",
        summary="Take an adventure into a campaign",
        description="An adventure of yours becomes one of a campaign that you organize, with its log and its dice.",
        request=CampaignPlaceBody,
        responses={200: AdventureAsSeenSerializer, **WRITE_ERRORS, **BODY_ERRORS},
    )
    @once
    def post(self, request: Request, key: str) -> Response:
        """Take the adventure in."""
        self.seen(key)
        given = read_body(CampaignPlaceBody, request.data)
        with transaction.atomic():
            # The campaign is locked before the adventure: what ``If-Match`` says is looked at when both are.
            row = adventure_take_in(visitor=self.visitor, key=key, **given)
            check_version(request, row.head)
        return self.adventure_answer(request, key)

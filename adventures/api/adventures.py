"""Adventures: list, create, read, close, delete and import them; and playing by the players' link."""

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from accounts.models import ApiToken
from adventures.api.base import (
    ADVENTURE_PASS,
    IMPORTS,
    MAKE_ERRORS,
    READ_ERRORS,
    ROUND,
    WRITE_ERRORS,
    AdventureAPIView,
    AdventureAsSeenSerializer,
    AdventureSummarySerializer,
    adventure_summary_document,
    round_of,
    seat_tag,
    seen_adventure_document,
)
from adventures.api.templates import AdventureFileSerializer, CampaignPlaceBody, NewAdventureBody, adventure_of_body
from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.selectors.seats import LINKS_KEY, adventure_with_link, adventures_in, adventures_of
from adventures.services.adventures import (
    adventure_close,
    adventure_delete,
    adventure_make,
    adventure_share,
    adventure_take_in,
)
from adventures.services.recording import adventure_import
from campaigns.selectors.campaigns import CampaignView, campaign_view
from common.api.bodies import Body, check_version, read_body
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import BODY_ERRORS, GONE, INVALID, PRIVATE_ERRORS, Document, operation
from common.web.cookies import keep_session_secret
from rules.errors import require

MAX_CAMPAIGN_KEY = 16


class AdventureAnswerAPIView(AdventureAPIView):
    def adventure_answer(self, request: Request, key: str, *, is_new: bool = False) -> Response:
        """Answer with an adventure in its present state. Queries as ``seen``, plus one if it is not in memory."""
        seat = self.seen(key)
        now = ADVENTURE_LOGS.folded(seat.row)
        address = reverse("api-adventure", args=[key])
        headers = {"ETag": seat_tag(seat, address)} | ({"Location": address} if is_new else {})
        body = seen_adventure_document(request, seat, now, now)
        return Response(body, status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK, headers=headers)


class AdventureListView(AdventureAnswerAPIView):
    pagination_class = CursorPages

    @operation(
        "adventures_list",
        AdventureSummarySerializer(many=True),
        {**READ_ERRORS, 400: INVALID},
        parameters=[
            OpenApiParameter("campaign", str, description="Only the adventures of the campaign with that key."),
            ADVENTURE_PASS,
        ],
    )
    def get(self, request: Request) -> Response:
        """Your adventures.

        Adventures that you run, that you play in by a link, or that belong to your campaigns, newest first; or all
        those of one campaign.
        """
        # One query, three for those of a campaign.
        visitor, pages, asked = self.visitor, CursorPages(), request.query_params.get("campaign", "")
        listed = adventures_of(visitor)
        if asked:
            listed = adventures_in(self._campaign(asked)).select_related("campaign")
        rows = pages.paginate_queryset(listed, request, self) or []
        return pages.get_paginated_response(
            [adventure_summary_document(row, is_owner=row.is_of(visitor.owner)) for row in rows]
        )

    def _campaign(self, key: str) -> CampaignView:
        view = campaign_view(self.owner, key) if len(key) <= MAX_CAMPAIGN_KEY and "\0" not in key else None
        if view is None:
            raise Fault("campaign.gone", "campaign", "You have no such campaign.", status.HTTP_404_NOT_FOUND)
        return view

    @operation("adventures_create", AdventureAsSeenSerializer, MAKE_ERRORS, body=NewAdventureBody, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Make an adventure.

        Makes an adventure from a ready one, a template or a document, for you or for one of your campaigns.
        """
        given = read_body(NewAdventureBody, request.data)
        adventure = adventure_of_body(self.owner, given)
        campaign, follows = given.get("campaign", ""), given.get("follows")
        if follows is not None and not campaign:
            raise Fault("invalid", "follows", "Only an adventure of a campaign follows a scenario.")
        made = adventure_make(owner=self.owner, adventure=adventure, campaign=campaign, follows=follows)
        return self.adventure_answer(request, made.key, is_new=True)


class AdventureImportView(AdventureAnswerAPIView):
    limit = IMPORTS

    @operation("adventures_import", AdventureAsSeenSerializer, MAKE_ERRORS, body=AdventureFileSerializer, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Import an adventure.

        Stores an adventure from a `muster-adventure/1` document, such as one from another site. It continues where it
        stopped, with a new seed for its dice.
        """
        made = adventure_import(owner=self.owner, document=request.data)
        return self.adventure_answer(request, made.key, is_new=True)


class AdventureDetailView(AdventureAnswerAPIView):
    @operation(
        "adventures_read", AdventureAsSeenSerializer, {**READ_ERRORS, 400: INVALID}, parameters=[ROUND, ADVENTURE_PASS]
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """One adventure.

        The adventure as you may see it: organizers see everything, players see nothing hidden. To poll, send its ETag
        as `If-None-Match`: the answer is 304 until something changes.
        """
        # One query, five in a campaign; one more where it is not kept or of an earlier round.
        seat = self.seen(key)
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        then, now = round_of(request, seat)
        headers = {"ETag": seat_tag(seat, request.get_full_path())}
        return Response(seen_adventure_document(request, seat, then, now), headers=headers)

    @operation("adventures_delete", None, WRITE_ERRORS, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete an adventure.

        Permanent. Only its organizer can do this.
        """
        with self.unchanged(request, key):
            adventure_delete(visitor=self.visitor, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AdventureCloseView(AdventureAnswerAPIView):
    @operation("adventures_close", AdventureAsSeenSerializer, WRITE_ERRORS)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Close an adventure.

        Permanent: nothing can be added afterward, and its organizer sees the seeds of its dice.
        """
        with self.unchanged(request, key):
            adventure_close(visitor=self.visitor, key=key)
        return self.adventure_answer(request, key)


class AdventureTakeInView(AdventureAnswerAPIView):
    @operation("adventures_take_in", AdventureAsSeenSerializer, {**WRITE_ERRORS, **BODY_ERRORS}, body=CampaignPlaceBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Move an adventure into a campaign.

        Your adventure becomes part of a campaign that you organize, with its log and its dice.
        """
        self.seen(key)
        given = read_body(CampaignPlaceBody, request.data)
        with transaction.atomic():
            # The campaign is locked before the adventure: what ``If-Match`` says is looked at when both are.
            row = adventure_take_in(visitor=self.visitor, key=key, **given)
            check_version(request, row.head)
        return self.adventure_answer(request, key)


LINK_LOST = "No adventure is shared at this link. Ask for a new one."


class PlayersLinkBody(Body):
    """A link for players."""

    link = serializers.CharField(max_length=300, help_text="The link that you received, or the last part of it.")


class AdventureJoinedSerializer(Document):
    """The adventure that you have joined."""

    adventure = serializers.CharField(help_text="The adventure's key.")
    adventure_pass = serializers.CharField(
        allow_null=True,
        help_text="Send it as `Adventure-Pass` with each request. Null for a browser, whose session stores it.",
    )


class AdventureJoinView(AdventureAnswerAPIView):
    is_for_newcomers = True

    @operation(
        "adventures_join", AdventureJoinedSerializer, {**PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE}, body=PlayersLinkBody
    )
    @once
    def post(self, request: Request) -> Response:
        """Play by the players’ link.

        Everyone with the link of an adventure outside campaigns can play in it.
        """
        token = read_body(PlayersLinkBody, request.data)["link"].rstrip("/").rpartition("/")[2]
        row = require(adventure_with_link(token), Fault("adventure.gone", "link", LINK_LOST, status.HTTP_404_NOT_FOUND))
        is_program = isinstance(request.auth, ApiToken)
        if not is_program:
            keep_session_secret(request._request.session, LINKS_KEY, token)
        return Response({"adventure": row.key, "adventure_pass": token if is_program else None})


class AdventureLinkView(AdventureAnswerAPIView):
    def _switch(self, request: Request, key: str, *, shared: bool) -> Response:
        with self.unchanged(request, key):
            adventure_share(visitor=self.visitor, key=key, shared=shared)
        return self.adventure_answer(request, key)

    @operation("adventures_share", AdventureAsSeenSerializer, WRITE_ERRORS)
    def put(self, request: Request, key: str) -> Response:
        """Make the players’ link.

        Everyone with the link can play in the adventure. In a campaign, its people need no link.
        """
        return self._switch(request, key, shared=True)

    @operation("adventures_unshare", AdventureAsSeenSerializer, WRITE_ERRORS)
    def delete(self, request: Request, key: str) -> Response:
        """End the players’ link.

        It stops working; a later link is a new one.
        """
        return self._switch(request, key, shared=False)

"""The players' link of an adventure: making it, ending it, and playing by it."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.once import once
from accounts.models import ApiToken
from adventures.api.adventures import AdventureAnswerAPIView
from adventures.api.base import WRITE_ERRORS
from adventures.api.shapes import AdventureAsSeenSerializer
from adventures.selectors.seats import LINKS_KEY, adventure_with_link
from adventures.services.adventures import adventure_share
from common.api.bodies import Body, read_body
from common.api.faults import Fault
from common.openapi import BODY_ERRORS, GONE, PRIVATE_ERRORS, Document
from common.web.session_secrets import keep_session_secret

LINK_LOST = "No adventure is shared at this link. Ask for a new one."


class PlayersLinkBody(Body):
    """A link for players."""

    link = serializers.CharField(max_length=300, help_text="The link that you were given, or its end.")


@extend_schema_serializer(component_name="AdventureJoined")
class AdventureJoinedSerializer(Document):
    """The adventure in which you play from now on."""

    adventure = serializers.CharField(help_text="The adventure's key.")
    adventure_pass = serializers.CharField(
        allow_null=True,
        help_text="What to send as `Adventure-Pass` with each request. Null for a browser, whose session keeps it.",
    )


class AdventureJoinView(AdventureAnswerAPIView):
    """Playing by a link."""

    is_for_newcomers = True

    @extend_schema(
        operation_id="adventures_join",
        summary="Play by the players’ link",
        description="Everyone who has the link of an adventure outside campaigns plays in it.",
        request=PlayersLinkBody,
        responses={200: AdventureJoinedSerializer, **PRIVATE_ERRORS, **BODY_ERRORS, 404: GONE},
    )
    @once
    def post(self, request: Request) -> Response:
        """Open the link."""
        token = read_body(PlayersLinkBody, request.data)["link"].rstrip("/").rpartition("/")[2]
        row = adventure_with_link(token)
        if row is None:
            raise Fault("adventure.gone", "link", LINK_LOST, status.HTTP_404_NOT_FOUND)
        is_program = isinstance(request.auth, ApiToken)
        if not is_program:
            keep_session_secret(request._request.session, LINKS_KEY, token)
        return Response({"adventure": row.key, "adventure_pass": token if is_program else None})


class AdventureLinkView(AdventureAnswerAPIView):
    """The players' link."""

    def _switch(self, request: Request, key: str, *, shared: bool) -> Response:
        with self.unchanged(request, key):
            adventure_share(visitor=self.visitor, key=key, shared=shared)
        return self.adventure_answer(request, key)

    @extend_schema(
        operation_id="adventures_share",
        summary="Make the players’ link",
        description="Everyone who has it plays in the adventure. In a campaign its people do so without a link.",
        responses={200: AdventureAsSeenSerializer, **WRITE_ERRORS},
    )
    def put(self, request: Request, key: str) -> Response:
        """Make the link."""
        return self._switch(request, key, shared=True)

    @extend_schema(
        operation_id="adventures_unshare",
        summary="End the players’ link",
        description="It stops working; a new link is another.",
        responses={200: AdventureAsSeenSerializer, **WRITE_ERRORS},
    )
    def delete(self, request: Request, key: str) -> Response:
        """End the link."""
        return self._switch(request, key, shared=False)

"""The people of a campaign: joining, leaving, inviting, roles, and the spectators' link."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import missing, reads, writes
from campaigns.api.campaigns import CampaignAnswer
from campaigns.api.shapes import CampaignSerializer
from campaigns.models.people import ParticipantRole
from campaigns.services.campaigns import campaign_share
from campaigns.services.people import (
    campaign_hand_over,
    campaign_join,
    claim_renew,
    invitation_make,
    invitation_revoke,
    participant_leave,
    participant_promote,
    participant_readmit,
    participant_remove,
    place_decline,
    placeholder_add,
    placeholder_claim,
)
from common.api.bodies import Body, read_body
from common.openapi import Document, LinkField
from rules.lengths import MAX_NAME


class JoinBody(Body):
    """The code of an invitation, or the token at the end of its link."""

    code = serializers.CharField(max_length=40, required=False, default="")
    token = serializers.CharField(max_length=64, required=False, default="")


class ClaimBody(Body):
    """The token at the end of a link to a reserved place."""

    token = serializers.CharField(max_length=64)


class PlaceholderBody(Body):
    """A person for whom a place is reserved."""

    name = serializers.CharField(max_length=MAX_NAME)


class RoleBody(Body):
    """A person's new rights."""

    role = serializers.ChoiceField(ParticipantRole.choices)


class CampaignLinksSerializer(Document):
    """The links to a campaign that organizers hand out."""

    code = serializers.CharField(
        source="join_code", allow_null=True, help_text="The code to type, or null while no one can join with it."
    )
    link = LinkField("campaigns:join", source="invitation_token")
    spectators_link = LinkField(
        "campaigns:watch", source="spectator_token", help_text="Anyone with the link can view the campaign."
    )
    league_link = LinkField(
        "campaigns:league-published", source="league_token", help_text="Anyone with the link can view the league."
    )
    on_player_pages = serializers.BooleanField(help_text="Whether players may show the campaign on pages of their own.")


class CampaignJoinView(CampaignAnswer):
    needs_account = True

    @writes("campaigns_join", CampaignSerializer, JoinBody, versioned=False)
    def post(self, request: Request) -> Response:
        """Join a campaign.

        By the code of an invitation, or by the token of its link. People who already take part stay.
        """
        given = read_body(JoinBody, request.data)
        participant = campaign_join(actor=self.owner, **given)
        return self.answer(participant.campaign.key)


class CampaignClaimView(CampaignAnswer):
    needs_account = True

    @writes("campaigns_claim", CampaignSerializer, ClaimBody, versioned=False)
    def post(self, request: Request) -> Response:
        """Claim a reserved place.

        By the token of its link. The warbands of the place become yours.
        """
        given = read_body(ClaimBody, request.data)
        participant = placeholder_claim(actor=self.owner, token=given["token"])
        return self.answer(participant.campaign.key)


class CampaignDeclineView(CampaignAnswer):
    needs_account = True

    @writes("campaigns_decline", None, ClaimBody, versioned=False, status=204)
    def post(self, request: Request) -> Response:
        """Decline a place in a next season.

        By the token of its link. Only the person whom it is reserved for can; the place ends.
        """
        place_decline(actor=self.owner, token=read_body(ClaimBody, request.data)["token"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class CampaignLeaveView(CampaignAnswer):
    @writes("campaigns_leave", None, status=204)
    def post(self, request: Request, key: str) -> Response:
        """Leave a campaign.

        Your warbands leave with you. The organizer must first hand the campaign over.
        """
        self.write(request, key, participant_leave)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CampaignPeopleView(CampaignAnswer):
    @writes("campaigns_keep_place", CampaignSerializer, PlaceholderBody, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Reserve a place for somebody.

        By name; the place has a link with which they claim it. Organizers with an account only.
        """
        return self.act(request, key, placeholder_add, **read_body(PlaceholderBody, request.data))


class CampaignPersonView(CampaignAnswer):
    def change(self, request: Request, key: str, person: int, service: Callable[..., object], **more: Any) -> Response:
        """Change a person's place with a service."""
        if self.campaign(key).person(person) is None:
            raise missing("participant.gone", "person", "There is no such person in the campaign.")
        return self.act(request, key, service, number=person, **more)

    @writes("campaigns_set_role", CampaignSerializer, RoleBody)
    def put(self, request: Request, key: str, person: int) -> Response:
        """Change somebody's rights.

        `co_organizer` or `player`; `organizer` hands the campaign over. The organizer only; once that account is
        deleted, co-organizers can make themselves the organizer.
        """
        role = read_body(RoleBody, request.data)["role"]
        if role == ParticipantRole.ORGANIZER:
            return self.change(request, key, person, campaign_hand_over)
        promoted = role == ParticipantRole.CO_ORGANIZER
        return self.change(request, key, person, participant_promote, co_organizer=promoted)

    @writes("campaigns_remove_person", CampaignSerializer)
    def delete(self, request: Request, key: str, person: int) -> Response:
        """Remove somebody.

        Their warbands leave with them. Organizers only.
        """
        return self.change(request, key, person, participant_remove)


class CampaignReadmitView(CampaignPersonView):
    http_method_names = ("post", "options")

    @writes("campaigns_readmit", CampaignSerializer)
    def post(self, request: Request, key: str, person: int) -> Response:
        """Let somebody join again.

        Lets a removed person join by an invitation again. Organizers only.
        """
        return self.change(request, key, person, participant_readmit)


class CampaignClaimLinkView(CampaignPersonView):
    http_method_names = ("post", "options")

    @writes("campaigns_renew_claim", CampaignSerializer)
    def post(self, request: Request, key: str, person: int) -> Response:
        """Make a new link to a place.

        The old link stops working. Organizers only.
        """
        return self.change(request, key, person, claim_renew)


class LinksView(CampaignAnswer):
    """A view that answers with the links of organizers."""

    def links(self, request: Request, key: str) -> Response:
        """Answer with the organizers' links; 403 for others."""
        campaign = self.organized(key, "see the invitation").campaign
        return Response(CampaignLinksSerializer(campaign, context={"request": request}).data)

    def switch(self, request: Request, key: str, service: Callable[..., object], **more: Any) -> Response:
        """Create or end a link with a service."""
        self.write(request, key, service, **more)
        return self.links(request, key)


class CampaignInvitationView(LinksView):
    @reads("campaigns_links", CampaignLinksSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The invitation and the spectators’ link.

        Organizers only.
        """
        # Two queries.
        return self.links(request, key)

    @writes("campaigns_invite", CampaignLinksSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Make a new invitation.

        A new link and a new code; the old ones stop working. Organizers with an account only.
        """
        return self.switch(request, key, invitation_make)

    @writes("campaigns_uninvite", CampaignLinksSerializer)
    def delete(self, request: Request, key: str) -> Response:
        """End the invitation.

        Its link and its code stop working. Organizers with an account only.
        """
        return self.switch(request, key, invitation_revoke)


class CampaignSpectatorsView(LinksView):
    @writes("campaigns_share", CampaignLinksSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Let spectators read.

        Everyone with the link can read the pages of the campaign. Organizers only.
        """
        return self.switch(request, key, campaign_share, shared=True)

    @writes("campaigns_unshare", CampaignLinksSerializer)
    def delete(self, request: Request, key: str) -> Response:
        """End the spectators’ link.

        It stops working. Organizers only.
        """
        return self.switch(request, key, campaign_share, shared=False)

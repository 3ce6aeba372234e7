"""A latecomer's allowance in the API."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import LIST_ERRORS, CampaignAPIView, missing, versioned, writes
from campaigns.api.shapes import entered_faces
from campaigns.selectors.allowances import allowance_view
from campaigns.selectors.warbands import warband_view
from campaigns.services.allowances import allowance_give, allowance_roll
from campaigns.services.texts import MAX_REASON
from common.api.bodies import Body, read_body
from common.openapi import Document, operation
from rules.campaigns.events.warbands import (
    MAX_ALLOWANCE_ADVANCES,
    MAX_ALLOWANCE_POINTS,
    MAX_FACES,
    MAX_MEMBER_ADVANCES,
)
from rules.lengths import MAX_ROSTER_NAME


class AllowanceBody(Body):
    """What a warband that joins late gets, and why."""

    points = serializers.IntegerField(min_value=0, max_value=MAX_ALLOWANCE_POINTS, required=False, default=0)
    advances = serializers.IntegerField(min_value=0, max_value=MAX_ALLOWANCE_ADVANCES, required=False, default=0)
    each = serializers.IntegerField(
        min_value=0, max_value=MAX_MEMBER_ADVANCES, required=False, default=0, help_text="The most for one member."
    )
    reason = serializers.CharField(max_length=MAX_REASON)


class AllowanceRollBody(Body):
    """An advance to roll: on the server, or with faces rolled at the table."""

    member = serializers.CharField(
        max_length=MAX_ROSTER_NAME,
        required=False,
        allow_null=True,
        default=None,
        help_text="If omitted, one for each member that can have another.",
    )
    faces = entered_faces(MAX_FACES)


class _AllowanceFields(Document):
    points = serializers.IntegerField()
    advances = serializers.IntegerField()
    each = serializers.IntegerField(help_text="The most advances of one member.")


class GivenAllowanceSerializer(_AllowanceFields):
    """What an organizer gave."""

    reason = serializers.CharField()


class AllowanceProposalSerializer(_AllowanceFields):
    """What the median warband that has played has gained."""

    warbands = serializers.IntegerField(help_text="How many have played.")


class AdvanceOutcomeSerializer(Document):
    """An advance that was rolled."""

    entry = serializers.IntegerField()
    faces = serializers.ListField(child=serializers.IntegerField())
    gave = serializers.CharField()


class LatecomerMemberSerializer(Document):
    """A member with its advances of the allowance."""

    id = serializers.CharField()
    name = serializers.CharField()
    advances = AdvanceOutcomeSerializer(many=True)
    left = serializers.IntegerField(help_text="How many it can still roll.")


class AllowanceSerializer(Document):
    """The allowance of a warband."""

    entry = serializers.IntegerField(allow_null=True)
    given = GivenAllowanceSerializer(allow_null=True, help_text="Null before one is given.")
    limit = serializers.IntegerField(
        allow_null=True, help_text="What the warband can cost before its first scenario; null without a limit."
    )
    spent = serializers.IntegerField(help_text="What it costs now, without its advances.")
    left = serializers.IntegerField(help_text="Advances to roll.")
    is_over = serializers.BooleanField(help_text="Whether the warband was fielded, so that nothing more is used.")
    members = LatecomerMemberSerializer(many=True)
    proposal = AllowanceProposalSerializer(allow_null=True, help_text="For those who can give an allowance now.")


class _AllowanceAnswer(CampaignAPIView):
    place = ("number",)

    def answer(self, key: str, number: int) -> Response:
        """Answer with the allowance of a warband; 404 if there is none with that number."""
        view = self.campaign(key)
        warband = warband_view(view.campaign, number)
        if warband is None:
            raise missing("warband.gone", "warband", "This campaign has no such warband.")
        shown = allowance_view(view, warband)
        entry, event = shown.given or (None, None)
        given = GivenAllowanceSerializer(event).data if event else None
        return versioned(AllowanceSerializer().write(shown, entry=entry, given=given), view.campaign.head)


class AllowanceAPIView(_AllowanceAnswer):
    """The allowance of a warband that joins late."""

    @operation("campaigns_allowance", AllowanceSerializer, LIST_ERRORS)
    def get(self, request: Request, key: str, warband: int) -> Response:
        """The allowance of a warband.

        What it was given, what is left of it, and for organizers what the median warband has gained.
        """
        return self.answer(key, warband)

    @writes("campaigns_give_allowance", AllowanceSerializer, AllowanceBody, once=True)
    def post(self, request: Request, key: str, warband: int) -> Response:
        """Give an allowance.

        Once, before the warband is fielded. Organizers only.
        """
        return self.act(request, key, allowance_give, number=warband, **read_body(AllowanceBody, request.data))


class AllowanceRollsView(_AllowanceAnswer):
    @writes("campaigns_roll_allowance", AllowanceSerializer, AllowanceRollBody, once=True)
    def post(self, request: Request, key: str, warband: int) -> Response:
        """Roll advances of an allowance.

        Each is an entry of its own. For the warband’s player and organizers, before it is fielded. Dice that fell and
        were undone fall again.
        """
        return self.act(request, key, allowance_roll, number=warband, **read_body(AllowanceRollBody, request.data))

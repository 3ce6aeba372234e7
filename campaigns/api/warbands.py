"""Warbands in campaigns for programs: entered and taken out, their members and what has become of them."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.once import once
from campaigns.api.base import (
    AS_OF,
    LIST_ERRORS,
    WRITE_ERRORS,
    asked_moment,
    missing,
    number_parameter,
    versioned,
)
from campaigns.api.campaigns import CampaignAnswer
from campaigns.api.shapes import CampaignSerializer
from campaigns.api.warband_shapes import (
    AllowBody,
    CampaignMemberSerializer,
    CampaignWarbandDetailSerializer,
    EntryBody,
    OpenFeatBody,
    RevisionBody,
    campaign_member_document,
    may_write_for,
    warband_detail_document,
)
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.errata import card_errata
from campaigns.selectors.member_sheets import member_sheet, open_feats
from campaigns.selectors.moments import Moment
from campaigns.selectors.timelines import timeline_page
from campaigns.selectors.warbands import WarbandView, warband_view
from campaigns.services.campaigns import homebrew_allow
from campaigns.services.warbands import (
    open_feat_choose,
    revision_leave,
    revision_take,
    warband_career_accept,
    warband_join,
    warband_leave,
)
from common.api.bodies import read_body


class CampaignWarbandListView(CampaignAnswer):
    """Entering a warband into a campaign."""

    @extend_schema(
        operation_id="campaigns_enter_warband",
        summary="Enter a warband",
        description=(
            "One of your own. It meets the house rules of mustering, or the refusal has its problems. From now on its "
            "members have careers."
        ),
        request=EntryBody,
        responses={200: CampaignSerializer, **WRITE_ERRORS},
    )
    @once
    def post(self, request: Request, key: str) -> Response:
        """Enter it."""
        given = read_body(EntryBody, request.data)
        with self.matching(request, key):
            warband_join(actor=self.owner, key=key, warband_key=given["warband"])
        return self.answer(request, key)


class CampaignHomebrewView(CampaignAnswer):
    """Allowing homebrew that kept a warband out."""

    @extend_schema(
        operation_id="campaigns_allow_homebrew",
        summary="Allow homebrew",
        description="Puts creatures on the campaign’s list of what may play. Organizers only.",
        request=AllowBody,
        responses={200: CampaignSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request, key: str) -> Response:
        """Allow it."""
        given = read_body(AllowBody, request.data)
        with self.matching(request, key):
            homebrew_allow(actor=self.owner, key=key, **given)
        return self.answer(request, key)


class _WarbandAnswer(CampaignAnswer):
    def warband(self, view: CampaignView, number: int, moment: Moment | None = None) -> WarbandView:
        """Return a warband; 404 where none of that number is or was there."""
        found = warband_view(view.campaign, number, moment, with_opening=True)
        if found is None:
            raise missing("warband.gone", "warband", "This campaign has no such warband.")
        return found

    def warband_answer(self, view: CampaignView, number: int, moment: Moment | None = None) -> Response:
        """Answer with a warband. One query and those of a rulebook."""
        found = self.warband(view, number, moment)
        is_offered = moment is None and may_write_for(view, found) and not found.row.warband.locked_for
        document = warband_detail_document(found, card_errata(found) if is_offered else ())
        return versioned(document, view.campaign.head)


class CampaignWarbandView(_WarbandAnswer):
    """A warband of a campaign."""

    @extend_schema(
        operation_id="campaigns_warband",
        summary="A warband of a campaign",
        description="Who of it can fight next, today or as of a scenario.",
        parameters=AS_OF,
        responses={200: CampaignWarbandDetailSerializer, **LIST_ERRORS},
    )
    def get(self, request: Request, key: str, warband: int) -> Response:
        """Return the warband."""
        view = self.campaign(key)
        return self.warband_answer(view, warband, asked_moment(request, view.campaign))

    @extend_schema(
        operation_id="campaigns_take_out_warband",
        summary="Take a warband out",
        description="It keeps its members as they are. Its player and organizers, while it is not fielded.",
        responses={204: None, **WRITE_ERRORS},
    )
    def delete(self, request: Request, key: str, warband: int) -> Response:
        """Take it out."""
        with self.matching(request, key):
            warband_leave(actor=self.owner, key=key, number=warband)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CampaignCareersView(_WarbandAnswer):
    """Going on with the careers of an earlier campaign."""

    @extend_schema(
        operation_id="campaigns_accept_careers",
        summary="Accept earlier careers",
        description="A warband goes on with the careers of its last campaign, before it fights here. Organizers only.",
        responses={200: CampaignWarbandDetailSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request, key: str, warband: int) -> Response:
        """Accept them."""
        with self.matching(request, key):
            warband_career_accept(actor=self.owner, key=key, number=warband)
        return self.warband_answer(self.campaign(key), warband)


class _MemberAnswer(_WarbandAnswer):
    def member_answer(
        self, view: CampaignView, number: int, member: str, page: int = 1, moment: Moment | None = None
    ) -> Response:
        """Answer with a member and a page of its career."""
        found = self.warband(view, number, moment)
        career = found.career(member)
        if career is None:
            raise missing("member.gone", "member", "This warband has no such member.")
        chooses = moment is None and may_write_for(view, found) and not career.is_dismissed
        timeline = timeline_page(found, career.id, str(page), moment)
        choices = open_feats(found, career) if chooses else ()
        return versioned(campaign_member_document(member_sheet(found, career), timeline, choices), view.campaign.head)


class CampaignMemberView(_MemberAnswer):
    """A member of a warband, and its career."""

    @extend_schema(
        operation_id="campaigns_member",
        summary="The career of a member",
        description=(
            "What it is now, its changed numbers explained, and what happened to it: ten scenarios of its warband a "
            "page."
        ),
        parameters=[*AS_OF, OpenApiParameter("page", int, description="The page of its career, from 1.")],
        responses={200: CampaignMemberSerializer, **LIST_ERRORS},
    )
    def get(self, request: Request, key: str, warband: int, member: str) -> Response:
        """Return the member."""
        view, page = self.campaign(key), number_parameter(request, "page") or 1
        return self.member_answer(view, warband, member, page, asked_moment(request, view.campaign))


class CampaignMemberFeatView(_MemberAnswer):
    """A feat of a member that no scenario here gave."""

    @extend_schema(
        operation_id="campaigns_choose_open_feat",
        summary="Choose a feat that was left open",
        description="One of an earlier campaign, or one that an organizer gave. For its player and organizers.",
        request=OpenFeatBody,
        responses={200: CampaignMemberSerializer, **WRITE_ERRORS},
    )
    def put(self, request: Request, key: str, warband: int, member: str) -> Response:
        """Choose it."""
        given = read_body(OpenFeatBody, request.data)
        with self.matching(request, key):
            open_feat_choose(actor=self.owner, key=key, number=warband, member=member, **given)
        return self.member_answer(self.campaign(key), warband, member)


class CampaignMemberRevisionView(_MemberAnswer):
    """A new revision of a member's card."""

    @extend_schema(
        operation_id="campaigns_revision",
        summary="Take or leave a new revision of a card",
        description="One that the warband’s `errata` offer. For its player and organizers, while it is not fielded.",
        request=RevisionBody,
        responses={200: CampaignMemberSerializer, **WRITE_ERRORS},
    )
    def put(self, request: Request, key: str, warband: int, member: str) -> Response:
        """Take or leave it."""
        given = read_body(RevisionBody, request.data)
        revision, view = given["revision"], self.campaign(key)
        offered = card_errata(self.warband(view, warband))
        if not any((erratum.member, erratum.newest) == (member, revision) for erratum in offered):
            raise missing("revision.gone", "revision", "There is no such revision for this member to take.")
        service = revision_take if given["do"] == "take" else revision_leave
        with self.matching(request, key):
            service(actor=self.owner, key=key, number=warband, member=member, revision=revision)
        return self.member_answer(self.campaign(key), warband, member)

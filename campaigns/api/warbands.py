"""Warbands in campaigns: entering and leaving, their members and careers."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
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
    ErratumSerializer,
    OpenFeatBody,
    RevisionBody,
    campaign_member_document,
)
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.members import card_errata, member_sheet, open_feats, timeline_page
from campaigns.selectors.moments import Moment
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
from common.openapi import operation


class CampaignWarbandListView(CampaignAnswer):
    @operation("campaigns_enter_warband", CampaignSerializer, WRITE_ERRORS, body=EntryBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Enter a warband.

        One of your own. It must meet the house rules of mustering; a refusal lists its problems. From now on, its
        members have careers.
        """
        given = read_body(EntryBody, request.data)
        return self.act(request, key, warband_join, warband_key=given["warband"])


class CampaignHomebrewView(CampaignAnswer):
    @operation("campaigns_allow_homebrew", CampaignSerializer, WRITE_ERRORS, body=AllowBody)
    def post(self, request: Request, key: str) -> Response:
        """Allow homebrew.

        Adds creatures to the campaign’s list of allowed homebrew. Organizers only.
        """
        return self.act(request, key, homebrew_allow, **read_body(AllowBody, request.data))


class _WarbandAnswer(CampaignAnswer):
    def warband(self, view: CampaignView, number: int, moment: Moment | None = None) -> WarbandView:
        """Return a present or former warband; 404 if there is none with that number."""
        warband = warband_view(view.campaign, number, moment, with_opening=True)
        if warband is None:
            raise missing("warband.gone", "warband", "This campaign has no such warband.")
        return warband

    def warband_answer(self, view: CampaignView, number: int, moment: Moment | None = None) -> Response:
        """Answer with a warband. One query, plus those of a rulebook."""
        warband = self.warband(view, number, moment)
        is_offered = moment is None and view.writes_for(warband.row) and not warband.row.warband.locked_for
        errata = ErratumSerializer(card_errata(warband) if is_offered else (), many=True).data
        document = CampaignWarbandDetailSerializer().write(warband, errata=errata)
        return versioned(document, view.campaign.head)


class CampaignWarbandView(_WarbandAnswer):
    @operation("campaigns_warband", CampaignWarbandDetailSerializer, LIST_ERRORS, parameters=AS_OF)
    def get(self, request: Request, key: str, warband: int) -> Response:
        """A warband of a campaign.

        Who of it can fight next, today or as of a scenario.
        """
        view = self.campaign(key)
        return self.warband_answer(view, warband, asked_moment(request, view.campaign))

    @operation("campaigns_take_out_warband", None, WRITE_ERRORS, status=204)
    def delete(self, request: Request, key: str, warband: int) -> Response:
        """Withdraw a warband from the campaign.

        Its members keep their present state. Its player and organizers, unless it is fielded.
        """
        self.write(request, key, warband_leave, number=warband)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CampaignCareersView(_WarbandAnswer):
    @operation("campaigns_accept_careers", CampaignWarbandDetailSerializer, WRITE_ERRORS)
    def post(self, request: Request, key: str, warband: int) -> Response:
        """Accept earlier careers.

        A warband continues the careers of its last campaign, before it fights here. Organizers only.
        """
        self.write(request, key, warband_career_accept, number=warband)
        return self.warband_answer(self.campaign(key), warband)


class _MemberAnswer(_WarbandAnswer):
    def member_answer(
        self, view: CampaignView, number: int, member: str, page: int = 1, moment: Moment | None = None
    ) -> Response:
        """Answer with a member and a page of its career."""
        warband = self.warband(view, number, moment)
        career = warband.career(member)
        if career is None:
            raise missing("member.gone", "member", "This warband has no such member.")
        chooses = moment is None and view.writes_for(warband.row) and not career.is_dismissed
        timeline = timeline_page(warband, career.id, str(page), moment)
        choices = open_feats(warband, career) if chooses else ()
        return versioned(campaign_member_document(member_sheet(warband, career), timeline, choices), view.campaign.head)


class CampaignMemberView(_MemberAnswer):
    @operation(
        "campaigns_member",
        CampaignMemberSerializer,
        LIST_ERRORS,
        parameters=[*AS_OF, OpenApiParameter("page", int, description="The page of its career, from 1.")],
    )
    def get(self, request: Request, key: str, warband: int, member: str) -> Response:
        """The career of a member.

        Its present state, its changed numbers explained, and its history: ten of its warband's scenarios per page.
        """
        view, page = self.campaign(key), number_parameter(request, "page") or 1
        return self.member_answer(view, warband, member, page, asked_moment(request, view.campaign))


class CampaignMemberFeatView(_MemberAnswer):
    @operation("campaigns_choose_open_feat", CampaignMemberSerializer, WRITE_ERRORS, body=OpenFeatBody)
    def put(self, request: Request, key: str, warband: int, member: str) -> Response:
        """Choose an open feat.

        A feat from an earlier campaign, or one that an organizer gave. For its player and organizers.
        """
        given = read_body(OpenFeatBody, request.data)
        self.write(request, key, open_feat_choose, number=warband, member=member, **given)
        return self.member_answer(self.campaign(key), warband, member)


class CampaignMemberRevisionView(_MemberAnswer):
    @operation("campaigns_revision", CampaignMemberSerializer, WRITE_ERRORS, body=RevisionBody)
    def put(self, request: Request, key: str, warband: int, member: str) -> Response:
        """Accept or decline a new revision of a card.

        One of the warband’s `errata`. For its player and organizers, unless it is fielded.
        """
        given = read_body(RevisionBody, request.data)
        revision, view = given["revision"], self.campaign(key)
        offered = card_errata(self.warband(view, warband))
        if not any((erratum.member, erratum.newest) == (member, revision) for erratum in offered):
            raise missing("revision.gone", "revision", "This member cannot take that revision.")
        service = revision_take if given["do"] == "take" else revision_leave
        self.write(request, key, service, number=warband, member=member, revision=revision)
        return self.member_answer(self.campaign(key), warband, member)

"""Warbands in campaigns: entering and leaving, their members and careers, and their schema."""

from operator import attrgetter
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.aftermath_shapes import FeatOptionSerializer
from campaigns.api.base import AS_OF, asked_moment, missing, number_parameter, reads, versioned, writes
from campaigns.api.campaigns import CampaignAnswer
from campaigns.api.shapes import CampaignSerializer, WarbandStandingSerializer, WrittenField, sent_number
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.members import (
    CareerSheet,
    OpenFeatView,
    TimelinePage,
    card_errata,
    member_sheet,
    open_feats,
    timeline_page,
)
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
from common.api.bodies import Body, read_body
from common.openapi import Document
from rules.campaigns.fielding import CAREER_ENDED, OUT_OF_ACTION, READY, STAYS_HOME
from rules.campaigns.timelines import TimelineScenario, TimelineStop
from rules.errors import require
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import MAX_KEY


class EntryBody(Body):
    """One of your warbands, by its key."""

    warband = serializers.CharField(max_length=64)


class AllowBody(Body):
    """Homebrew to allow."""

    creatures = serializers.ListField(child=serializers.CharField(max_length=MAX_KEY), max_length=100)


class RevisionBody(Body):
    """An offered revision of a member’s card."""

    revision = sent_number()
    do = serializers.ChoiceField(["take", "leave"], help_text="Follow it, or keep the card.")


class OpenFeatBody(Body):
    """A feat from outside this campaign's scenarios."""

    advance = serializers.CharField(max_length=MAX_ROSTER_NAME, help_text="The `event` that makes the choice.")
    feat = serializers.CharField(max_length=MAX_KEY)
    choice = serializers.CharField(max_length=MAX_KEY, required=False, allow_null=True, default=None)


class CampaignMemberReadinessSerializer(Document):
    """A member before the next scenario."""

    id = serializers.CharField()
    name = serializers.CharField()
    creature = serializers.CharField(help_text="The name of its creature.")
    level = serializers.IntegerField()
    points = serializers.IntegerField()
    status = serializers.ChoiceField([READY, OUT_OF_ACTION, STAYS_HOME, CAREER_ENDED])
    healing = serializers.ListField(child=serializers.CharField(), help_text="Wounds that heal.")
    permanent = serializers.ListField(child=serializers.CharField(), help_text="Wounds that stay.")
    spent = serializers.ListField(child=serializers.CharField(), help_text="Uses that have not come back.")
    next_level_in = serializers.IntegerField(allow_null=True, help_text="Advances to the next level.")
    commander = serializers.CharField(allow_blank=True, help_text="The name of a minion’s commander.")
    open_feats = serializers.IntegerField(help_text="Feats to be chosen.")
    is_homebrew = serializers.BooleanField()


class ErratumSerializer(Document):
    """A new revision of a member’s card, and its differences."""

    member = serializers.CharField()
    name = serializers.CharField()
    key = serializers.CharField(help_text="The creature’s key.")
    pinned = serializers.IntegerField(help_text="The revision that the member follows.")
    newest = serializers.IntegerField()
    changes = serializers.ListField(child=serializers.CharField())
    is_left = serializers.BooleanField()


class CampaignWarbandDetailSerializer(Document):
    """A warband of a campaign with its members."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.IntegerField(
        source="row.participant.number", help_text="The number of the person who plays it."
    )
    has_left = serializers.BooleanField(source="row.has_left")
    points = serializers.IntegerField()
    opening_points = serializers.IntegerField(allow_null=True, help_text="Its cost when it joined.")
    standing = WarbandStandingSerializer(source="record.standing")
    members = CampaignMemberReadinessSerializer(many=True)
    former = serializers.ListField(
        child=WrittenField(attrgetter("name")), help_text="Names of members that were dismissed."
    )
    errata = ErratumSerializer(many=True, help_text="Only for people who can take them.")


class TimelineRollSerializer(Document):
    """A roll in a career."""

    purpose = serializers.CharField()
    faces = serializers.ListField(child=serializers.IntegerField())
    outcome = serializers.CharField()
    is_entered = serializers.BooleanField()
    is_undue = serializers.BooleanField()


class TimelineStopSerializer(Document):
    """A scenario in a career, or a change between two scenarios."""

    kind = serializers.ChoiceField(["scenario", "change"])
    scenario = serializers.IntegerField(allow_null=True)
    played = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True, help_text="For a change: its entry in the journal.")
    title = serializers.CharField(allow_blank=True)
    result = serializers.CharField(allow_blank=True)
    took_part = serializers.BooleanField()
    is_eliminated = serializers.BooleanField()
    eliminated_by = serializers.CharField(allow_blank=True)
    rolls = TimelineRollSerializer(many=True)
    changes = serializers.ListField(child=serializers.CharField())
    reason = serializers.CharField(allow_blank=True, help_text="Only for a correction by hand.")


class TimelineSerializer(Document):
    """A page of a career, the latest stop first."""

    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    stops = TimelineStopSerializer(many=True)


class NumberPartSerializer(Document):
    """A term of a number."""

    source = serializers.CharField()  # type: ignore[assignment] # the document says "source"
    by = serializers.CharField()

    def to_representation(self, instance: tuple[str, str]) -> dict[str, Any]:
        return dict(zip(self.fields, instance, strict=True))


class ExplainedNumberSerializer(Document):
    """A number of a member that differs from its card."""

    mark = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # the document says "label"
    base = serializers.CharField()
    parts = NumberPartSerializer(many=True)
    value = serializers.CharField()


class OpenFeatSerializer(Document):
    """An open feat: to be chosen in the aftermath of a scenario, or from these."""

    event = serializers.CharField()
    scenario = serializers.IntegerField(allow_null=True)
    options = FeatOptionSerializer(many=True)


class _CareerFields(Document):
    key = serializers.CharField(source="base.key", help_text="The creature’s key.")
    revision = serializers.IntegerField(
        source="career.member.revision", allow_null=True, help_text="The revision of its card."
    )
    is_dismissed = serializers.BooleanField(source="career.is_dismissed")
    ended_in = serializers.IntegerField(allow_null=True, help_text="The scenario in which the career ended.")
    scenarios = serializers.IntegerField(source="tally.scenarios")
    eliminated = serializers.IntegerField(source="tally.eliminated", help_text="How many times it was eliminated.")
    eliminations = serializers.IntegerField(source="tally.eliminations", help_text="How many it eliminated.")
    items = serializers.ListField(child=serializers.CharField())
    feats = serializers.ListField(child=serializers.CharField())


class CampaignMemberSerializer(_CareerFields, CampaignMemberReadinessSerializer):
    """A member and its career."""

    choices = OpenFeatSerializer(many=True, help_text="Open feats, for people who may choose them.")
    numbers = ExplainedNumberSerializer(many=True)
    timeline = TimelineSerializer()


def campaign_member_document(
    sheet: CareerSheet, timeline: TimelinePage, choices: tuple[OpenFeatView, ...]
) -> dict[str, Any]:
    """Return a member and a page of its career."""
    return {
        **CampaignMemberReadinessSerializer(sheet.readiness).data,
        **_CareerFields(sheet).data,
        "choices": OpenFeatSerializer(choices, many=True).data,
        "numbers": ExplainedNumberSerializer(sheet.numbers, many=True).data,
        "timeline": {
            "page": timeline.page.number,
            "pages": timeline.page.paginator.num_pages,
            "stops": [_stop(stop, name) for stop, name in timeline.stops],
        },
    }


def _stop(stop: TimelineStop, eliminated_by: str) -> dict[str, Any]:
    write = TimelineStopSerializer().write
    if isinstance(stop, TimelineScenario):
        fate = {"is_eliminated": stop.elimination is not None, "eliminated_by": eliminated_by}
        return write(stop, kind="scenario", scenario=stop.number, entry=None, reason="", **fate)
    changes = [stop.correction, *stop.changes] if stop.correction else list(stop.changes)
    missing: dict[str, Any] = {"scenario": None, "played": None, "result": "", "rolls": []}
    fate = {"took_part": False, "is_eliminated": False, "eliminated_by": ""}
    return write(stop, kind="change", title=stop.heading, changes=changes, **missing, **fate)


class CampaignWarbandListView(CampaignAnswer):
    @writes("campaigns_enter_warband", CampaignSerializer, EntryBody, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Enter a warband.

        One of your own. It must meet the house rules of mustering; a refusal lists its problems. From now on, its
        members have careers.
        """
        given = read_body(EntryBody, request.data)
        return self.act(request, key, warband_join, warband_key=given["warband"])


class CampaignHomebrewView(CampaignAnswer):
    @writes("campaigns_allow_homebrew", CampaignSerializer, AllowBody)
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
    @reads("campaigns_warband", CampaignWarbandDetailSerializer, AS_OF)
    def get(self, request: Request, key: str, warband: int) -> Response:
        """A warband of a campaign.

        Who of it can fight next, today or as of a scenario.
        """
        view = self.campaign(key)
        return self.warband_answer(view, warband, asked_moment(request, view.campaign))

    @writes("campaigns_take_out_warband", None, status=204)
    def delete(self, request: Request, key: str, warband: int) -> Response:
        """Withdraw a warband from the campaign.

        Its members keep their present state. Its player and organizers, unless it is fielded.
        """
        self.write(request, key, warband_leave, number=warband)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CampaignCareersView(_WarbandAnswer):
    @writes("campaigns_accept_careers", CampaignWarbandDetailSerializer)
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
        career = require(warband.career(member), missing("member.gone", "member", "This warband has no such member."))
        chooses = moment is None and view.writes_for(warband.row) and not career.is_dismissed
        timeline = timeline_page(warband, career.id, str(page), moment)
        choices = open_feats(warband, career) if chooses else ()
        return versioned(campaign_member_document(member_sheet(warband, career), timeline, choices), view.campaign.head)


class CampaignMemberView(_MemberAnswer):
    @reads(
        "campaigns_member",
        CampaignMemberSerializer,
        [*AS_OF, OpenApiParameter("page", int, description="The page of its career, from 1.")],
    )
    def get(self, request: Request, key: str, warband: int, member: str) -> Response:
        """The career of a member.

        Its present state, its changed numbers explained, and its history: ten of its warband's scenarios per page.
        """
        view, page = self.campaign(key), number_parameter(request, "page") or 1
        return self.member_answer(view, warband, member, page, asked_moment(request, view.campaign))


class CampaignMemberFeatView(_MemberAnswer):
    @writes("campaigns_choose_open_feat", CampaignMemberSerializer, OpenFeatBody)
    def put(self, request: Request, key: str, warband: int, member: str) -> Response:
        """Choose an open feat.

        A feat from an earlier campaign, or one that an organizer gave. For its player and organizers.
        """
        given = read_body(OpenFeatBody, request.data)
        self.write(request, key, open_feat_choose, number=warband, member=member, **given)
        return self.member_answer(self.campaign(key), warband, member)


class CampaignMemberRevisionView(_MemberAnswer):
    @writes("campaigns_revision", CampaignMemberSerializer, RevisionBody)
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

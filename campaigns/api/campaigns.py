"""The caller's campaigns: begin, read, describe, set house rules, archive, close, export and take over."""

from collections.abc import Callable
from dataclasses import replace

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from campaigns.api.base import CampaignAPIView, read_record, reads, versioned, writes
from campaigns.api.shapes import (
    CampaignSerializer,
    CampaignSettingsSerializer,
    CampaignSummarySerializer,
    DescriptionBody,
    NewCampaignBody,
    campaign_document,
)
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.campaigns import campaigns_listed
from campaigns.selectors.journal import public_seeds
from campaigns.selectors.overviews import warband_overviews
from campaigns.selectors.scenarios import scenarios_of
from campaigns.services.campaigns import (
    campaign_archive,
    campaign_close,
    campaign_create,
    campaign_describe,
    campaign_settings_change,
)
from campaigns.services.takeovers import (
    campaign_take_over,
    organizer_answer,
    takeover_ask,
    takeover_days_set,
    takeover_withdraw,
)
from common.api.bodies import Body, read_body
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import BODY_ERRORS, FULL, INVALID, PRIVATE_ERRORS, REFUSED, operation
from rules.campaigns.events.campaign import FEWEST_DAYS, MOST_DAYS
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.cards.model import HOMEBREW_KEY
from rules.tables.play_modes import BY_ROSTER_KEY


class CampaignPages(CursorPages):
    """The campaigns that began last come first."""


class CampaignAnswer(CampaignAPIView):
    def answer(self, key: str, *, created: bool = False) -> Response:
        """Answer with a campaign in its present state. Six queries, and those of crests."""
        view = self.campaign(key)
        unplayed = scenarios_of(view.campaign).filter(status__in=(ScenarioPhase.PLANNED, ScenarioPhase.OPEN))
        document = campaign_document(
            self.request,
            view,
            warband_overviews(view.campaign),
            list(unplayed.select_related("game_night")),
            public_seeds(view.campaign),
        )
        location = reverse("api-campaign", args=[key]) if created else ""
        return versioned(document, view.campaign.head, location=location)


class CampaignListView(CampaignAnswer):
    pagination_class = CampaignPages

    @operation(
        "campaigns_list",
        CampaignSummarySerializer(many=True),
        {**PRIVATE_ERRORS, 400: INVALID},
        parameters=[
            OpenApiParameter("phase", str, enum=CampaignPhase.values, description="The status of the scenarios.")
        ],
    )
    def get(self, request: Request) -> Response:
        """Your campaigns.

        Campaigns in which you take part, newest first; `phase` selects archived or closed ones.
        """
        # One query.
        phase = request.query_params.get("phase", CampaignPhase.OPEN)
        if phase not in CampaignPhase.values:
            raise Fault("invalid", "phase", f"Expected {', '.join(CampaignPhase.values)}.")
        pages = CampaignPages()
        rows = pages.paginate_queryset(campaigns_listed(self.owner, phase), request, self) or []
        return pages.get_paginated_response(CampaignSummarySerializer(rows, many=True).data)

    @operation(
        "campaigns_create",
        CampaignSerializer,
        {**PRIVATE_ERRORS, **BODY_ERRORS, 409: FULL, 422: REFUSED},
        body=NewCampaignBody,
        status=201,
    )
    @once
    def post(self, request: Request) -> Response:
        """Begin a campaign.

        You are its organizer. Its journal starts with the hash of its dice's seed.
        """
        given = read_body(NewCampaignBody, request.data)
        made = campaign_create(actor=self.owner, **{**given, "settings": _checked(given["settings"])})
        return self.answer(made.key, created=True)


class CampaignDetailView(CampaignAnswer):
    @reads("campaigns_read", CampaignSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One of your campaigns.

        Its people, house rules, warbands with their standings, and the scenarios that are still to be played. Writes
        send its ETag as If-Match.
        """
        return self.answer(key)


class CampaignDescriptionView(CampaignAnswer):
    @writes("campaigns_describe", CampaignSerializer, DescriptionBody, replaces=True)
    def put(self, request: Request, key: str) -> Response:
        """Rename a campaign, or edit its story.

        Organizers only.
        """
        return self.act(request, key, campaign_describe, required=True, **read_body(DescriptionBody, request.data))


class CampaignSettingsView(CampaignAnswer):
    @writes("campaigns_settings", CampaignSerializer, CampaignSettingsSerializer, replaces=True)
    def put(self, request: Request, key: str) -> Response:
        """Change the house rules.

        All of them: omitted fields get their defaults. They apply to scenarios that open later. Organizers only.
        """
        settings = _checked(read_record(SETTINGS, request.data, "settings"))
        return self.act(request, key, campaign_settings_change, required=True, settings=settings)


class CampaignArchiveView(CampaignAnswer):
    @writes("campaigns_archive", CampaignSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Archive a campaign.

        Nothing can be added to it until it leaves the archive. Organizers only.
        """
        return self.act(request, key, campaign_archive, archived=True)

    @writes("campaigns_unarchive", CampaignSerializer)
    def delete(self, request: Request, key: str) -> Response:
        """Take a campaign out of the archive.

        It continues as before. Organizers only.
        """
        return self.act(request, key, campaign_archive, archived=False)


class CampaignCloseView(CampaignAnswer):
    @writes("campaigns_close", CampaignSerializer, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Close a campaign for good.

        Its warbands are free, and the seeds of its dice become public. The organizer only.
        """
        return self.act(request, key, campaign_close)


def _checked(settings: CampaignSettings) -> CampaignSettings:
    """Return house rules that a client sent, checked like the page's form."""
    for index, key in enumerate(settings.homebrew_allowed):
        if not HOMEBREW_KEY.fullmatch(key):
            path = f"settings.homebrew_allowed[{index}]"
            raise Fault("document.value", path, "Expected the key of a homebrew creature.")
    mode = BY_ROSTER_KEY.get(settings.play_mode)
    return settings if mode is None or mode.points_limit else replace(settings, points_limit=None)


_ACTS: dict[str, Callable[..., object]] = {
    "ask": takeover_ask,
    "withdraw": takeover_withdraw,
    "answer": organizer_answer,
    "take_over": campaign_take_over,
}


class TakeoverActBody(Body):
    """An act about requests to take a campaign over."""

    do = serializers.ChoiceField(list(_ACTS))


class TakeoverDaysBody(Body):
    """How many days a request runs."""

    days = serializers.IntegerField(min_value=FEWEST_DAYS, max_value=MOST_DAYS)


class CampaignTakeoverView(CampaignAnswer):
    @writes("campaigns_take_over", CampaignSerializer, TakeoverActBody)
    def post(self, request: Request, key: str) -> Response:
        """Ask to take a campaign over, or do it.

        `ask` and `withdraw` a request; `answer` that the organizer is there; `take_over` once the request has run out.
        """
        service = _ACTS[read_body(TakeoverActBody, request.data)["do"]]
        return self.act(request, key, service)


class CampaignTakeoverDaysView(CampaignAnswer):
    @writes("campaigns_set_takeover_days", CampaignSerializer, TakeoverDaysBody)
    def put(self, request: Request, key: str) -> Response:
        """Set how many days a request runs.

        The organizer only.
        """
        return self.act(request, key, takeover_days_set, **read_body(TakeoverDaysBody, request.data))

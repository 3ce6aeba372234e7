"""What waits in a campaign, for programs: what a person has to do, and the game nights that come."""

from __future__ import annotations

from typing import get_args

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import READ_ERRORS, CampaignAPIView
from campaigns.api.scenario_shapes import GameNightSerializer
from campaigns.selectors.game_nights import nights_to_come
from campaigns.selectors.standings import warband_overviews
from campaigns.selectors.waiting import TaskKind, campaign_tasks
from common.openapi import Document, operation


class WaitingTaskSerializer(Document):
    """Something that waits for you."""

    kind = serializers.ChoiceField(get_args(TaskKind))
    sentence = serializers.CharField()
    scenario = serializers.IntegerField(allow_null=True)
    warband = serializers.IntegerField(allow_null=True)
    member = serializers.CharField(allow_blank=True)


@extend_schema_serializer(component_name="WaitingTasks")
class WaitingTasksSerializer(Document):
    """Everything in a campaign that waits for you."""

    tasks = WaitingTaskSerializer(many=True)


@extend_schema_serializer(component_name="ComingNight")
class ComingNightSerializer(GameNightSerializer):
    """A game night that comes, with its scenario."""

    scenario = serializers.IntegerField()
    title = serializers.CharField()


@extend_schema_serializer(component_name="ComingNights")
class ComingNightsSerializer(Document):
    """The game nights that come, the first one first."""

    nights = ComingNightSerializer(many=True)


class CampaignTasksView(CampaignAPIView):
    """What waits for a person in a campaign."""

    @operation("campaigns_tasks", WaitingTasksSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """What waits for you in a campaign.

        Warbands to field, dice and feats, new revisions of cards, and what organizers decide.
        """
        # Three queries, and those of ``campaign_tasks``.
        view = self.campaign(key)
        records = {overview.row: overview.record for overview in warband_overviews(view.campaign)}
        tasks = campaign_tasks(view, records, has_open_scenarios=True)
        return Response(WaitingTasksSerializer({"tasks": tasks}).data)


class CampaignNightsView(CampaignAPIView):
    """The game nights of a campaign."""

    @operation("campaigns_nights", ComingNightsSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """The game nights that come.

        Those of the campaign’s scenarios that are not played yet, the first one first.
        """
        # Four queries.
        nights = nights_to_come(self.campaign(key).campaign)
        return Response(
            {
                "nights": [
                    {"scenario": night.scenario.number, "title": str(night.scenario), **GameNightSerializer(night).data}
                    for night in nights
                ]
            }
        )

"""Standings, open tasks and the export of a campaign."""

from typing import Any, get_args

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import AS_OF, CampaignAPIView, asked_moment, reads, versioned
from campaigns.api.journal_shapes import CampaignStandingsSerializer
from campaigns.api.scenario_shapes import GameNightSerializer
from campaigns.selectors.files import campaign_file
from campaigns.selectors.game_nights import nights_to_come
from campaigns.selectors.overviews import warband_overviews
from campaigns.selectors.standings import campaign_standings
from campaigns.selectors.waiting import TaskKind, campaign_tasks
from common.openapi import Document
from rules.campaigns.files import FORMAT, campaign_file_document


def _parts(meaning: str, **options: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.DictField(), help_text=meaning, **options)


class CampaignFileSerializer(Document):
    """A whole campaign (`muster-campaign/1`); see the site’s documentation."""

    format = serializers.ChoiceField([FORMAT.tag])
    id = serializers.CharField(help_text="Its key.")
    people = _parts("Numbers and names.")
    seeds = _parts("Seeds of the dice; secret ones are null.")
    warbands = _parts("Drafts, without the players' secrets.")
    cards = _parts("The cards that its warbands name.")
    journal = _parts("Every entry with its hash.")
    adventures = _parts("The adventures played in it, with their logs. Left out if there are none.", required=False)


class CampaignStandingsView(CampaignAPIView):
    @reads("campaigns_standings", CampaignStandingsSerializer, AS_OF)
    def get(self, request: Request, key: str) -> Response:
        """How a campaign stands.

        Its standings, records, rivalries and points, today or as of a scenario.
        """
        # Five queries; as of a scenario those of its warbands as well.
        view = self.campaign(key)
        standings = campaign_standings(view, asked_moment(request, view.campaign))
        return versioned(CampaignStandingsSerializer(standings).data, view.campaign.head)


class CampaignExportView(CampaignAPIView):
    @reads("campaigns_export", CampaignFileSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Export a campaign.

        The whole journal with its hashes, as `import_campaign` reads it. Players' secrets and secret seeds are not
        included. Organizers only.
        """
        # Seven queries and those of a rulebook.
        campaign = self.organized(key, "download the campaign’s file").campaign
        return Response(campaign_file_document(campaign_file(campaign, with_secrets=False)))


class WaitingTaskSerializer(Document):
    """A task for you."""

    kind = serializers.ChoiceField(get_args(TaskKind))
    sentence = serializers.CharField()
    scenario = serializers.IntegerField(allow_null=True)
    warband = serializers.IntegerField(allow_null=True)
    member = serializers.CharField(allow_blank=True)
    round = serializers.IntegerField(allow_null=True)


class WaitingTasksSerializer(Document):
    """Your tasks in a campaign."""

    tasks = WaitingTaskSerializer(many=True)


class ComingNightSerializer(GameNightSerializer):
    """A coming game night, with its scenario."""

    scenario = serializers.IntegerField()
    title = serializers.CharField()


class ComingNightsSerializer(Document):
    """The coming game nights, the earliest first."""

    nights = ComingNightSerializer(many=True)


class CampaignTasksView(CampaignAPIView):
    @reads("campaigns_tasks", WaitingTasksSerializer)
    def get(self, request: Request, key: str) -> Response:
        """What waits for you in a campaign.

        Warbands to field, dice and feats, new revisions of cards, and organizers' decisions.
        """
        # Three queries, and those of ``campaign_tasks``.
        view = self.campaign(key)
        records = {overview.row: overview.record for overview in warband_overviews(view.campaign)}
        tasks = campaign_tasks(view, records, has_open_scenarios=True)
        return Response(WaitingTasksSerializer({"tasks": tasks}).data)


class CampaignNightsView(CampaignAPIView):
    @reads("campaigns_nights", ComingNightsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The coming game nights.

        Those of the campaign’s open and planned scenarios, the earliest first.
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

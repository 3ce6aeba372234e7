"""How a campaign stands, and the whole of it as a file, for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import AS_OF, LIST_ERRORS, READ_ERRORS, CampaignAPIView, asked_moment, versioned
from campaigns.api.journal_shapes import StandingsSerializer
from campaigns.selectors.files import campaign_file
from campaigns.selectors.standings import campaign_standings
from common.api.errors import Fault
from common.openapi import Document, operation
from rules.campaigns.files import FORMAT, campaign_file_document


def _parts(meaning: str, **options: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.DictField(), help_text=meaning, **options)


@extend_schema_serializer(component_name="CampaignFile")
class CampaignFileSerializer(Document):
    """A whole campaign (`muster-campaign/1`); the site’s documentation tells its parts."""

    format = serializers.ChoiceField([FORMAT.tag])
    id = serializers.CharField(help_text="Its key.")
    people = _parts("Numbers and names.")
    seeds = _parts("Seeds of the dice; those that are secret are null.")
    warbands = _parts("Drafts, without what players keep from each other.")
    cards = _parts("The cards that its warbands name.")
    journal = _parts("Every entry with its hash.")
    adventures = _parts(
        "Adventures that were played in it, with their logs; left out where there are none.", required=False
    )


class CampaignStandingsView(CampaignAPIView):
    """How a campaign stands."""

    @operation("campaigns_standings", StandingsSerializer, LIST_ERRORS, parameters=AS_OF)
    def get(self, request: Request, key: str) -> Response:
        """How a campaign stands.

        Its standings, records, rivalries and points, today or as of a scenario.
        """
        # Four queries; as of a scenario those of its warbands as well.
        view = self.campaign(key)
        found = campaign_standings(view, asked_moment(request, view.campaign))
        return versioned(StandingsSerializer(found).data, view.campaign.head)


class CampaignExportView(CampaignAPIView):
    """A campaign as a file."""

    @operation("campaigns_export", CampaignFileSerializer, READ_ERRORS)
    def get(self, request: Request, key: str) -> Response:
        """Export a campaign.

        The whole journal with its hashes, as `import_campaign` reads it. What players hide from each other and seeds
        that are secret are not in it. Organizers only.
        """
        # Seven queries and those of a rulebook.
        view = self.campaign(key)
        if not view.organizes:
            message = "Only an organizer can download the campaign’s file."
            raise Fault("campaign.forbidden", "", message, status.HTTP_403_FORBIDDEN)
        return Response(campaign_file_document(campaign_file(view.campaign, with_secrets=False)))

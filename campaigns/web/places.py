"""The campaigns in which warbands play, for the pages of warbands."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.urls import reverse

from campaigns.models import CampaignWarband
from warbands.models import Warband
from warbands.selectors.places import CampaignPlace


class WarbandPlaces:
    """Finds the campaigns in which warbands play."""

    def find(self, warbands: Collection[Warband]) -> Mapping[int, CampaignPlace]:
        """Return the places of those that play in a campaign, by the ids of their rows. One query, or none."""
        careers = [one.pk for one in warbands if one.has_career]
        if not careers:
            return {}
        rows = CampaignWarband.objects.filter(warband__in=careers, has_left=False).select_related("campaign")
        return {
            row.warband_id: CampaignPlace(row.campaign.name, reverse("campaigns:campaign", args=[row.campaign.key]))
            for row in rows
        }

"""A campaign as one file."""

from __future__ import annotations

from campaigns.entries import journal_line
from campaigns.models import Campaign
from campaigns.models.people import MAX_NAME
from rules.campaigns.files import CampaignFile, FiledPerson, FiledSeed


def campaign_file(campaign: Campaign) -> CampaignFile:
    """Return a whole campaign as a file holds it; seeds that are still secret stay here. Three queries."""
    return CampaignFile(
        key=campaign.key,
        people=tuple(
            FiledPerson(one.number, one.display_name[:MAX_NAME])
            for one in campaign.participants.select_related("user").order_by("number")
        ),
        seeds=tuple(
            FiledSeed(
                one.number, one.from_entry, one.commitment, bytes(one.seed) if one.revealed and one.seed else None
            )
            for one in campaign.seed_epochs.order_by("number")
        ),
        journal=tuple(map(journal_line, campaign.entries.order_by("number"))),
    )

"""The sheets of a campaign's warbands as they are today, for printing all of them. Secrets are not printed."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.models import Campaign
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.careers import standing_drafts
from campaigns.selectors.todays_members import todays_members
from campaigns.selectors.warbands import warbands_in
from rules.sheets import RosterSheet
from warbands.selectors.legality import rulebook_of
from warbands.selectors.places import NO_CAREERS
from warbands.selectors.sheets import evaluate


def spectator_view(campaign: Campaign) -> CampaignView:
    """Return a campaign as one who takes no part in it would see it. One query."""
    return CampaignView(campaign, None, tuple(campaign.participants.select_related("user")))


def printed_sheets(campaign: Campaign) -> Iterator[RosterSheet]:
    """Yield the sheet of each warband that is in a campaign, by number; those that cannot be read are left out."""
    rows = list(warbands_in(campaign))
    drafts = standing_drafts(rows)
    for row in rows:
        draft = drafts.get(row.warband_id)
        if draft is not None:
            rulebook = rulebook_of([draft.roster])
            today = todays_members({row.warband_id: draft}, rulebook).get(row.warband_id, NO_CAREERS)
            yield evaluate(draft.shared, rulebook, today).sheet

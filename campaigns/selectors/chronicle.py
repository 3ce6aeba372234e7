"""The chronicle of a campaign, from its whole journal."""

from __future__ import annotations

from campaigns.entries import numbered_event
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.sentences import journal_names
from campaigns.selectors.standings import campaign_standings
from rules.campaigns.chronicle import Chronicle, compose_chronicle
from rules.campaigns.fold import fold_campaign


def campaign_chronicle(view: CampaignView) -> Chronicle:
    """Return the chronicle of a campaign. Five queries, however long it is, six with adventures."""
    entries = list(view.campaign.entries.order_by("number"))
    events = [numbered_event(entry) for entry in entries]
    return compose_chronicle(
        fold_campaign(events),
        events,
        {entry.number: entry.actor for entry in entries},
        journal_names(view, [event.event for event in events]),
        campaign_standings(view).lines,
    )

"""Campaigns as spectators see them, who came by a link."""

from __future__ import annotations

from collections.abc import Collection

from campaigns.models import Campaign
from campaigns.selectors.campaigns import CampaignView, campaign_spectated


def campaign_watched(key: str, tokens: Collection[str]) -> CampaignView | None:
    """Return a campaign that is shared under one of these links' tokens, None for another. Three queries at most."""
    if not tokens:
        return None
    token = Campaign.objects.filter(key=key, spectator_token__in=tokens).values_list("spectator_token", flat=True)
    return campaign_spectated(token.first() or "")

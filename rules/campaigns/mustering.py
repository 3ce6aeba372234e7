"""What a campaign asks of a warband that joins."""

from __future__ import annotations

from dataclasses import replace

from rules.campaigns.settings import CampaignSettings
from rules.roster.model import Roster


def roster_at_mustering(roster: Roster, settings: CampaignSettings) -> Roster:
    """Return a roster as the campaign checks it: under its play mode and limit, without hero points.

    Which figures the player owns does not count, and hero points are bought for one scenario.
    """
    return replace(
        roster,
        members=tuple(replace(member, hero_points=0) for member in roster.members),
        play_mode=settings.play_mode,
        points_limit=settings.points_limit,
        collection=None,
    )

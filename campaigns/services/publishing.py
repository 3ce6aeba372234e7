"""What is published beyond a campaign: the page of its league, and whether players may show it on pages of their own.

Neither is in the journal; both can change after the campaign is closed, so that a published page can always be ended.
"""

import secrets

from accounts.models import Owner
from campaigns.models import Campaign
from campaigns.selectors.campaigns import campaign_view
from campaigns.services.journal import NOT_FOUND
from campaigns.services.warbands import refuse_private_members
from common.refusal import Refusal


def league_publish(*, actor: Owner, key: str, published: bool) -> None:
    """Publish the page of a league under a new link, or end it; an older link ends too. Organizers only."""
    campaign = _organized(actor, key, "publish the league")
    if published and not campaign.has_league:
        raise Refusal("This campaign has no league to publish.", code="league.invalid")
    if published:
        refuse_private_members(campaign)
    campaign.league_token = secrets.token_urlsafe(12) if published else None
    campaign.save(update_fields=["league_token"])


def player_pages_allow(*, actor: Owner, key: str, allowed: bool) -> None:
    """Let players show a campaign on pages of their own, or no longer. Organizers only."""
    campaign = _organized(actor, key, "decide what players show of the campaign")
    campaign.on_player_pages = allowed
    campaign.save(update_fields=["on_player_pages"])


def _organized(actor: Owner, key: str, what: str) -> Campaign:
    view = campaign_view(actor, key)
    if view is None:
        raise Refusal(NOT_FOUND, code="campaign.gone")
    if not view.organizes:
        raise Refusal(f"Only an organizer can {what}.", code="campaign.forbidden")
    return view.campaign

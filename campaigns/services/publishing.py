"""What is published beyond a campaign: the page of its league, and the pages of players under secret links.

Nothing of it is in the journal; it can change after the campaign is closed, so that a published page can always be
ended.
"""

import secrets
from collections.abc import Collection

from django.db import transaction

from accounts.models import Owner, User
from campaigns.models import Campaign, PlayerPage
from campaigns.selectors.campaigns import campaign_view
from campaigns.selectors.player_pages import showable_campaigns
from campaigns.services.journal import NOT_FOUND
from campaigns.services.texts import line_of
from campaigns.services.warbands import refuse_private_members
from common.refusal import Refusal
from rules.errors import require
from rules.lengths import MAX_NAME


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
    view = require(campaign_view(actor, key), Refusal(NOT_FOUND, code="campaign.gone"))
    if not view.organizes:
        raise Refusal(f"Only an organizer can {what}.", code="campaign.forbidden")
    return view.campaign


@transaction.atomic
def player_page_set(*, user: User, name: str, campaigns: Collection[str]) -> PlayerPage:
    """Switch on the page of an account, or change it: what it calls the player, and which campaigns it shows.

    Raises ``Refusal`` for a campaign that does not allow it, or in which the account does not take part.
    """
    line = line_of(name, MAX_NAME, "A name")
    rows = [campaign for campaign in showable_campaigns(user) if campaign.key in set(campaigns)]
    if len(rows) < len(set(campaigns)):
        raise Refusal("Choose among your campaigns whose organizer allows it.", code="campaign.forbidden")
    page, _ = PlayerPage.objects.update_or_create(user=user, defaults={"name": line})
    if page.token is None:
        _renew(page)
    page.campaigns.set(rows)
    return page


@transaction.atomic
def player_page_renew(*, user: User) -> None:
    """Give the page of an account a new link; the older one ends. An account without a page gets none."""
    if page := PlayerPage.objects.filter(user=user).exclude(token=None).first():
        _renew(page)


def player_page_end(*, user: User) -> None:
    """Switch off the page of an account; its choices stay."""
    PlayerPage.objects.filter(user=user).update(token=None)


def _renew(page: PlayerPage) -> None:
    page.token = secrets.token_urlsafe(12)
    page.save(update_fields=["token"])

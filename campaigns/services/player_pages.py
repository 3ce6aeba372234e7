"""The page on which a player shows their campaigns, under a secret link."""

import secrets
from collections.abc import Collection

from django.db import transaction

from accounts.models import User
from campaigns.models import PlayerPage
from campaigns.selectors.player_pages import showable_campaigns
from campaigns.services.texts import line_of
from common.refusal import Refusal
from rules.lengths import MAX_NAME


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

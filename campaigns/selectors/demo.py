"""The demo campaign that comes with Muster."""

from __future__ import annotations

from django.db.models import QuerySet

from campaigns.models import Campaign
from common.prepared import Parameter, prepared

DEMO_KEY = "demo"
DEMO_TOKEN = DEMO_KEY
"""The link for spectators; the campaign is closed and made up, so that it is no secret."""


def demo_token() -> str:
    """Return the token of the link under which anyone may look at the demo campaign, "" where it is not loaded."""
    return DEMO_TOKEN if _watched_by_token().rows(token=DEMO_TOKEN) else ""


@prepared
def _watched_by_token() -> QuerySet[Campaign, tuple[int]]:
    return Campaign.objects.filter(spectator_token=Parameter("token")).order_by().values_list("pk")[:1]

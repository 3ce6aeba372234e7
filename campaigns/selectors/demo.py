"""The demo campaign that comes with Muster."""

from __future__ import annotations

from campaigns.models import Campaign

DEMO_KEY = "demo"
DEMO_TOKEN = DEMO_KEY
"""The link for spectators; the campaign is closed and made up, so that it is no secret."""


def demo_token() -> str:
    """Return the token of the link under which anyone may look at the demo campaign, "" where it is not loaded."""
    return DEMO_TOKEN if Campaign.objects.filter(spectator_token=DEMO_TOKEN).exists() else ""

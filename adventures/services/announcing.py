"""Telling a campaign's webhooks of its adventures: that one begins, and how it ended, as players know it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from adventures.models import AdventureRow
from campaigns.selectors.webhooks import ADVENTURE_BEGUN, ADVENTURE_ENDED, CAMPAIGN
from webhooks.services.messages import WebhookNews
from webhooks.services.publishing import publish


def announce_adventure(row: AdventureRow) -> None:
    """Tell the webhooks of an adventure's campaign that it is one of the campaign's now. One query."""
    _tell(row, ADVENTURE_BEGUN, "{adventure} begins in {campaign}.")


def announce_adventure_end(row: AdventureRow, outcome: str) -> None:
    """Tell the webhooks of an adventure's campaign how it ended; nothing outside campaigns. At most one query."""
    said = "{adventure} is over in {campaign}: {outcome}" if outcome else "{adventure} is over in {campaign}."
    _tell(row, ADVENTURE_ENDED, said, {"outcome": outcome})


def _tell(row: AdventureRow, event: str, said: str, more: dict[str, str] | None = None) -> None:
    campaign = row.campaign
    if campaign is None:
        return

    def describe() -> list[WebhookNews]:
        texts = {"campaign": campaign.name, "adventure": f"“{row.name}”", **(more or {})}
        data: dict[str, Any] = {
            "campaign": {"key": campaign.key, "name": campaign.name},
            "adventure": {
                "key": row.key,
                "number": row.number,
                "name": row.name,
                "kind": row.kind,
                "follows": row.follows,
            },
            **(more or {}),
        }
        return [WebhookNews(event, reverse("adventures:adventure", args=[row.key]), said, texts, data)]

    publish(CAMPAIGN, campaign.key, {event: describe})

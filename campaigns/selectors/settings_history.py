"""How the settings of a campaign changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from campaigns.models import Campaign
from rules.campaigns.events.campaign import CampaignCreated, SettingsChanged
from rules.campaigns.house_rules import describe_difference
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.documents import Fields

MAX_CHANGES = 50
"""Changes that are shown, the newest; the journal has all of them."""


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """One change of the settings: which entry of the journal, who made it, when, and what it changed, a line each."""

    number: int
    actor: int | None
    at: datetime
    lines: tuple[str, ...]


def settings_changes(campaign: Campaign) -> list[SettingsChange]:
    """Return the last changes of the settings, the newest first. One query."""
    entries = campaign.entries.filter(kind__in=(CampaignCreated.kind, SettingsChanged.kind)).order_by("-number")
    return [
        SettingsChange(new.number, new.actor, new.at, describe_difference(_settings(old.event), _settings(new.event)))
        for new, old in pairwise(entries[: MAX_CHANGES + 1])
    ]


def settings_at(campaign: Campaign, entry: int) -> CampaignSettings:
    """Return the settings as they stood at an entry of the journal. One query."""
    entries = campaign.entries.filter(kind__in=(CampaignCreated.kind, SettingsChanged.kind), number__lte=entry)
    return _settings(entries.order_by("number").values_list("event", flat=True).last() or {})


def _settings(event: dict[str, Any]) -> CampaignSettings:
    settings: CampaignSettings = SETTINGS.read(Fields(event), "settings")
    return settings

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

_KINDS = (CampaignCreated.kind, SettingsChanged.kind)


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """One change of the settings: which entry of the journal, who made it, when, and what it changed, a line each."""

    number: int
    actor: int | None
    at: datetime
    lines: tuple[str, ...]


def count_settings_changes(campaign: Campaign) -> int:
    """Return how often the settings of a campaign changed. One query."""
    return campaign.entries.filter(kind=SettingsChanged.kind).count()


def settings_changes(campaign: Campaign, shown: range) -> list[SettingsChange]:
    """Return the changes of the settings at these places, counted from 0, the newest first. One query."""
    # Each change is described against the entry before it, so that one entry more is read.
    entries = campaign.entries.filter(kind__in=_KINDS).order_by("-number")[shown.start : shown.stop + 1]
    return [
        SettingsChange(new.number, new.actor, new.at, describe_difference(_settings(old.event), _settings(new.event)))
        for new, old in pairwise(entries)
    ]


def settings_at(campaign: Campaign, entry: int) -> CampaignSettings:
    """Return the settings as they stood at an entry of the journal. One query."""
    entries = campaign.entries.filter(kind__in=_KINDS, number__lte=entry)
    return _settings(entries.order_by("number").values_list("event", flat=True).last() or {})


def _settings(event: dict[str, Any]) -> CampaignSettings:
    settings: CampaignSettings = SETTINGS.read(Fields(event), "settings")
    return settings

"""What a campaign is, as its journal tells: name, story, phase, settings and seeds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import (
    CampaignArchived,
    CampaignClosed,
    CampaignCreated,
    CampaignDescribed,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
)
from rules.campaigns.settings import CampaignSettings

Phase = Literal["open", "archived", "closed"]

OPEN: Phase = "open"
ARCHIVED: Phase = "archived"
CLOSED: Phase = "closed"


@dataclass(frozen=True, slots=True)
class SeedState:
    """A seed epoch: what was published before its first roll, and the seed once it is revealed (hexadecimal)."""

    commitment: str
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class CampaignBasics:
    """A campaign without its people, warbands and scenarios. ``seeds`` are the epochs by their number."""

    name: str = ""
    story: str = ""
    phase: Phase = OPEN
    settings: CampaignSettings = field(default_factory=CampaignSettings)
    seeds: dict[int, SeedState] = field(default_factory=dict)

    def after(self, event: CampaignEvent) -> CampaignBasics:
        """Return the campaign after an event; an event of another subject changes nothing."""
        match event:
            case CampaignCreated():
                return replace(self, name=event.name, story=event.story, settings=event.settings)
            case CampaignDescribed():
                return replace(self, name=event.name, story=event.story)
            case SettingsChanged():
                return replace(self, settings=event.settings)
            case CampaignArchived():
                return replace(self, phase=ARCHIVED if event.archived else OPEN)
            case CampaignClosed():
                return replace(self, phase=CLOSED)
            case SeedCommitted():
                return replace(self, seeds={**self.seeds, event.epoch: SeedState(event.commitment)})
            case SeedRevealed():
                seed = replace(self.seeds[event.epoch], seed=event.seed)
                return replace(self, seeds={**self.seeds, event.epoch: seed})
        return self

"""Events of the campaign as a whole: what it is called, what its players agreed on, its seeds, its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules.campaigns.events.event import CampaignEvent
from rules.campaigns.settings import SETTINGS, CampaignSettings


@dataclass(frozen=True, slots=True)
class CampaignCreated(CampaignEvent):
    """The campaign begins."""

    kind = "campaign-created"

    name: str
    story: str
    settings: Annotated[CampaignSettings, SETTINGS]


@dataclass(frozen=True, slots=True)
class CampaignDescribed(CampaignEvent):
    """An organizer gives the campaign another name or story."""

    kind = "campaign-described"

    name: str
    story: str


@dataclass(frozen=True, slots=True)
class SettingsChanged(CampaignEvent):
    """An organizer changes the settings: they hold for scenarios that are opened later."""

    kind = "settings-changed"

    settings: Annotated[CampaignSettings, SETTINGS]


@dataclass(frozen=True, slots=True)
class SeedCommitted(CampaignEvent):
    """A seed epoch begins; ``commitment`` is the SHA-256 of the seed, in hexadecimal digits."""

    kind = "seed-committed"

    epoch: int
    commitment: str


@dataclass(frozen=True, slots=True)
class SeedRevealed(CampaignEvent):
    """The seed of an epoch is shown, in hexadecimal digits, so that anyone can compute its rolls again."""

    kind = "seed-revealed"

    epoch: int
    seed: str


@dataclass(frozen=True, slots=True)
class CampaignArchived(CampaignEvent):
    """An organizer puts the campaign away, or takes it back out."""

    kind = "campaign-archived"

    archived: bool


@dataclass(frozen=True, slots=True)
class CampaignClosed(CampaignEvent):
    """The campaign ends. It never opens again."""

    kind = "campaign-closed"

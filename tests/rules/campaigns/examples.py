"""One event of each kind."""

from __future__ import annotations

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
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.people import (
    CampaignHandedOver,
    ParticipantClaimed,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
)
from rules.campaigns.settings import CampaignSettings

SETTINGS = CampaignSettings("narrative", None, 150, 2, advancement=False, entered_dice=False, one_consumable=True)

EXAMPLES: tuple[CampaignEvent, ...] = (
    CampaignCreated("The Long Winter", "Snow.\nMore snow.", SETTINGS),
    CampaignDescribed("Spring", ""),
    SettingsChanged(CampaignSettings()),
    SeedCommitted(1, "ab" * 32),
    SeedRevealed(1, "cd" * 32),
    CampaignArchived(archived=True),
    CampaignClosed(),
    ParticipantJoined(2, "player"),
    ParticipantClaimed(2),
    ParticipantLeft(2),
    ParticipantRemoved(2),
    RoleChanged(2, "co_organizer"),
    CampaignHandedOver(2),
    EntryVoided(7, "mistyped"),
    EntryCorrected(7, RoleChanged(3, "player"), "another person"),
)

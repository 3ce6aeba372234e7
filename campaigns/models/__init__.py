"""Stored campaigns: the journal, and its results, so that pages need not read all of it."""

from campaigns.models.campaigns import Campaign, SeedEpoch
from campaigns.models.journal import JournalEntry
from campaigns.models.pairings import PairingRequest, RoundAbsence
from campaigns.models.people import InvitationMail, Participant, PlayerPage
from campaigns.models.reminders import AnnouncedReminder, ReminderMail, ReminderSettings
from campaigns.models.scenarios import CalendarFeed, CampaignScenario, DisputeSentence, GameNight, ScenarioSide
from campaigns.models.warbands import CampaignWarband, CareerPoint

__all__ = [
    "AnnouncedReminder",
    "CalendarFeed",
    "Campaign",
    "CampaignScenario",
    "CampaignWarband",
    "CareerPoint",
    "DisputeSentence",
    "GameNight",
    "InvitationMail",
    "JournalEntry",
    "PairingRequest",
    "Participant",
    "PlayerPage",
    "ReminderMail",
    "ReminderSettings",
    "RoundAbsence",
    "ScenarioSide",
    "SeedEpoch",
]

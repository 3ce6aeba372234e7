"""What is stored of campaigns: the journal, and what it adds up to, so that pages need not read all of it."""

from campaigns.models.campaigns import Campaign, SeedEpoch
from campaigns.models.journal import JournalEntry
from campaigns.models.people import Participant

__all__ = ["Campaign", "JournalEntry", "Participant", "SeedEpoch"]

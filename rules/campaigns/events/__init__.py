"""The events of a campaign, a module for each subject, and their documents."""

from rules.campaigns.events import adventures, campaign, corrections, leagues, scenarios, warbands
from rules.campaigns.events.event import CampaignEvent, event_document, event_from_document

__all__ = ["EVENT_MODULES", "CampaignEvent", "event_document", "event_from_document"]

EVENT_MODULES = (campaign, warbands, scenarios, adventures, leagues, corrections)
"""The modules of events: once these are imported, every kind of event is known."""

"""The events that every kind of adventure has, and their documents; kinds add their own."""

from rules.adventures.events import checks, running
from rules.adventures.events.event import AdventureEvent, adventure_event_from_document

__all__ = ["ADVENTURE_EVENT_MODULES", "AdventureEvent", "adventure_event_from_document"]

ADVENTURE_EVENT_MODULES = (checks, running)
"""The modules of events: once these and the kinds are imported, every kind of event is known."""

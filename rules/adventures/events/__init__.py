"""The events that every kind of adventure has, and their documents; kinds add their own."""

from rules.adventures.events import checks, running
from rules.adventures.events.event import AdventureEvent, adventure_event_from_document

__all__ = ["COMMON_EVENTS", "AdventureEvent", "adventure_event_from_document"]

COMMON_EVENTS = AdventureEvent.defined_in(checks, running)
"""The events that may happen in an adventure of any kind."""

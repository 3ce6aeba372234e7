"""Events about earlier entries of the journal: what no longer counts, and what stands in its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.building.codecs import NUMBER, TEXT, Codec, part
from rules.campaigns.events.event import CampaignEvent, event_document, event_from_document
from rules.documents import Fields


class EventCodec(Codec[CampaignEvent]):
    """An event within an event, as its document."""

    def to_document(self, value: CampaignEvent) -> Any:
        """Return the document of the event."""
        return event_document(value)

    def from_document(self, read: Fields, name: str) -> CampaignEvent:
        """Read the event."""
        inner = read.fields(name)
        return event_from_document(inner.raw, inner.path)


@dataclass(frozen=True, slots=True)
class EntryVoided(CampaignEvent):
    """An organizer voids the entry of that number. Voiding this event in turn restores the entry."""

    kind = "entry-voided"
    is_voidable = True

    entry: int = field(metadata=NUMBER)
    reason: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class EntryCorrected(CampaignEvent):
    """An organizer replaces what the entry of that number says; the replacement counts at the entry's own place."""

    kind = "entry-corrected"
    is_voidable = True

    entry: int = field(metadata=NUMBER)
    replacement: CampaignEvent = field(metadata=part(EventCodec()))
    reason: str = field(metadata=TEXT)

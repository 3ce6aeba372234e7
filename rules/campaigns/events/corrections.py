"""Events about earlier entries of the journal: which no longer count, and which are replaced."""

from dataclasses import dataclass
from typing import Annotated

from rules.campaigns.events.event import CampaignEvent, event_document, event_from_document
from rules.campaigns.events.rights import ITS_PLAYER, ORGANIZERS, EventRight
from rules.documents.reading import Fields
from rules.documents.shapes import Shape


def _read_event(read: Fields, name: str) -> CampaignEvent:
    inner = read.fields(name)
    return event_from_document(inner.raw, inner.path)


INNER_EVENT = Shape(event_document, _read_event, {"type": "object"})
"""An event within an event, as its document."""


@dataclass(frozen=True, slots=True)
class EntryVoided(CampaignEvent):
    """An organizer voids the entry of that number. Voiding this event in turn restores the entry."""

    kind = "entry-voided"
    is_voidable = True
    right = EventRight(ITS_PLAYER, "undo an entry of the journal")

    entry: int
    reason: str


@dataclass(frozen=True, slots=True)
class EntryCorrected(CampaignEvent):
    """An organizer replaces the event of the entry with that number; the replacement counts at the entry's own
    place.
    """

    kind = "entry-corrected"
    is_voidable = True
    right = EventRight(ORGANIZERS, "correct a scenario")

    entry: int
    replacement: Annotated[CampaignEvent, INNER_EVENT]
    reason: str

"""Events about earlier entries of the journal: which no longer count, and which are replaced."""

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


class EntryVoided(CampaignEvent, kind="entry-voided", is_voidable=True):
    """An organizer voids the entry of that number. Voiding this event in turn restores the entry."""

    right = EventRight(ITS_PLAYER, "undo an entry of the journal")

    entry: int
    reason: str


class EntryCorrected(CampaignEvent, kind="entry-corrected", is_voidable=True):
    """An organizer replaces the event of the entry with that number; the replacement counts at the entry's own
    place.
    """

    right = EventRight(ORGANIZERS, "correct a scenario")

    entry: int
    replacement: Annotated[CampaignEvent, INNER_EVENT]
    reason: str

"""What happened in a campaign, as a value with one document: ``muster-event/1``.

``{"format": "muster-event/1", "event": "participant-joined", "participant": 2, "role": "player"}``. The other fields
are the parts of the event, each written as its declaration says, like those of a change.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rules.campaigns.events.rights import EventRight
from rules.documents.kinds import ValueOfKind
from rules.documents.reading import Format
from rules.documents.records import parts_document, value_of_kind

FORMAT = Format("muster-event/1", "an event of a campaign")
KIND = "event"
"""The field that names the kind of event."""


class CampaignEvent(ValueOfKind):
    """One thing that happened. People, warbands and scenarios are named by their numbers in the campaign.

    ``right`` says who may write it, and when; ``is_voidable`` whether an organizer may void it later. ``sentence`` is
    the journal's, with the names of fields in braces (``rules.campaigns.sentences``), "" if a function writes it.
    """

    right: ClassVar[EventRight]
    sentence: ClassVar[str] = ""
    is_voidable: ClassVar[bool] = False
    by_kind: ClassVar[dict[str, type[CampaignEvent]]] = {}


def event_document(event: CampaignEvent) -> dict[str, Any]:
    """Return an event as a document."""
    parts = parts_document(event)
    return {"format": FORMAT.tag, KIND: event.kind, **parts}


def event_from_document(document: object, path: str = "") -> CampaignEvent:
    """Read an event; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return value_of_kind(FORMAT.upcast(document, path), KIND, CampaignEvent.by_kind)

"""Rows of campaigns as values of the rules."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime

from django.db.models import QuerySet

from campaigns.models import Campaign, JournalEntry, Participant, SeedEpoch
from common.caches import BoundedCache
from rules.campaigns.events import event_from_document
from rules.campaigns.journal import JournalLine, NumberedEvent
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.campaigns.state.basics import (
    PEOPLE_EVENTS,
    CampaignBasics,
    ParticipantState,
    People,
    SeedState,
    people_after,
)
from rules.campaigns.state.takeovers import TAKEOVERS, TakeoverState
from rules.campaigns.state.warbands import WarbandRecord, record_from_document
from rules.documents.reading import Fields

_records: BoundedCache[WarbandRecord] = BoundedCache(8 * 2**20, parts=20)
"""Records of warbands by the text of their documents."""


def moment(at: datetime) -> str:
    """Return a moment as the journal's hashes write it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def journal_line(entry: JournalEntry) -> JournalLine:
    """Return an entry as its hash sees it."""
    return JournalLine(entry.number, moment(entry.at), entry.actor, entry.event, entry.previous_hash, entry.hash)


def numbered_event(entry: JournalEntry) -> NumberedEvent:
    """Return the event of an entry; raise ``DocumentError`` where it cannot be read."""
    return NumberedEvent(entry.number, event_from_document(entry.event))


def settings_of(campaign: Campaign) -> CampaignSettings:
    """Return the settings of a campaign as they stand."""
    settings: CampaignSettings = SETTINGS.read(Fields({"settings": campaign.settings}), "settings")
    return settings


def takeovers_of(campaign: Campaign) -> TakeoverState:
    """Return the requests to take a campaign over, as they stand."""
    state: TakeoverState = TAKEOVERS.read(Fields({"takeovers": campaign.takeovers}), "takeovers")
    return state


def basics_of(campaign: Campaign, epochs: Iterable[SeedEpoch]) -> CampaignBasics:
    """Return a campaign's row and its seed epochs as the fold would."""
    return CampaignBasics(
        name=campaign.name,
        story=campaign.story,
        phase=campaign.phase,  # type: ignore[arg-type]  # its choices are the three phases
        settings=settings_of(campaign),
        seeds={
            epoch.number: SeedState(epoch.commitment, epoch.shown.hex() if epoch.shown else None) for epoch in epochs
        },
    )


def recorded_people(entries: QuerySet[JournalEntry]) -> People:
    """Return the people of a campaign as these entries say. One query."""
    people: People = {}
    for entry in entries.filter(kind__in=[event.kind for event in PEOPLE_EVENTS], voided_by=None).order_by("number"):
        people = people_after(people, numbered_event(entry).event)
    return people


def participant_state(participant: Participant) -> ParticipantState:
    """Return a participant's row as the fold would."""
    return ParticipantState(
        participant.number,
        participant.role,  # type: ignore[arg-type]  # its choices are the roles
        participant.presence,  # type: ignore[arg-type]  # as above
    )


def stored_record(document: object) -> WarbandRecord:
    """Return the record of a warband from its document in a row; raise ``DocumentError`` where it cannot be read."""
    # Pages read the records of a whole league. Reading one strictly takes eight times as long as writing its text.
    return _records.get_or_make(json.dumps(document), lambda: record_from_document(document))

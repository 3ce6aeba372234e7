"""The rows that repeat what a journal adds up to, brought up to date after each entry by the folds of the rules."""

from __future__ import annotations

from datetime import datetime

from campaigns.entries import basics_of, participant_state
from campaigns.models import Campaign, Participant, SeedEpoch
from rules.campaigns.events.campaign import (
    CampaignArchived,
    CampaignClosed,
    CampaignDescribed,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
)
from rules.campaigns.events.people import (
    CampaignHandedOver,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
)
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.settings import SETTINGS
from rules.campaigns.state.people import people_after


def project(campaign: Campaign, one: NumberedEvent, now: datetime) -> None:
    """Bring the rows up to date with an event that was just written."""
    match one.event:
        case CampaignDescribed() | SettingsChanged() | CampaignArchived() | CampaignClosed():
            _write_basics(campaign, one)
        case SeedCommitted(epoch, commitment):
            SeedEpoch.objects.filter(campaign=campaign, number=epoch, commitment=commitment).update(
                from_entry=one.number
            )
        case SeedRevealed(epoch):
            SeedEpoch.objects.filter(campaign=campaign, number=epoch).update(revealed=True)
        case ParticipantJoined() | ParticipantLeft() | ParticipantRemoved() | RoleChanged() | CampaignHandedOver():
            _write_people(campaign, one, now)


def _write_basics(campaign: Campaign, one: NumberedEvent) -> None:
    after = basics_of(campaign, ()).after(one.event)
    campaign.name, campaign.story, campaign.phase = after.name, after.story, after.phase
    campaign.settings = SETTINGS.write(after.settings)
    campaign.save(update_fields=["name", "story", "phase", "settings"])


def _write_people(campaign: Campaign, one: NumberedEvent, now: datetime) -> None:
    rows = {row.number: row for row in campaign.participants.all()}
    before = {number: participant_state(row) for number, row in rows.items()}
    after = people_after(before, one.event)
    changed = [state for number, state in after.items() if state != before.get(number)]
    # Those who step down come first: a campaign never has two organizers, not even within a transaction.
    for state in sorted(changed, key=lambda state: state.role == "organizer"):
        Participant.objects.filter(campaign=campaign, number=state.number).update(
            role=state.role, presence=state.presence
        )

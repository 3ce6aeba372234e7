"""The rows that repeat what a journal adds up to, brought up to date after each entry by the folds of the rules."""

from __future__ import annotations

from campaigns.entries import basics_of, numbered_event, participant_state
from campaigns.models import Campaign, JournalEntry, Participant, SeedEpoch
from campaigns.services.careers import careers_refresh, opening_refresh
from campaigns.services.sides import scenario_refresh
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import (
    CampaignArchived,
    CampaignClosed,
    CampaignDescribed,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
)
from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.people import (
    ORGANIZER,
    CampaignHandedOver,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
)
from rules.campaigns.events.warbands import CareersAccepted
from rules.campaigns.settings import SETTINGS
from rules.campaigns.state.people import people_after


def project(campaign: Campaign, entry: JournalEntry, event: CampaignEvent, *, with_drafts: bool) -> None:
    """Bring the rows up to date with an entry that was just written.

    Without ``with_drafts`` the drafts of warbands stay as they are: the builder writes its own.
    """
    match event:
        case CampaignDescribed() | SettingsChanged() | CampaignArchived() | CampaignClosed():
            _write_basics(campaign, event)
        case SeedCommitted(epoch):
            SeedEpoch.objects.filter(campaign=campaign, number=epoch).update(from_entry=entry.number)
        case SeedRevealed(epoch):
            SeedEpoch.objects.filter(campaign=campaign, number=epoch).update(revealed=True)
        case ParticipantJoined() | ParticipantLeft() | ParticipantRemoved() | RoleChanged() | CampaignHandedOver():
            _write_people(campaign, event)
        case EntryVoided(target):
            _mark_voided(campaign, entry.number, target)
    if entry.scenario is not None:
        scenario_refresh(campaign, entry.scenario)
    elif entry.warband is not None:
        _refresh_warband(campaign, entry, with_drafts=with_drafts)


def _refresh_warband(campaign: Campaign, entry: JournalEntry, *, with_drafts: bool) -> None:
    if entry.after is not None:
        careers_refresh(campaign, [entry.warband or 0], entry.after + 1, with_drafts=with_drafts)
    elif entry.kind in (CareersAccepted.kind, EntryVoided.kind):
        opening_refresh(campaign, entry.warband or 0)


def _mark_voided(campaign: Campaign, voiding: int, target: int) -> None:
    """Mark an entry as voided; if it voided another one itself, that one counts again, and so on down the line."""
    freed = list(campaign.entries.filter(voided_by=target))
    campaign.entries.filter(voided_by=target).update(voided_by=None)
    campaign.entries.filter(number=target).update(voided_by=voiding)
    for entry in freed:
        event = numbered_event(entry).event
        if isinstance(event, EntryVoided):
            _mark_voided(campaign, entry.number, event.entry)


def _write_basics(campaign: Campaign, event: CampaignEvent) -> None:
    after = basics_of(campaign, ()).after(event)
    campaign.name, campaign.story, campaign.phase = after.name, after.story, after.phase
    campaign.settings = SETTINGS.write(after.settings)
    campaign.save(update_fields=["name", "story", "phase", "settings"])


def _write_people(campaign: Campaign, event: CampaignEvent) -> None:
    before = {row.number: participant_state(row) for row in campaign.participants.all()}
    after = people_after(before, event)
    changed = [state for number, state in after.items() if state != before.get(number)]
    # Those who step down come first: a campaign never has two organizers, not even within a transaction.
    for state in sorted(changed, key=lambda state: state.role == ORGANIZER):
        Participant.objects.filter(campaign=campaign, number=state.number).update(
            role=state.role, presence=state.presence
        )

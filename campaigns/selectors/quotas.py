"""What counts for the quotas of campaigns and of what is stored: the open ones that a person organizes."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Owner
from campaigns.models import Campaign, JournalEntry
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import Participant, ParticipantRole, participant_q


def _organized(owner: Owner) -> QuerySet[Participant]:
    return Participant.objects.filter(participant_q(owner), role=ParticipantRole.ORGANIZER)


def open_campaigns(owner: Owner) -> QuerySet[Campaign]:
    """Return the open campaigns that a person organizes."""
    organized = _organized(owner).order_by().values("campaign")
    return Campaign.objects.filter(pk__in=organized).exclude(phase=CampaignPhase.CLOSED)


def journals(owner: Owner) -> QuerySet[JournalEntry]:
    """Return the journals of the campaigns that a person organizes."""
    return JournalEntry.objects.filter(campaign__in=_organized(owner).order_by().values("campaign"))

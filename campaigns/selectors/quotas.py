"""What counts for the quotas of campaigns and of what is stored: the open ones that a person organizes."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Owner
from accounts.selectors.quotas import CAMPAIGNS, STORED, OwnedRows
from campaigns.models import Campaign, JournalEntry
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import Participant, ParticipantRole, participant_q


def _organized(owner: Owner) -> QuerySet[Participant]:
    return Participant.objects.filter(participant_q(owner), role=ParticipantRole.ORGANIZER)


def _open_campaigns(owner: Owner) -> QuerySet[Campaign]:
    organized = _organized(owner).order_by().values("campaign")
    return Campaign.objects.filter(pk__in=organized).exclude(phase=CampaignPhase.CLOSED)


def _journals(owner: Owner) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(campaign__in=_organized(owner).order_by().values("campaign"))


ORGANIZED_CAMPAIGNS = (OwnedRows(CAMPAIGNS, _open_campaigns), OwnedRows(STORED, _journals, ("event",)))

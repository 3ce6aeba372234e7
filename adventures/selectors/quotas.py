"""What counts for the quotas of adventures and of what is stored; those of campaigns are stored for who organizes."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Owner
from adventures.models import AdventureEntry, AdventureRow
from campaigns.models import Participant
from campaigns.models.people import ParticipantRole, participant_q


def keeper_of(row: AdventureRow) -> Owner:
    """Return for whose quota an adventure counts: its owner, or who organizes its campaign. At most one query."""
    if row.campaign_id is None:
        return Owner(row.owner, row.owner_token)
    organizer = Participant.objects.filter(campaign=row.campaign_id, role=ParticipantRole.ORGANIZER).first()
    return Owner(organizer.user, organizer.visitor_token) if organizer else Owner()


def adventures_of_campaigns(owner: Owner) -> QuerySet[AdventureRow]:
    """Return the adventures of the campaigns that a person organizes."""
    mine = Participant.objects.filter(participant_q(owner), role=ParticipantRole.ORGANIZER)
    return AdventureRow.objects.filter(campaign__in=mine.order_by().values("campaign"))


def entries_of_campaigns(owner: Owner) -> QuerySet[AdventureEntry]:
    """Return the entries of these adventures."""
    return AdventureEntry.objects.filter(adventure__in=adventures_of_campaigns(owner).order_by().values("pk"))

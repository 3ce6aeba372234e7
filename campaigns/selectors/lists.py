"""The campaigns of one person, for lists of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from accounts.models import Owner
from campaigns.models import Campaign, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, participant_q
from campaigns.selectors.campaigns import campaigns_of


@dataclass(frozen=True, slots=True)
class CampaignCounts:
    """How many campaigns a person takes part in: open ones, archived ones, closed ones."""

    open: int
    archived: int
    closed: int


def campaigns_listed(viewer: Owner, phase: str) -> QuerySet[Campaign]:
    """Return what ``campaigns_of`` does, each campaign with the viewer's role as ``role``. One query."""
    places = Participant.objects.filter(participant_q(viewer), campaign=OuterRef("pk"))
    found = campaigns_of(viewer, phase=phase).annotate(role=Subquery(places.values("role")[:1]))
    return found.order_by("-changed_at", "-pk")


def campaign_counts(viewer: Owner) -> CampaignCounts:
    """Return how many campaigns a person takes part in. One query."""
    places = Participant.objects.filter(participant_q(viewer), presence=ParticipantPresence.PLAYING)
    counts = places.aggregate(
        **{phase.value: Count("pk", filter=Q(campaign__phase=phase)) for phase in CampaignPhase},
    )
    return CampaignCounts(**counts)

"""The fate of campaigns when the account of a participant is deleted."""

import json
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import FORMER_PLAYER, User
from accounts.selectors.rooms import DeletionHindrance
from campaigns.models import Campaign, CampaignWarband, JournalEntry, Participant, RoundAbsence, ScenarioSide
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, ParticipantRole
from campaigns.selectors.webhooks import CAMPAIGN
from campaigns.services.journal import OpenJournal
from compendium.models import Homebrew
from compendium.services.homebrew import revisions_remove
from rules.campaigns.events.campaign import CO_ORGANIZER, PLAYER, RoleChanged
from rules.cards.model import HOMEBREW_MARK
from warbands.models import Step
from warbands.services.careers import careers_end, makers_rename
from webhooks.services.publishing import subjects_end


def campaign_hindrances(user: User) -> list[DeletionHindrance]:
    """Return a hindrance for each campaign that others play and that no one else would organize. Two queries."""
    organized = Participant.objects.filter(user=user, role=ParticipantRole.ORGANIZER).exclude(
        campaign__phase=CampaignPhase.CLOSED
    )
    others = _others(user).filter(presence=ParticipantPresence.PLAYING)
    with_others = Campaign.objects.filter(participants__in=organized, pk__in=others.values("campaign"))
    return [
        DeletionHindrance(
            f"You organize “{campaign.name}” for others. Hand it over, or close it.",
            "campaigns:people",
            (campaign.key,),
        )
        for campaign in with_others.order_by("name", "pk")
    ]


@transaction.atomic
def campaigns_release(*, user: User) -> None:
    """Remove the campaigns in which no one else has a place; in the others, remove the name and co-organizers' rights.

    With a co-organizer who can never come back, no player could ask to take a campaign over.
    """
    mine = Campaign.objects.filter(participants__user=user)
    alone = list(mine.exclude(pk__in=_others(user).values("campaign")).values_list("pk", flat=True))
    used = set(CampaignWarband.objects.filter(campaign__in=alone).values_list("warband", flat=True))
    # From the inside out: each of these protects what it stands on.
    ScenarioSide.objects.filter(scenario__campaign__in=alone).delete()
    CampaignWarband.objects.filter(campaign__in=alone).delete()
    subjects_end(kind=CAMPAIGN, keys=list(Campaign.objects.filter(pk__in=alone).values_list("key", flat=True)))
    Campaign.objects.filter(pk__in=alone).delete()
    RoundAbsence.objects.filter(warband__participant__user=user).delete()
    places = Participant.objects.filter(user=user, role=CO_ORGANIZER, presence=ParticipantPresence.PLAYING)
    for place in places.exclude(campaign__phase=CampaignPhase.CLOSED).order_by("campaign"):
        campaign = Campaign.objects.select_for_update().get(pk=place.campaign_id)
        OpenJournal(campaign, None).write(RoleChanged(place.number, PLAYER))
    _forget_unused_cards(user)
    elsewhere = set(CampaignWarband.objects.filter(warband__in=used).values_list("warband", flat=True))
    careers_end(warband_ids=used - elsewhere)
    makers_rename(name=user.get_username(), neutral=FORMER_PLAYER)


def _forget_unused_cards(user: User) -> None:
    """Remove the revisions of a person's homebrew that others do not need: those neither shared nor in play.

    Shared homebrew may be in anyone's warband, also in a step to which they may still undo.
    """
    keys = set(Homebrew.objects.filter(owner=user, is_shared=False).values_list("creature__key", flat=True))
    staying = Step.objects.exclude(warband__owner=user, warband__has_career=False)
    documents: tuple[tuple[QuerySet[Any], str], ...] = (
        (staying, "draft"),
        (JournalEntry.objects.all(), "event"),
        (CampaignWarband.objects.all(), "record"),
        (CampaignWarband.objects.all(), "frozen"),
    )
    for rows, field in documents:
        if keys:
            marked = rows.filter(**{f"{field}__icontains": HOMEBREW_MARK}).order_by().values_list(field, flat=True)
            for document in marked.iterator():
                text = json.dumps(document)
                keys = {key for key in keys if key not in text}
    revisions_remove(keys=keys)


def _others(user: User) -> QuerySet[Participant]:
    return Participant.objects.exclude(user=user).exclude(user=None)

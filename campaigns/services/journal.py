"""Writing to a journal: the one way to add an entry, and who may."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from campaigns.entries import moment
from campaigns.models import Campaign, JournalEntry, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, participant_q
from campaigns.services.projections import project
from common.refusal import Refusal
from rules.campaigns.events import CampaignEvent, event_document
from rules.campaigns.journal import NumberedEvent, entry_hash
from warbands.models import Owner

NOT_FOUND = "There is no such campaign, or you do not take part in it."


@dataclass(frozen=True, slots=True)
class OpenJournal:
    """The journal of a campaign whose row is locked, and the participant who writes (None for the site itself)."""

    campaign: Campaign
    actor: Participant | None

    def write(self, event: CampaignEvent, *, scenario: int | None = None, warband: int | None = None) -> JournalEntry:
        """Add an entry and bring the rows that repeat it up to date.

        ``scenario`` and ``warband`` are for an event about another entry, which does not name them itself.
        """
        campaign, now = self.campaign, timezone.now()
        number, document = campaign.head + 1, event_document(event)
        actor = self.actor.number if self.actor else None
        entry = JournalEntry.objects.create(
            campaign=campaign,
            number=number,
            kind=event.kind,
            event=document,
            actor=actor,
            at=now,
            previous_hash=campaign.head_hash,
            hash=entry_hash(number, moment(now), actor, document, campaign.head_hash),
            scenario=getattr(event, "scenario", scenario),
            warband=getattr(event, "warband", warband),
        )
        campaign.head, campaign.head_hash, campaign.changed_at = number, entry.hash, now
        campaign.save(update_fields=["head", "head_hash", "changed_at"])
        project(campaign, NumberedEvent(number, event), now)
        return entry

    def refuse_unless_organizer(self, what: str) -> None:
        """Raise ``Refusal`` unless the writer organizes the campaign; ``what`` completes "Only an organizer can"."""
        if self.actor is None or not self.actor.organizes:
            raise Refusal(f"Only an organizer can {what}.")

    def refuse_unless_open(self) -> None:
        """Raise ``Refusal`` where nothing can be written any more, or not until the campaign is taken out again."""
        if self.campaign.phase == CampaignPhase.CLOSED:
            raise Refusal("This campaign is closed. Its journal can be read, and nothing can be added to it.")
        if self.campaign.phase == CampaignPhase.ARCHIVED:
            raise Refusal("This campaign is archived. An organizer can bring it back.")

    def participant(self, number: int) -> Participant:
        """Return somebody who takes part; raise ``Refusal`` where nobody of that number does."""
        found = self.campaign.participants.select_related("user").filter(number=number).first()
        if found is None or found.presence != ParticipantPresence.PLAYING:
            raise Refusal("This person no longer takes part in the campaign.")
        return found


def journal_open(*, actor: Owner, key: str, also_archived: bool = False) -> OpenJournal:
    """Lock a campaign and return its journal for someone who takes part in it. Call it within a transaction.

    Raises ``Refusal`` for strangers, for a closed campaign, and for an archived one unless ``also_archived``.
    """
    campaign = Campaign.objects.select_for_update().filter(key=key).first()
    journal = OpenJournal(campaign, _participant(campaign, actor)) if campaign else None
    if journal is None or journal.actor is None:
        raise Refusal(NOT_FOUND)
    if not (also_archived and journal.campaign.phase == CampaignPhase.ARCHIVED):
        journal.refuse_unless_open()
    return journal


def _participant(campaign: Campaign, actor: Owner) -> Participant | None:
    found = campaign.participants.select_related("user").filter(
        participant_q(actor), presence=ParticipantPresence.PLAYING
    )
    return found.first()

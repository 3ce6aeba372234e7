"""Writing to a journal: the only way to add an entry, permissions, and locking a campaign meanwhile."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from campaigns.entries import moment, participant_state
from campaigns.models import Campaign, CampaignWarband, GameNight, JournalEntry, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, participant_q
from campaigns.selectors.scenarios import scenario_head, scenario_state
from campaigns.selectors.warbands import warbands_ever
from campaigns.services.announcing import announce
from campaigns.services.projections import project, scenarios_store, takeovers_refresh
from common.refusal import Refusal
from rules.campaigns.bounds import BOUNDED, endless_fault
from rules.campaigns.events import CampaignEvent, event_document, event_from_document
from rules.campaigns.events.leagues import ByeGiven, RoundPlanned
from rules.campaigns.events.scenarios import ScenarioPlanned
from rules.campaigns.journal import entry_hash
from rules.campaigns.rights import LOCKED, NO_SCENARIO, NO_WARBAND, may_write
from rules.campaigns.state.scenarios import ScenarioState
from rules.errors import DocumentError, require

NOT_FOUND = "There is no such campaign, or you do not take part in it."


@dataclass(frozen=True, slots=True)
class OpenJournal:
    """The journal of a campaign with a locked row, and the participant who writes (None for the site itself)."""

    campaign: Campaign
    actor: Participant | None

    def __post_init__(self) -> None:
        self.campaign.is_written = True

    def write(
        self, event: CampaignEvent, *, about: JournalEntry | None = None, with_drafts: bool = True
    ) -> JournalEntry:
        """Add an entry and update the rows that repeat it.

        ``about`` is the subject of a void or a correction. Without ``with_drafts``, the drafts of warbands do not
        change. Raises ``Refusal`` for an event that could not be read again, and for one too many about a scenario.
        """
        self._refuse_endless(event, about)
        entry = self._next_entry(event, about)
        entry.save()
        self._save_head()
        project(self.campaign, entry, event, with_drafts=with_drafts)
        announce(self.campaign, event, about)
        return entry

    def write_plans(self, events: Iterable[RoundPlanned | ByeGiven | ScenarioPlanned]) -> None:
        """Add entries about new rounds, byes and scenarios; a season of them takes as few queries as one.

        Webhooks are not informed.
        """
        events = list(events)
        entries = [self._next_entry(event, None) for event in events]
        JournalEntry.objects.bulk_create(entries, batch_size=500)
        self.campaign.has_league = True
        self._save_head("has_league")
        takeovers_refresh(self.campaign, entries[-1], events[-1])
        scenarios_store(
            self.campaign,
            [ScenarioState(event.scenario, plan=event.plan) for event in events if isinstance(event, ScenarioPlanned)],
        )

    def _next_entry(self, event: CampaignEvent, about: JournalEntry | None) -> JournalEntry:
        """Return the entry of an event, not stored yet, and make it the last one of the journal."""
        campaign = self.campaign
        # The clocks of several processes differ, and clocks are set back: no entry is from before the last one.
        now = max(timezone.now(), campaign.changed_at)
        number, document = campaign.head + 1, _readable_document(event)
        actor = self.actor.number if self.actor else None
        entry = JournalEntry(
            campaign=campaign,
            number=number,
            kind=event.kind,
            event=document,
            actor=actor,
            at=now,
            previous_hash=campaign.head_hash,
            hash=entry_hash(number, moment(now), actor, document, campaign.head_hash),
            scenario=getattr(about or event, "scenario", None),
            warband=getattr(about or event, "warband", None),
            after=getattr(about or event, "after", None),
        )
        campaign.head, campaign.head_hash, campaign.changed_at = number, entry.hash, now
        return entry

    def _save_head(self, *more: str) -> None:
        self.campaign.save(update_fields=["head", "head_hash", "changed_at", *more])

    def _refuse_endless(self, event: CampaignEvent, about: JournalEntry | None) -> None:
        entries, scenario = self.campaign.entries.all(), about.scenario if about else None
        if event.kind in BOUNDED and self.actor is not None:
            entries = entries.filter(scenario=getattr(event, "scenario", 0), kind__in=BOUNDED, actor=self.actor.number)
        elif scenario is not None:
            entries = entries.filter(scenario=scenario, kind=event.kind)
        else:
            return
        if fault := endless_fault(event, entries.count(), scenario):
            raise Refusal(fault, code="entry.full")

    def refuse_unless_organizer(self, what: str) -> None:
        """Raise ``Refusal`` unless the writer organizes the campaign; ``what`` completes "Only an organizer can"."""
        if self.actor is None or not self.actor.organizes:
            raise Refusal(f"Only an organizer can {what}.", code="campaign.forbidden")

    def refuse_unless_open(self) -> None:
        """Raise ``Refusal`` if nothing can be written any more, or not until the campaign leaves the archive."""
        if locked := LOCKED.get(self.campaign.phase):
            raise Refusal(locked, code="campaign.locked")

    def refuse_unless_may(
        self, event: type[CampaignEvent], warband: CampaignWarband | None = None, *, doing: str = ""
    ) -> None:
        """Raise ``Refusal`` unless the writer has the right to an event about a warband."""
        writer = participant_state(self.actor) if self.actor else None
        is_own = self.actor is not None and warband is not None and warband.participant_id == self.actor.pk
        if may_write(event.right, writer, owners=[writer.number] if writer and is_own else ()):
            return
        if event.right.is_of_role:
            raise Refusal(event.right.forbidden(doing), code="campaign.forbidden")
        raise Refusal(event.right.forbidden(doing), code="warband.forbidden")

    def warband(
        self, number: int, to: type[CampaignEvent] | None = None, *, doing: str = "", also_left: bool = False
    ) -> CampaignWarband:
        """Return a present or former warband of the campaign; raise ``Refusal`` if there is none with that number.

        With the event ``to`` write, raises ``Refusal`` as ``refuse_unless_may`` does.
        """
        warband = warbands_ever(self.campaign).filter(number=number).first()
        if warband is None or (warband.has_left and not also_left):
            raise Refusal(NO_WARBAND, code="warband.gone")
        if to is not None:
            self.refuse_unless_may(to, warband, doing=doing)
        return warband

    def scenario(self, number: int, to: type[CampaignEvent] | None = None) -> ScenarioState:
        """Return a scenario folded from its entries; raise ``Refusal`` if there is none with that id.

        With the event ``to`` write, raises ``Refusal`` if the scenario does not take that event now.
        """
        state = require(scenario_state(self.campaign, number), Refusal(NO_SCENARIO, code="scenario.gone"))
        if to is not None:
            self.refuse_untimely(to, state)
        return state

    def refuse_untimely(self, event: type[CampaignEvent], state: ScenarioState) -> None:
        """Raise ``Refusal`` if a scenario does not take an event now."""
        if why := event.right.untimely(state.status, has_report=bool(state.report_entry)):
            raise Refusal(why, code="scenario.state")

    def refuse_walkover(self, state: ScenarioState) -> None:
        """Raise ``Refusal`` where only one of several planned warbands is fielded: it has met no one.

        A warband that has left the campaign is not waited for.
        """
        if state.is_walkover and self.campaign.warbands.filter(
            number__in={*state.plan.warbands} - state.fielded.keys(), has_left=False
        ):
            fielded = self.warband(next(iter(state.fielded)), also_left=True)
            raise Refusal(
                f"Only {fielded} is fielded. Field the others, or ask an organizer to record a forfeit. To play alone"
                " against the game, take the others out of the plan.",
                code="scenario.state",
            )

    def entry(self, number: int) -> JournalEntry:
        """Return an entry that is there."""
        return self.campaign.entries.get(number=number)

    @property
    def last_played(self) -> int:
        """The number of the last scenario that was committed, 0 before the first."""
        return self.campaign.next_played - 1

    def participant(self, number: int) -> Participant:
        """Return a person who takes part; raise ``Refusal`` if there is no such participant."""
        participant = self.campaign.participants.select_related("user").filter(number=number).first()
        if participant is None or participant.presence != ParticipantPresence.PLAYING:
            raise Refusal("This person no longer takes part in the campaign.", code="participant.gone")
        return participant


def _readable_document(event: CampaignEvent) -> dict[str, Any]:
    """Return the document of an event; one that cannot be read would shut the campaign's pages for good."""
    document = event_document(event)
    try:
        event_from_document(document)
    except DocumentError as fault:
        raise Refusal(f"The journal cannot store this. {fault.path}: {fault.message}", code="entry.invalid") from fault
    return document


def journal_open(
    *,
    actor: Owner,
    key: str,
    to: type[CampaignEvent] | None = None,
    doing: str = "",
    also_archived: bool = False,
    organizing: str = "",
) -> OpenJournal:
    """Lock a campaign and return its journal for someone who takes part in it. Call it within a transaction.

    Raises ``Refusal`` for strangers, for a closed campaign, for an archived one unless ``also_archived``, and with
    ``organizing``, which completes "Only an organizer can", for a person who does not organize it. The right of the
    event ``to`` write says both, if a role gives it; ``doing`` takes the place of its words.
    """
    campaign = Campaign.objects.select_for_update().filter(key=key).first()
    journal = OpenJournal(campaign, _participant(campaign, actor)) if campaign else None
    if journal is None or journal.actor is None:
        raise Refusal(NOT_FOUND, code="campaign.gone")
    also_archived = also_archived or (to is not None and to.right.in_archive)
    if not (also_archived and journal.campaign.phase == CampaignPhase.ARCHIVED):
        journal.refuse_unless_open()
    if to is not None and to.right.is_of_role:
        journal.refuse_unless_may(to, doing=doing)
    if organizing:
        journal.refuse_unless_organizer(organizing)
    return journal


def _participant(campaign: Campaign, actor: Owner) -> Participant | None:
    playing = campaign.participants.select_related("user").filter(presence=ParticipantPresence.PLAYING)
    return playing.filter(participant_q(actor)).first()


@contextmanager
def campaign_held(*, actor: Owner, key: str, scenario: int | None = None) -> Iterator[int]:
    """Lock a campaign and yield its version, or that of one of its scenarios; the block is one transaction.

    The version is the number of the last entry of the journal, or of the last one about the scenario, 0 if there is
    none. Raises ``Refusal`` as ``journal_open``.
    """
    with transaction.atomic():
        campaign = journal_open(actor=actor, key=key, also_archived=True).campaign
        yield campaign.head if scenario is None else scenario_head(campaign, scenario)


@contextmanager
def game_night_held(*, actor: Owner, key: str, scenario: int) -> Iterator[int]:
    """Do as ``campaign_held`` with the version of a scenario's game night: how often it was set, 0 for none."""
    with transaction.atomic():
        campaign = journal_open(actor=actor, key=key).campaign
        night = GameNight.objects.filter(scenario__campaign=campaign, scenario__number=scenario).first()
        yield night.times_set if night else 0

"""Taking a campaign over whose organizer is away: asking, answering, withdrawing, and becoming the organizer."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from campaigns.entries import moment, numbered_event, participant_state, recorded_people, takeovers_of
from campaigns.models import JournalEntry
from campaigns.services.journal import OpenJournal, journal_open
from common.refusal import Refusal
from rules.campaigns.events.campaign import (
    FEWEST_DAYS,
    MOST_DAYS,
    CampaignTakenOver,
    OrganizerPresent,
    TakeoverAsked,
    TakeoverDaysSet,
    TakeoverWithdrawn,
)
from rules.campaigns.state.basics import People
from rules.campaigns.state.takeovers import check_ask, check_reversal, check_takeover, organizer_of
from rules.errors import ChangeRefused


@transaction.atomic
def takeover_days_set(*, actor: Owner, key: str, days: int) -> JournalEntry | None:
    """Set how many days later requests to take the campaign over run. Only the organizer can."""
    journal = journal_open(actor=actor, key=key, to=TakeoverDaysSet)
    if not FEWEST_DAYS <= days <= MOST_DAYS:
        raise Refusal(f"A request runs for {FEWEST_DAYS} to {MOST_DAYS} days.", code="takeover.invalid")
    return journal.write(TakeoverDaysSet(days)) if days != takeovers_of(journal.campaign).days else None


@transaction.atomic
def takeover_ask(*, actor: Owner, key: str) -> JournalEntry:
    """Ask to become the organizer, for co-organizers, and for players if there is none.

    Not in an archived campaign, which is not among the organizer's next steps.
    """
    journal = journal_open(actor=actor, key=key)
    state, number = takeovers_of(journal.campaign), _number(journal)
    with _refusing():
        check_ask(state, _people(journal), number)
    return journal.write(TakeoverAsked(number, state.days))


@transaction.atomic
def takeover_withdraw(*, actor: Owner, key: str) -> JournalEntry | None:
    """Withdraw the actor's own request to take the campaign over; without one, nothing changes."""
    journal = journal_open(actor=actor, key=key, to=TakeoverWithdrawn)
    number = _number(journal)
    return journal.write(TakeoverWithdrawn(number)) if takeovers_of(journal.campaign).request_of(number) else None


@transaction.atomic
def organizer_answer(*, actor: Owner, key: str) -> JournalEntry | None:
    """Say that the organizer is there, which ends all requests; without one, nothing changes.

    Only the organizer can.
    """
    journal = journal_open(actor=actor, key=key, to=OrganizerPresent)
    return journal.write(OrganizerPresent()) if takeovers_of(journal.campaign).requests else None


@transaction.atomic
def campaign_take_over(*, actor: Owner, key: str) -> JournalEntry:
    """Make the actor the organizer, whose request has run out; the organizer becomes a co-organizer."""
    journal = journal_open(actor=actor, key=key, to=CampaignTakenOver)
    number = _number(journal)
    with _refusing():
        request = check_takeover(takeovers_of(journal.campaign), _people(journal), number, moment(timezone.now()))
    return journal.write(CampaignTakenOver(number, request.entry))


def refuse_reversal(journal: OpenJournal, takeover: JournalEntry) -> None:
    """Raise ``Refusal`` if the writer may not void a takeover. Two queries."""
    event, entries = numbered_event(takeover).event, journal.campaign.entries
    assert isinstance(event, CampaignTakenOver)
    former = organizer_of(recorded_people(entries.filter(number__lt=takeover.number)))
    later = entries.filter(number__gt=takeover.number).order_by("number").values_list("actor", "kind")
    with _refusing():
        check_reversal(event, former, _number(journal), later)


def _number(journal: OpenJournal) -> int:
    assert journal.actor is not None
    return journal.actor.number


def _people(journal: OpenJournal) -> People:
    return {row.number: participant_state(row) for row in journal.campaign.participants.all()}


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="takeover.state") from refused

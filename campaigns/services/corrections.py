"""Taking back and mending what was written: voids, and corrections with a reason. Organizers only."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import Owner
from campaigns.entries import numbered_event
from campaigns.models import JournalEntry
from campaigns.selectors.corrections import dice_corrected
from campaigns.services.aftermath import checked_report
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import reason_of
from common.refusal import Refusal
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.scenarios import FeatChosen, ScenarioReported
from rules.campaigns.scenarios import ScenarioReport
from rules.campaigns.state.scenarios import ScenarioState
from rules.careers.events import RollKind
from rules.dice import DiceError


@transaction.atomic
def entry_void(*, actor: Owner, key: str, number: int, reason: str) -> JournalEntry:
    """Void an entry: it no longer counts, and everything is as if it had never been written. Return the void.

    Voiding a void restores its entry. Raises ``Refusal`` for an entry that is voided already, and for what cannot be
    voided (people who joined, settings): that is changed by a new entry.
    """
    journal = journal_open(actor=actor, key=key)
    journal.refuse_unless_organizer("void an entry of the journal")
    entry = _entry(journal, number)
    if not numbered_event(entry).event.is_voidable:
        raise Refusal("This kind of entry cannot be voided.", code="entry.state")
    return journal.write(EntryVoided(number, reason_of(reason)), about=entry)


@transaction.atomic
def scenario_void(*, actor: Owner, key: str, scenario: int, reason: str) -> JournalEntry:
    """Void the commit of a scenario, which keeps its id and number and can be committed anew."""
    journal = journal_open(actor=actor, key=key)
    journal.refuse_unless_organizer("void a scenario")
    state = journal.scenario(scenario)
    if state.commit is None:
        raise Refusal("This scenario is not committed.", code="scenario.state")
    entry = _entry(journal, state.commit)
    return journal.write(EntryVoided(entry.number, reason_of(reason)), about=entry)


@transaction.atomic
def roll_correct(
    *,
    actor: Owner,
    key: str,
    scenario: int,
    warband: int,
    member: str,
    purpose: RollKind,
    faces: Sequence[int],
    reason: str,
    number: int = 1,
) -> JournalEntry:
    """Replace the faces of a roll, with a reason. The new faces count as dice from the table."""
    journal = journal_open(actor=actor, key=key)
    journal.refuse_unless_organizer("correct a roll")
    found = journal.scenario(scenario).rolls.get((warband, member, purpose, number))
    if found is None:
        raise Refusal("There is no such roll in this scenario.", code="roll.gone")
    entry = _entry(journal, found.entry)
    try:
        event = dice_corrected(journal.campaign, scenario, found, faces)
    except DiceError as fault:
        raise Refusal(str(fault), code="correction.invalid") from fault
    return _correct(journal, entry, event, reason)


@transaction.atomic
def report_correct(*, actor: Owner, key: str, scenario: int, report: ScenarioReport, reason: str) -> JournalEntry:
    """Replace the report of a scenario, with a reason. Dice that become due by it are asked for."""
    journal = journal_open(actor=actor, key=key)
    journal.refuse_unless_organizer("correct a report")
    event = report_corrected(journal.scenario(scenario), report, reason)
    return journal.write(event, about=_entry(journal, event.entry))


def report_corrected(state: ScenarioState, report: ScenarioReport, reason: str) -> EntryCorrected:
    """Return the entry that replaces a scenario's report; raise ``Refusal`` for what ``report_correct`` refuses."""
    if not state.report_entry:
        raise Refusal("This scenario has no report yet.", code="scenario.state")
    corrected = ScenarioReported(state.number, checked_report(state, report))
    return EntryCorrected(state.report_entry, corrected, reason_of(reason))


@transaction.atomic
def feat_correct(
    *, actor: Owner, key: str, scenario: int, warband: int, member: str, feat: str, choice: str | None, reason: str
) -> JournalEntry:
    """Replace a feat that was chosen, with a reason. One that the member may not take has no effect."""
    journal = journal_open(actor=actor, key=key)
    journal.refuse_unless_organizer("correct a feat")
    found = journal.scenario(scenario).feats.get((warband, member))
    if found is None:
        raise Refusal("No feat is chosen yet.", code="feat.state")
    entry = _entry(journal, found.entry)
    return _correct(journal, entry, FeatChosen(scenario, warband, member, feat, choice), reason)


def _entry(journal: OpenJournal, number: int) -> JournalEntry:
    entry = journal.campaign.entries.filter(number=number).first()
    if entry is None:
        raise Refusal("There is no such entry in the journal.", code="entry.gone")
    if entry.voided_by is not None:
        raise Refusal(f"Entry {number} is voided already, by entry {entry.voided_by}.", code="entry.state")
    return entry


def _correct(journal: OpenJournal, entry: JournalEntry, event: CampaignEvent, reason: str) -> JournalEntry:
    return journal.write(EntryCorrected(entry.number, event, reason_of(reason)), about=entry)

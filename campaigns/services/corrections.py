"""Undoing and correcting entries: voids, and corrections with a reason. Organizers only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.db import transaction

from accounts.models import Owner
from campaigns.entries import numbered_event
from campaigns.models import Campaign, JournalEntry
from campaigns.selectors.corrections import dice_corrected
from campaigns.selectors.leagues import league_of
from campaigns.services.aftermath import checked_report, refuse_doubled_dice
from campaigns.services.allowances import refuse_allowance_void
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.pairings import refuse_redrawn
from campaigns.services.scenarios import warbands_free
from campaigns.services.takeovers import refuse_reversal
from campaigns.services.texts import reason_of
from common.refusal import Refusal
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import CampaignTakenOver
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.scenarios import FeatChosen, ScenarioReported
from rules.campaigns.rights import NO_ENTRY, NOT_VOIDABLE, void_refusal
from rules.campaigns.scenarios import ScenarioReport
from rules.campaigns.state.scenarios import ScenarioState
from rules.careers.events import RollKind
from rules.dice import DiceError
from rules.errors import require


@transaction.atomic
def entry_void(*, actor: Owner, key: str, number: int, reason: str) -> JournalEntry:
    """Void an entry: it no longer counts, and the state is as if it had never been written. Return the void.

    Voiding a void restores its entry. Raises ``Refusal`` for an already voided entry, and for entries that cannot be
    voided (people who joined, settings): a new entry changes these.
    """
    journal = journal_open(actor=actor, key=key, organizing=EntryVoided.right.doing)
    entry = _entry(journal, number)
    if not numbered_event(entry).event.is_voidable:
        raise Refusal(NOT_VOIDABLE, code="entry.state")
    _refuse_takeovers(journal, entry)
    before = journal.scenario(entry.scenario) if entry.scenario is not None else None
    league = league_of(journal.campaign) if before is None and journal.campaign.has_league else None
    void = journal.write(EntryVoided(number, reason_of(reason)), about=entry)
    if league is not None:
        refuse_redrawn(journal.campaign, league)
    if entry.warband is not None and before is None:
        refuse_allowance_void(journal, entry)
    if before is not None:
        after = journal.scenario(before.number)
        if why := void_refusal(before, after):
            raise Refusal(why, code="entry.state")
        refuse_doubled_dice(journal, after)
        for state in (before, after):
            warbands_free(journal, state)
    return void


def _refuse_takeovers(journal: OpenJournal, entry: JournalEntry) -> None:
    event = numbered_event(entry).event
    if entry.kind == CampaignTakenOver.kind:
        refuse_reversal(journal, entry)
    elif isinstance(event, EntryVoided) and journal.entry(event.entry).kind == CampaignTakenOver.kind:
        message = "An undone takeover stays undone. Ask to take the campaign over, or hand it over."
        raise Refusal(message, code="entry.state")


@transaction.atomic
def scenario_void(*, actor: Owner, key: str, scenario: int, reason: str) -> JournalEntry:
    """Void the commit of a scenario, which keeps its id and number and can be committed again."""
    journal = journal_open(actor=actor, key=key, organizing="undo a scenario")
    state = journal.scenario(scenario)
    if state.commit is None:
        raise Refusal("This scenario is not applied.", code="scenario.state")
    entry = _entry(journal, state.commit)
    return journal.write(EntryVoided(entry.number, reason_of(reason)), about=entry)


@dataclass(frozen=True, slots=True)
class ScenarioCorrection:
    """A replacement for one of a scenario's answers; ``what`` names the corrected one."""

    what: ClassVar[str]

    def replaced(self, campaign: Campaign, state: ScenarioState) -> tuple[int, CampaignEvent]:
        """Return the number of the corrected entry, and its new content.

        At most one query. Raises ``Refusal`` if the scenario has no such answer, or for an impossible one.
        """
        raise NotImplementedError

    def event(self, campaign: Campaign, state: ScenarioState, reason: str) -> EntryCorrected:
        """Return the new content; raise ``Refusal`` as ``replaced`` does, and without a reason."""
        entry, replacement = self.replaced(campaign, state)
        return EntryCorrected(entry, replacement, reason_of(reason))


@dataclass(frozen=True, slots=True)
class RollCorrection(ScenarioCorrection):
    """Other faces of a roll, which count as dice from the table."""

    what = "a roll"

    warband: int
    member: str
    purpose: RollKind
    faces: Sequence[int]
    number: int = 1

    def replaced(self, campaign: Campaign, state: ScenarioState) -> tuple[int, CampaignEvent]:
        recorded = state.rolls.get((self.warband, self.member, self.purpose, self.number))
        if recorded is None:
            raise Refusal("There is no such roll in this scenario.", code="roll.gone")
        try:
            return recorded.entry, dice_corrected(campaign, state.number, recorded, self.faces)
        except DiceError as fault:
            raise Refusal(str(fault), code="correction.invalid") from fault


@dataclass(frozen=True, slots=True)
class FeatCorrection(ScenarioCorrection):
    """Another feat in place of one that was chosen. One that the member may not take has no effect."""

    what = "a feat"

    warband: int
    member: str
    feat: str
    choice: str | None = None

    def replaced(self, campaign: Campaign, state: ScenarioState) -> tuple[int, CampaignEvent]:
        chosen = state.feats.get((self.warband, self.member))
        if chosen is None:
            raise Refusal("No feat is chosen yet.", code="feat.state")
        return chosen.entry, FeatChosen(state.number, self.warband, self.member, self.feat, self.choice)


@dataclass(frozen=True, slots=True)
class ReportCorrection(ScenarioCorrection):
    """Another report of a scenario. It may make dice due."""

    what = "a report"

    report: ScenarioReport

    def replaced(self, campaign: Campaign, state: ScenarioState) -> tuple[int, CampaignEvent]:
        if not state.report_entry:
            raise Refusal("This scenario has no report yet.", code="scenario.state")
        return state.report_entry, ScenarioReported(state.number, checked_report(state, self.report))


@transaction.atomic
def scenario_correct(
    *, actor: Owner, key: str, scenario: int, correction: ScenarioCorrection, reason: str
) -> JournalEntry:
    """Correct something that a scenario has, with a reason. Raises ``Refusal`` as the correction does."""
    journal = journal_open(actor=actor, key=key, to=EntryCorrected, doing=f"correct {correction.what}")
    event = correction.event(journal.campaign, journal.scenario(scenario), reason)
    entry = journal.write(event, about=_entry(journal, event.entry))
    refuse_doubled_dice(journal, journal.scenario(scenario))
    return entry


def _entry(journal: OpenJournal, number: int) -> JournalEntry:
    entry = require(journal.campaign.entries.filter(number=number).first(), Refusal(NO_ENTRY, code="entry.gone"))
    if entry.voided_by is not None:
        raise Refusal(f"Entry {entry.voided_by} has already undone entry {number}.", code="entry.state")
    return entry

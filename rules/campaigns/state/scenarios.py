"""A scenario after its events: its progress, fighters, result, dice and spending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.campaigns.confirmations import CONFIRMED, DISPUTED, SETTLED, CommitGround, ReportAnswer
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import GameForfeited
from rules.campaigns.events.scenarios import (
    DiceRolled,
    DisputeSettled,
    FeatChosen,
    ReportConfirmed,
    ReportDisputed,
    ScenarioCanceled,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    SpendingRecorded,
    WarbandFielded,
    WarbandWithdrawn,
)
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.leagues.settings import FORFEIT_LOST, FORFEIT_WON, LeagueResult
from rules.campaigns.results import SideResult, side_results
from rules.campaigns.scenarios import RollRecord, ScenarioPlan, ScenarioReport
from rules.campaigns.settings import CampaignSettings
from rules.careers.events import RollKind

ScenarioStatus = Literal["planned", "open", "canceled", "committed", "voided", "forfeited"]

PLANNED: ScenarioStatus = "planned"
OPEN: ScenarioStatus = "open"
CANCELED: ScenarioStatus = "canceled"
COMMITTED: ScenarioStatus = "committed"
VOIDED: ScenarioStatus = "voided"
FORFEITED: ScenarioStatus = "forfeited"

RollKey = tuple[int, str, RollKind, int]
"""The place of a roll within its scenario: warband, member, purpose, number."""


@dataclass(frozen=True, slots=True)
class EntryRoll:
    """A roll with the number of its entry."""

    entry: int
    roll: RollRecord


@dataclass(frozen=True, slots=True)
class EntryFeat:
    """A chosen feat with the number of its entry."""

    entry: int
    event: FeatChosen


@dataclass(frozen=True, slots=True)
class EntrySpending:
    """A member's spending, with the number of its entry."""

    entry: int
    event: SpendingRecorded


@dataclass(frozen=True, slots=True)
class ScenarioState:
    """A scenario. ``number`` is its id, ``played`` its number among those that were committed, kept when voided.

    ``absent`` are the warbands that forfeited it, by the entry ``forfeit``.

    ``commit`` is the number of the entry that commits it, None while it does not count; ``report_entry`` that of its
    report, 0 if there is none. Feats and spendings are by warband and member.

    ``report_version`` is the entry that made the report what it is: that of the report, or the last one that corrected
    it or changed who fought. ``answers`` to reports are by the numbers of people. ``ground`` is that of the commit,
    with its reason.
    """

    number: int
    status: ScenarioStatus = PLANNED
    played: int | None = None
    commit: int | None = None
    plan: ScenarioPlan = field(default_factory=ScenarioPlan)
    settings: CampaignSettings = field(default_factory=CampaignSettings)
    fielded: Mapping[int, WarbandFielded] = field(default_factory=dict)
    report: ScenarioReport = field(default_factory=ScenarioReport)
    report_entry: int = 0
    rolls: Mapping[RollKey, EntryRoll] = field(default_factory=dict)
    feats: Mapping[tuple[int, str], EntryFeat] = field(default_factory=dict)
    spendings: Mapping[tuple[int, str], EntrySpending] = field(default_factory=dict)
    absent: tuple[int, ...] = ()
    forfeit: int | None = None
    report_version: int = 0
    answers: Mapping[int, ReportAnswer] = field(default_factory=dict)
    ground: CommitGround | None = None
    ground_reason: str = ""

    @property
    def is_disputed(self) -> bool:
        """Whether a player disputes a report and no organizer has settled it."""
        return any(answer.kind == DISPUTED for answer in self.answers.values())

    @property
    def counts(self) -> bool:
        """Whether the scenario counts for careers and standings."""
        return self.status == COMMITTED

    @property
    def is_running(self) -> bool:
        """Whether its aftermath can be prepared: it is open, or it was voided and waits to be played again."""
        return self.status in (OPEN, VOIDED)

    @property
    def is_walkover(self) -> bool:
        """Whether only one of several planned warbands is fielded: it has met no one."""
        return len(self.fielded) == 1 < len(self.plan.warbands)

    def eliminated(self, warband: int) -> tuple[str, ...]:
        """Return the members of a warband that were eliminated."""
        return tuple(elimination.member for elimination in self.report.eliminated if elimination.warband == warband)

    @property
    def rolled(self) -> frozenset[tuple[int, str]]:
        """The members, by warband and id, for whom the server has rolled."""
        return frozenset(key[:2] for key, roll in self.rolls.items() if roll.roll.origin == "seeded")

    def asks(self, key: RollKey) -> bool:
        """Return True if a roll belongs to a member that took part, and was eliminated if the roll needs that."""
        warband, member, purpose, _ = key
        fielded = self.fielded.get(warband)
        if fielded is None or member not in fielded.members:
            return False
        return purpose == "advance" or member in self.eliminated(warband)

    def victory_points(self, warband: int) -> int:
        """Return the victory points of a warband."""
        return next((score.victory_points for score in self.report.scores if score.warband == warband), 0)

    def outcomes(self) -> Mapping[int, SideResult | LeagueResult]:
        """Return how the scenario ended for each warband; nothing while it neither counts nor is forfeited."""
        if self.counts:
            return side_results(self.report, tuple(self.fielded))
        if self.status != FORFEITED:
            return {}
        return {number: FORFEIT_LOST if number in self.absent else FORFEIT_WON for number in self.plan.warbands}

    def after(self, numbered_event: NumberedEvent) -> ScenarioState:
        """Return the scenario after an event; an event of another subject changes nothing."""
        event: CampaignEvent = numbered_event.event
        match event:
            case ScenarioPlanned():
                # A forfeit that was undone and restored keeps the plan that it was recorded for.
                return self if self.status == FORFEITED else replace(self, plan=event.plan)
            case ScenarioOpened():
                return replace(self, status=OPEN, settings=event.settings)
            case ScenarioCanceled():
                return replace(self, status=CANCELED)
            case GameForfeited():
                return replace(self, status=FORFEITED, absent=event.absent, forfeit=numbered_event.number)
            case WarbandFielded():
                fielded = {**self.fielded, event.warband: event}
                return replace(self, fielded=fielded, report_version=self._version(numbered_event))
            case WarbandWithdrawn():
                fielded = {number: fielding for number, fielding in self.fielded.items() if number != event.warband}
                return replace(self, fielded=fielded, report_version=self._version(numbered_event))
            case ScenarioReported():
                number = numbered_event.number
                return replace(self, report=event.report, report_entry=number, report_version=number)
            case ReportConfirmed() | ReportDisputed() | DisputeSettled():
                return self._answered(event, numbered_event.number)
            case DiceRolled():
                rolls = {roll.key: EntryRoll(numbered_event.number, roll) for roll in event.rolls}
                return replace(self, rolls={**self.rolls, **rolls})
            case FeatChosen():
                feats = {**self.feats, (event.warband, event.member): EntryFeat(numbered_event.number, event)}
                if not event.feat:
                    del feats[event.warband, event.member]
                return replace(self, feats=feats)
            case SpendingRecorded():
                spending = {(event.warband, event.member): EntrySpending(numbered_event.number, event)}
                return replace(self, spendings={**self.spendings, **spending})
            case ScenarioCommitted():
                committed = replace(self, status=COMMITTED, played=event.played, commit=numbered_event.number)
                return replace(committed, ground=event.ground, ground_reason=event.reason)
        return self

    def _version(self, fielding: NumberedEvent) -> int:
        """Return what the report is after a change of who fought: what was confirmed before is another result."""
        return fielding.number if self.report_entry else 0

    def _answered(self, event: ReportConfirmed | ReportDisputed | DisputeSettled, entry: int) -> ScenarioState:
        if isinstance(event, DisputeSettled):
            settled = ReportAnswer(SETTLED, entry, event.report, event.reason)
            disputing = [player for player, answer in self.answers.items() if answer.kind == DISPUTED]
            return replace(self, answers={**self.answers, **dict.fromkeys(disputing, settled)})
        kind = CONFIRMED if isinstance(event, ReportConfirmed) else DISPUTED
        return replace(self, answers={**self.answers, event.participant: ReportAnswer(kind, entry, event.report)})


def fold_scenario(number: int, events: Iterable[NumberedEvent]) -> ScenarioState:
    """Return a scenario after all entries about it, including voids and corrections."""
    events = list(events)
    state = ScenarioState(number)
    # What was fielded, rolled and reported before a forfeit, its undoing or its restoring no longer counts.
    forfeited = _last_about(events, lambda numbered: isinstance(numbered.event, GameForfeited))
    for event in live_events(events):
        if event.number >= forfeited or isinstance(event.event, ScenarioPlanned | ScenarioOpened | GameForfeited):
            state = state.after(event)
    if state.report_entry:
        reported = state.report_entry
        corrected = _last_about(events, lambda numbered: numbered.number == reported)
        state = replace(state, report_version=max(corrected, state.report_version))
    if state.status in (COMMITTED, FORFEITED):
        return state
    # A commit that was voided leaves its number: the scenario is played anew under it.
    commits = [event.event for event in events if isinstance(event.event, ScenarioCommitted)]
    return replace(state, status=VOIDED, played=commits[0].played) if commits else state


def outcomes_changed(number: int, events: Iterable[NumberedEvent], since: int) -> frozenset[int]:
    """Return the warbands for which a scenario ended at an entry of the journal, and now ends otherwise or not at all.

    ``events`` are all entries about the scenario.
    """
    events = list(events)
    now = fold_scenario(number, events).outcomes()
    then = fold_scenario(number, [event for event in events if event.number <= since]).outcomes()
    return frozenset(warband for warband in then if then[warband] != now.get(warband))


def _last_about(events: Iterable[NumberedEvent], is_subject: Callable[[NumberedEvent], bool]) -> int:
    """Return the number of the last entry that is a subject, or corrects, undoes or restores one, 0 without one."""
    about = set[int]()
    for numbered in events:
        event = numbered.event
        if is_subject(numbered) or (isinstance(event, EntryVoided | EntryCorrected) and event.entry in about):
            about.add(numbered.number)
    return max(about, default=0)

"""Who may write each kind of event: roles and scenarios at the entry decide, for services and for whole journals."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import get_args

import pytest

from rules.campaigns import bounds
from rules.campaigns.events import CampaignEvent, event_document
from rules.campaigns.events.adventures import (
    AdventureBegun,
    AdventureFinished,
    AdventurePrepared,
    AdventureRecorded,
    AdventureRemoved,
    AdventureSeeded,
)
from rules.campaigns.events.campaign import (
    CampaignArchived,
    CampaignClosed,
    CampaignCreated,
    CampaignDescribed,
    CampaignHandedOver,
    CampaignTakenOver,
    OrganizerPresent,
    ParticipantClaimed,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
    TakeoverAsked,
    TakeoverDaysSet,
    TakeoverWithdrawn,
)
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import (
    ByeGiven,
    DivisionsSet,
    GameForfeited,
    LeagueRulesSet,
    PlayoffDecided,
    PlayoffRoundBegun,
    PlayoffsDrawn,
    RoundPlanned,
    SeasonFinished,
)
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
from rules.campaigns.events.warbands import (
    AllowanceGiven,
    AllowanceRolled,
    CareersAccepted,
    MemberCorrected,
    OpenFeatChosen,
    RevisionLeft,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
    WarbandLeft,
)
from rules.campaigns.journal import JournalLine, NumberedEvent, entry_hash
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.rights import backward_times, rights_fault
from rules.campaigns.rosters import RosterEdit
from rules.campaigns.scenarios import Elimination, RollRecord, ScenarioPlan, ScenarioReport, SideScore, SpendingRecord
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.scenarios import ScenarioStatus
from rules.careers import begin
from tests.rows import every_row
from tests.rules.campaigns.examples import SNIK
from tests.rules.warbands import BOOK

ADA, BOB, CLEO, DAN, EVE, FAY = range(1, 7)
"""The organizer; a player; a co-organizer; a player; somebody who has left; somebody who never came."""
MUSTER = None
EVERYONE = (ADA, BOB, CLEO, DAN, EVE, FAY, MUSTER)
ORGANIZERS = {ADA, CLEO}
SETTINGS = CampaignSettings(confirm_days=3)
ELIMINATED = ScenarioReport((SideScore(1, 7), SideScore(2, 2)), (Elimination(2, "m1"),))

Act = tuple[int | None, CampaignEvent]


@dataclass
class Book:
    """A journal that is written act by act."""

    lines: list[JournalLine] = field(default_factory=list)
    events: list[NumberedEvent] = field(default_factory=list)

    def add(self, *acts: Act, at: str = "2026-03-01T19:30:00.000000Z") -> int:
        """Add an entry for each act; return the number of the last one."""
        for actor, event in acts:
            number, previous = len(self.lines) + 1, self.lines[-1].hash if self.lines else ""
            document = event_document(event)
            made = entry_hash(number, at, actor, document, previous)
            self.lines.append(JournalLine(number, at, actor, document, previous, made))
            self.events.append(NumberedEvent(number, event))
        return len(self.lines)

    @property
    def fault(self) -> tuple[int, str] | None:
        return rights_fault(self.lines, self.events)

    def takes(self, *acts: Act) -> bool:
        """Return whether these acts can follow, without adding them."""
        tried = Book([*self.lines], [*self.events])
        tried.add(*acts, at=self.lines[-1].at)
        return tried.fault is None


def begun(*, in_order: bool = True) -> Book:
    """Return a campaign of four people and three warbands: bob's, dan's and ada's."""
    book = Book()
    book.add(
        (ADA, CampaignCreated("The Long Winter", "", SETTINGS, in_order)),
        (ADA, ParticipantJoined(ADA, "organizer")),
        (ADA, SeedCommitted(1, "ab" * 32)),
        (BOB, ParticipantJoined(BOB, "player")),
        (CLEO, ParticipantJoined(CLEO, "player")),
        (ADA, ParticipantJoined(DAN, "player")),
        (DAN, ParticipantClaimed(DAN)),
        (EVE, ParticipantJoined(EVE, "player")),
        (EVE, ParticipantLeft(EVE)),
        (ADA, RoleChanged(CLEO, "co_organizer")),
        (BOB, WarbandJoined(1, BOB, "Ash", 0, (SNIK,))),
        (DAN, WarbandJoined(2, DAN, "Thicket", 0, (SNIK,))),
        (ADA, WarbandJoined(3, ADA, "Tuskers", 0, (SNIK,))),
    )
    return book


GONE: Act = (BOB, WarbandLeft(1))
PLANNED: tuple[Act, ...] = ((ADA, ScenarioPlanned(1, ScenarioPlan("The Mill", warbands=(1, 2)))),)
OPENED = (*PLANNED, (ADA, ScenarioOpened(1, SETTINGS)))
FIELDED = (*OPENED, (BOB, WarbandFielded(1, 1, ("m1",), (), 9, "")), (DAN, WarbandFielded(1, 2, ("m1",), (), 9, "")))
REPORTED = (*FIELDED, (ADA, ScenarioReported(1, ELIMINATED)))
REPORT = 13 + len(REPORTED)
FELL = RollRecord(2, "m1", "elimination", (4,), "seeded", 1, 1)
ROLLED = (*REPORTED, (DAN, DiceRolled(1, (FELL,))))
DISPUTED = (*REPORTED, (DAN, ReportDisputed(1, REPORT, DAN)))
COMMITTED = (*REPORTED, (ADA, ScenarioCommitted(1, 1)))
ASKED = ((CLEO, TakeoverAsked(CLEO, 14)),)
ADVENTURE = ((ADA, AdventureBegun(1, "The Well", "victory-points", 0, 0, "cd" * 32, 1, "ab" * 32)),)
ROSTER = RosterChanged(1, 0, "Named", RosterEdit(name="Ashes"))
ENTERED = DiceRolled(1, (RollRecord(2, "m1", "elimination", (3,), "entered"),))
CHANGED = 14

Right = tuple[tuple[Act, ...], CampaignEvent, set[int | None]]
RIGHTS: tuple[Right, ...] = (
    ((), CampaignDescribed("Spring", ""), ORGANIZERS),
    ((), SettingsChanged(CampaignSettings()), ORGANIZERS),
    ((), SeedCommitted(2, "cd" * 32), {MUSTER}),
    ((), SeedRevealed(1, "cd" * 32), {ADA}),
    ((), CampaignArchived(archived=True), ORGANIZERS),
    ((), CampaignClosed(), {ADA}),
    ((), ParticipantJoined(EVE, "player"), {EVE}),
    ((), ParticipantJoined(FAY, "player"), {FAY, *ORGANIZERS}),
    ((), ParticipantJoined(FAY, "organizer"), set()),
    ((), ParticipantClaimed(BOB), {BOB}),
    ((), ParticipantLeft(BOB), {BOB}),
    ((), ParticipantLeft(ADA), set()),
    (((ADA, ParticipantRemoved(BOB)),), ParticipantLeft(BOB), ORGANIZERS),
    ((), ParticipantRemoved(BOB), ORGANIZERS),
    ((), ParticipantRemoved(CLEO), {ADA}),
    ((), ParticipantRemoved(ADA), set()),
    ((), RoleChanged(BOB, "co_organizer"), {ADA}),
    ((), RoleChanged(CLEO, "player"), {ADA, CLEO, MUSTER}),
    ((), RoleChanged(BOB, "organizer"), set()),
    ((), CampaignHandedOver(CLEO), {ADA, CLEO}),
    ((), CampaignHandedOver(BOB), {ADA}),
    ((), WarbandJoined(4, BOB, "More", 0, (SNIK,)), {BOB}),
    ((), WarbandJoined(1, BOB, "Again", 0, (SNIK,)), set()),
    ((), CareersAccepted(1, begin((SNIK,), BOOK)), ORGANIZERS),
    ((), WarbandLeft(1), {BOB, *ORGANIZERS}),
    (FIELDED, WarbandLeft(1), set()),
    ((), ROSTER, {BOB}),
    (FIELDED, ROSTER, set()),
    ((), RevisionTaken(1, 0, "m1", 2), {BOB, *ORGANIZERS}),
    ((), RevisionLeft(1, 0, "m1", 2), {BOB, *ORGANIZERS}),
    ((GONE,), RevisionLeft(1, 0, "m1", 2), set()),
    ((), OpenFeatChosen(1, 0, "m1", "s1", "fleet"), {BOB, *ORGANIZERS}),
    ((), MemberCorrected(1, 0, "m1", "level", "agreed", amount=1), ORGANIZERS),
    ((), AllowanceGiven(1, 0, 10, 1, 1, "late"), ORGANIZERS),
    (((ADA, AllowanceGiven(1, 0, 10, 1, 1, "late")),), AllowanceRolled(1, 0, "m1", 1, (1, 2, 3), "entered"),
     {BOB, *ORGANIZERS}),
    ((), PLANNED[0][1], ORGANIZERS),
    (COMMITTED, PLANNED[0][1], set()),
    (PLANNED, ScenarioOpened(1, SETTINGS), ORGANIZERS),
    ((), ScenarioOpened(1, SETTINGS), set()),
    (OPENED, ScenarioOpened(1, SETTINGS), set()),
    (OPENED, ScenarioOpened(1, SETTINGS, again=True), ORGANIZERS),
    (FIELDED, ScenarioOpened(1, SETTINGS, again=True), set()),
    (OPENED, WarbandFielded(1, 1, ("m1",), (), 9, ""), {BOB, *ORGANIZERS}),
    (OPENED, WarbandFielded(1, 1, ("m1",), (), 9, "agreed"), ORGANIZERS),
    (OPENED, WarbandFielded(1, 3, ("m1",), (), 9, ""), set()),
    (PLANNED, WarbandFielded(1, 1, ("m1",), (), 9, ""), set()),
    (ROLLED, WarbandFielded(1, 2, ("m2",), (), 9, ""), ORGANIZERS),
    (FIELDED, WarbandWithdrawn(1, 1), {BOB, *ORGANIZERS}),
    (OPENED, WarbandWithdrawn(1, 1), set()),
    (ROLLED, WarbandWithdrawn(1, 2), ORGANIZERS),
    (OPENED, ScenarioCanceled(1, "rain"), ORGANIZERS),
    (COMMITTED, ScenarioCanceled(1, "rain"), set()),
    (FIELDED, ScenarioReported(1, ELIMINATED), {BOB, DAN, *ORGANIZERS}),
    (ROLLED, ScenarioReported(1, ScenarioReport()), ORGANIZERS),
    (COMMITTED, ScenarioReported(1, ELIMINATED), set()),
    (FIELDED, ENTERED, set()),
    (REPORTED, ENTERED, {DAN, *ORGANIZERS}),
    (REPORTED, replace(ENTERED, rolls=(*ENTERED.rolls, replace(ENTERED.rolls[0], warband=1))), ORGANIZERS),
    (REPORTED, replace(ENTERED, rolls=(replace(ENTERED.rolls[0], warband=3),)), set()),
    (ROLLED, ENTERED, set()),
    (REPORTED, FeatChosen(1, 2, "m1", "fleet", None), {DAN, *ORGANIZERS}),
    (FIELDED, FeatChosen(1, 2, "m1", "fleet", None), set()),
    (FIELDED, SpendingRecorded(1, 2, "m1", SpendingRecord(hero_points=1)), {DAN, *ORGANIZERS}),
    (COMMITTED, SpendingRecorded(1, 2, "m1", SpendingRecord(hero_points=1)), set()),
    (REPORTED, ScenarioCommitted(1, 1), ORGANIZERS),
    (REPORTED, ScenarioCommitted(1, 2), set()),
    (REPORTED, ScenarioCommitted(1, 1, "silence"), set()),
    (FIELDED, ScenarioCommitted(1, 1), set()),
    (COMMITTED, ScenarioCommitted(1, 1), set()),
    (REPORTED, ReportConfirmed(1, REPORT, BOB), {BOB}),
    (REPORTED, ReportConfirmed(1, REPORT, ADA), set()),
    (REPORTED, ReportConfirmed(1, REPORT - 1, BOB), set()),
    (REPORTED, ReportDisputed(1, REPORT, DAN), {DAN}),
    (DISPUTED, DisputeSettled(1, REPORT, "counted"), ORGANIZERS),
    (REPORTED, DisputeSettled(1, REPORT, "counted"), set()),
    (OPENED, GameForfeited(1, (1,), ""), ORGANIZERS),
    (OPENED, GameForfeited(1, (3,), ""), set()),
    (COMMITTED, GameForfeited(1, (1,), ""), set()),
    ((*OPENED, GONE), GameForfeited(1, (1,), ""), ORGANIZERS),
    ((), RoundPlanned(1, RoundPlan()), ORGANIZERS),
    ((), ByeGiven(1, 1), ORGANIZERS),
    ((), LeagueRulesSet(LeagueRules(), ""), ORGANIZERS),
    ((), DivisionsSet(()), ORGANIZERS),
    ((GONE,), DivisionsSet((LeagueDivision("A", (1, 2, 3)),)), ORGANIZERS),
    ((), DivisionsSet((LeagueDivision("A", (1, 2, 9)),)), set()),
    ((), PlayoffsDrawn((1, 2), "higher seed", third_place=False), ORGANIZERS),
    ((), PlayoffRoundBegun(1, "final"), ORGANIZERS),
    ((), PlayoffDecided("final", 1, 1, "snow"), ORGANIZERS),
    ((), SeasonFinished((), ()), ORGANIZERS),
    ((), ADVENTURE[0][1], ORGANIZERS),
    (ADVENTURE, AdventurePrepared(1, "The Pit", "ce" * 32), ORGANIZERS),
    (ADVENTURE, AdventureRecorded(1, 1, "ef" * 32), {ADA, BOB, CLEO, DAN}),
    (ADVENTURE, AdventureSeeded(1, 2, "ba" * 32), {MUSTER}),
    (ADVENTURE, AdventureFinished(1), ORGANIZERS),
    (ADVENTURE, AdventureRemoved(1), {*ORGANIZERS, MUSTER}),
    ((), TakeoverDaysSet(30), {ADA}),
    ((), TakeoverAsked(CLEO, 14), {CLEO}),
    (ASKED, TakeoverWithdrawn(CLEO), {CLEO}),
    (ASKED, OrganizerPresent(), {ADA}),
    (ASKED, CampaignTakenOver(CLEO, CHANGED), {CLEO}),
    (((BOB, ROSTER),), EntryVoided(CHANGED, "mistyped"), {BOB, *ORGANIZERS}),
    (((ADA, MemberCorrected(1, 0, "m1", "level", "agreed", amount=1)),), EntryVoided(CHANGED, "no"), ORGANIZERS),
    (((BOB, ROSTER), (BOB, EntryVoided(CHANGED, "Undone"))), EntryVoided(CHANGED, "Undone"), set()),
    (((BOB, ROSTER), (BOB, EntryVoided(CHANGED, "Undone"))), EntryVoided(CHANGED + 1, "Redone"), {BOB, *ORGANIZERS}),
    ((), EntryVoided(4, "never joined"), set()),
    ((), EntryVoided(99, "not there"), set()),
    (REPORTED, EntryCorrected(REPORT, ScenarioReported(1, ScenarioReport()), "recounted"), ORGANIZERS),
    (REPORTED, EntryCorrected(REPORT, ScenarioCommitted(1, 1), "recounted"), set()),
    (REPORTED, EntryCorrected(REPORT, ScenarioReported(2, ScenarioReport()), "recounted"), set()),
    (ROLLED, EntryCorrected(REPORT + 1, ENTERED, "typo"), ORGANIZERS),
    (ROLLED, EntryCorrected(REPORT + 1, DiceRolled(1, (replace(FELL, faces=(6,)),)), "typo"), set()),
)  # fmt: skip


@every_row(("before", "event", "allowed"), RIGHTS, ids=lambda row: row.kind if hasattr(row, "kind") else "")
def test_an_event_is_for_those_who_may(before: tuple[Act, ...], event: CampaignEvent, allowed: set[int | None]):
    book = begun()
    book.add(*before)
    assert book.fault is None
    assert {who for who in EVERYONE if book.takes((who, event))} == allowed


def test_every_kind_of_event_has_a_row_and_statuses_that_are_there():
    rows = {event.kind for _, event, _ in RIGHTS} | {CampaignCreated.kind}
    assert rows == CampaignEvent.by_kind.keys()
    for event in CampaignEvent.by_kind.values():
        assert {*event.right.when} <= {*get_args(ScenarioStatus)}


def test_a_journal_begins_with_its_creation_and_its_organizer():
    book = begun()
    assert not book.takes((ADA, CampaignCreated("Again", "", SETTINGS)))
    strange = Book()
    strange.add((MUSTER, CampaignCreated("The Long Winter", "", SETTINGS)))
    assert strange.fault == (1, "Only the person concerned can begin a campaign.")


@every_row("event", [event for _, event, _ in RIGHTS], ids=lambda event: event.kind)
def test_a_closed_campaign_takes_nothing_and_an_archived_one_what_its_right_says(event: CampaignEvent):
    closed = begun()
    closed.add((ADA, CampaignClosed()))
    assert not any(closed.takes((who, event)) for who in EVERYONE)
    archived = begun()
    archived.add((ADA, CampaignArchived(archived=True)))
    assert event.right.in_archive or not any(archived.takes((who, event)) for who in EVERYONE)


def test_rights_are_those_at_the_entry():
    book = begun()
    book.add((CLEO, CampaignDescribed("Spring", "")), (ADA, RoleChanged(CLEO, "player")))
    assert book.fault is None
    assert not book.takes((CLEO, CampaignDescribed("Summer", "")))
    book.add((ADA, CampaignHandedOver(BOB)))
    assert book.takes((BOB, TakeoverDaysSet(20)))
    assert not book.takes((ADA, TakeoverDaysSet(20)))
    assert book.takes((ADA, CampaignDescribed("Summer", "")))


def test_rights_return_with_a_voided_takeover():
    book = begun()
    taken = book.add(*ASKED) + 1
    book.add((CLEO, CampaignTakenOver(CLEO, taken - 1)), at="2026-04-01T19:30:00.000000Z")
    assert not book.takes((ADA, TakeoverDaysSet(20)))
    void = book.add((ADA, EntryVoided(taken, "She is back.")), at="2026-04-01T19:30:00.000000Z")
    assert book.takes((ADA, TakeoverDaysSet(20)))
    assert not book.takes((CLEO, TakeoverDaysSet(20)))
    assert not book.takes((ADA, EntryVoided(void, "No, she is not.")))


def test_a_scenario_that_was_voided_is_played_anew_under_its_number():
    book = begun()
    commit = book.add(*COMMITTED)
    book.add((ADA, EntryVoided(commit, "wrong cards")))
    assert book.takes((DAN, ScenarioReported(1, ELIMINATED)))
    assert not book.takes((ADA, ScenarioCommitted(1, 2)))
    again = book.add((ADA, ScenarioCommitted(1, 1)))
    assert book.fault is None
    book.add((ADA, EntryVoided(again, "once more")))
    assert not book.takes((ADA, EntryVoided(commit, "it was undone")))


def test_entries_about_a_scenario_are_not_undone_without_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bounds, "MAX_REVISIONS", 3)
    book = begun()
    last = book.add(*COMMITTED)
    for _ in range(3):
        last = book.add((ADA, EntryVoided(last, "again")))
    assert book.fault is None
    assert not book.takes((ADA, EntryVoided(last, "again")))
    assert book.takes((ADA, EntryCorrected(REPORT, ScenarioReported(1, ScenarioReport()), "typed wrongly")))


def test_a_person_does_not_write_about_a_scenario_without_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bounds, "MAX_WRITTEN", 5)
    book, report = begun(), ScenarioReported(1, ELIMINATED)
    book.add(*REPORTED)
    taken = 0
    while taken < 10 and book.takes((ADA, report)):
        book.add((ADA, report))
        taken += 1
    assert 0 < taken < 5
    assert book.takes((CLEO, report)), "the bound is each person's own"


@pytest.mark.parametrize("in_order", [True, False])
def test_times_that_run_backward_are_a_fault_only_of_a_journal_in_order(in_order: bool):
    book = begun(in_order=in_order)
    book.add((ADA, CampaignDescribed("Spring", "")), at="2026-03-01T19:29:59.999999Z")
    said = [(14, "This entry is dated before entry 13, which it follows.")]
    assert list(backward_times(book.lines)) == said
    assert book.fault == (said[0] if in_order else None)


def test_a_silence_of_enough_days_is_a_ground():
    book = begun()
    book.add(*REPORTED)
    assert not book.takes((ADA, ScenarioCommitted(1, 1, "silence")))
    book.add((ADA, ScenarioCommitted(1, 1, "silence")), at="2026-03-04T19:30:00.000000Z")
    assert book.fault is None


def test_what_an_undone_entry_leaves_stands_again_with_the_void_of_its_void():
    book = begun()
    book.add((BOB, ROSTER))
    for number in range(CHANGED, CHANGED + 5):
        assert not any(book.takes((BOB, EntryVoided(earlier, "no"))) for earlier in range(number - 1, CHANGED - 1, -2))
        book.add((BOB, EntryVoided(number, "again")))
    assert book.fault is None

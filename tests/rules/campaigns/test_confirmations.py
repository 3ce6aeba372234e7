"""Who confirms a report, and on what ground a scenario may be applied."""

import pytest

from rules.campaigns.confirmations import (
    CONFIRMED,
    DISPUTED,
    SETTLED,
    Confirmation,
    ReportAnswer,
    asked_players,
    confirmation_of,
)
from rules.campaigns.events import event_document
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import GameForfeited
from rules.campaigns.events.scenarios import (
    DisputeSettled,
    ReportConfirmed,
    ReportDisputed,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    WarbandFielded,
)
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.scenarios import ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.campaigns.state.scenarios import COMMITTED, OPEN, VOIDED, ScenarioState, fold_scenario
from rules.errors import ChangeRefused
from tests.rows import every_row

ADA, BOB, CLEO = 1, 2, 3
YES = ReportAnswer(CONFIRMED, 20, 10)
NO = ReportAnswer(DISPUTED, 20, 10)
STANDS = ReportAnswer(SETTLED, 21, 10, "recounted")


@every_row(
    ("players", "reporter", "asked"),
    [
        pytest.param([ADA, BOB], ADA, (BOB,), id="the other player"),
        pytest.param([ADA, BOB], CLEO, (ADA, BOB), id="an organizer reported"),
        pytest.param([ADA, BOB], None, (ADA, BOB), id="the site reported"),
        pytest.param([ADA, BOB, CLEO], BOB, (ADA, CLEO), id="three players"),
        pytest.param([ADA], ADA, (), id="alone"),
        pytest.param([ADA], CLEO, (), id="alone, and an organizer reported"),
        pytest.param([ADA, ADA], CLEO, (), id="one player of both warbands"),
        pytest.param([ADA, ADA, BOB], BOB, (ADA,), id="two warbands of one player"),
    ],
)
def test_every_other_player_is_asked(players, reporter, asked):
    assert asked_players(players, reporter) == asked


@every_row(
    ("answers", "has_run_out", "expected"),
    [
        pytest.param({}, False, Confirmation(waiting=(ADA, BOB)), id="silent"),
        pytest.param({}, True, Confirmation(waiting=(ADA, BOB), ground="silence"), id="silent for too long"),
        pytest.param({ADA: YES}, False, Confirmation((ADA,), waiting=(BOB,)), id="one of two"),
        pytest.param({ADA: YES}, True, Confirmation((ADA,), waiting=(BOB,), ground="silence"), id="one, and silence"),
        pytest.param({ADA: YES, BOB: YES}, False, Confirmation((ADA, BOB), ground="confirmed"), id="all"),
        pytest.param({ADA: YES, BOB: NO}, True, Confirmation((ADA,), disputing=(BOB,)), id="a dispute stops it"),
        pytest.param(
            {ADA: YES, BOB: STANDS},
            False,
            Confirmation((ADA,), (BOB,), ground="organizer", reason="recounted"),
            id="settled",
        ),
        pytest.param({BOB: STANDS}, False, Confirmation((), (BOB,), (ADA,)), id="settled, and one is silent"),
        pytest.param(
            {BOB: STANDS}, True, Confirmation((), (BOB,), (ADA,), ground="silence"), id="settled, silent for too long"
        ),
        pytest.param(
            {ADA: ReportAnswer(CONFIRMED, 8, 7), BOB: ReportAnswer(SETTLED, 9, 7)},
            False,
            Confirmation(waiting=(ADA, BOB)),
            id="answers to an earlier report",
        ),
        pytest.param(
            {ADA: ReportAnswer(DISPUTED, 8, 7)},
            True,
            Confirmation(waiting=(BOB,), disputing=(ADA,)),
            id="a dispute of an earlier report stays",
        ),
        pytest.param({CLEO: NO}, True, Confirmation(waiting=(ADA, BOB), ground="silence"), id="not asked any more"),
    ],
)
def test_answers_give_a_ground_or_none(answers, has_run_out, expected):
    assert confirmation_of(answers, 10, (ADA, BOB), has_run_out=has_run_out) == expected
    assert expected.is_blocked == (expected.ground is None)


def test_where_no_one_is_asked_nothing_is_in_the_way():
    alone = confirmation_of({}, 10, (), has_run_out=False)
    assert (alone.ground, alone.is_blocked, alone.asked) == (None, False, ())


REPORT = ScenarioReport((SideScore(1, 7), SideScore(2, 3)))
FOUGHT = (
    ScenarioPlanned(1, ScenarioPlan(warbands=(1, 2))),
    ScenarioOpened(1, CampaignSettings(confirm_days=3)),
    WarbandFielded(1, 1, ("m1",), (), 9, ""),
    WarbandFielded(1, 2, ("m1",), (), 9, ""),
    ScenarioReported(1, REPORT),
)
"""The report is entry 5."""


def folded(*events) -> ScenarioState:
    return fold_scenario(1, [NumberedEvent(number, event) for number, event in enumerate((*FOUGHT, *events), start=1)])


@every_row(
    ("events", "version", "answers", "is_disputed"),
    [
        pytest.param((), 5, {}, False, id="reported"),
        pytest.param((ReportConfirmed(1, 5, BOB),), 5, {BOB: ReportAnswer(CONFIRMED, 6, 5)}, False, id="confirmed"),
        pytest.param((ReportConfirmed(1, 5, BOB), EntryVoided(6, "x")), 5, {}, False, id="a voided confirmation"),
        pytest.param((ReportDisputed(1, 5, BOB),), 5, {BOB: ReportAnswer(DISPUTED, 6, 5)}, True, id="disputed"),
        pytest.param(
            (ReportDisputed(1, 5, BOB), ReportConfirmed(1, 5, BOB)),
            5,
            {BOB: ReportAnswer(CONFIRMED, 7, 5)},
            False,
            id="who disputed confirms",
        ),
        pytest.param(
            (ReportConfirmed(1, 5, BOB), ScenarioReported(1, ScenarioReport())),
            7,
            {BOB: ReportAnswer(CONFIRMED, 6, 5)},
            False,
            id="a new report",
        ),
        pytest.param(
            (ReportConfirmed(1, 5, BOB), EntryCorrected(5, ScenarioReported(1, ScenarioReport()), "x")),
            7,
            {BOB: ReportAnswer(CONFIRMED, 6, 5)},
            False,
            id="a corrected report",
        ),
        pytest.param(
            (EntryCorrected(5, ScenarioReported(1, ScenarioReport()), "x"), EntryVoided(6, "y")),
            7,
            {},
            False,
            id="an undone correction",
        ),
        pytest.param(
            (ReportDisputed(1, 5, BOB), ReportDisputed(1, 5, CLEO), DisputeSettled(1, 5, "no")),
            5,
            {BOB: ReportAnswer(SETTLED, 8, 5, "no"), CLEO: ReportAnswer(SETTLED, 8, 5, "no")},
            False,
            id="settled",
        ),
        pytest.param(
            (ReportDisputed(1, 5, BOB), DisputeSettled(1, 5, "no"), EntryVoided(7, "x")),
            5,
            {BOB: ReportAnswer(DISPUTED, 6, 5)},
            True,
            id="an undone settlement",
        ),
        pytest.param(
            (ReportConfirmed(1, 5, BOB), GameForfeited(1, (2,), ""), EntryVoided(7, "x")), 0, {}, False, id="x"
        ),
    ],
)
def test_a_scenario_folds_its_answers(events, version, answers, is_disputed):
    state = folded(*events)
    assert (state.report_version, state.answers, state.is_disputed) == (version, answers, is_disputed)


def test_a_commit_names_its_ground_and_one_from_before_reads_as_it_was():
    commit = ScenarioCommitted(1, 1, "organizer", "bob is away")
    state = folded(commit)
    assert (state.status, state.ground, state.ground_reason) == (COMMITTED, "organizer", "bob is away")
    assert folded(commit, EntryVoided(6, "x")).status == VOIDED
    assert folded().status == OPEN
    before = {"format": "muster-event/1", "event": "scenario-committed", "scenario": 1, "played": 1}
    assert event_document(ScenarioCommitted(1, 1)) == before


def test_settings_without_confirming_are_written_as_before():
    assert "confirm_days" not in SETTINGS.write(CampaignSettings())
    assert SETTINGS.write(CampaignSettings(confirm_days=3))["confirm_days"] == 3
    for days in (0, 61):
        with pytest.raises(ChangeRefused, match="1 to 60 days"):
            CampaignSettings(confirm_days=days).check()

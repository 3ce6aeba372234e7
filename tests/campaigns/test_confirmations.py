"""Confirming and disputing the report of a scenario, and on what ground it is applied."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from campaigns.models import DisputeSentence
from campaigns.selectors.confirmations import dispute_sentences, scenario_confirmation
from campaigns.selectors.files import campaign_file
from campaigns.selectors.scenario_pages import scenario_view
from campaigns.services.aftermath import dice_roll_all, scenario_report
from campaigns.services.campaigns import campaign_settings_change
from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.services.corrections import ReportCorrection, entry_void, scenario_correct, scenario_void
from campaigns.services.files import campaign_import
from campaigns.services.scenarios import scenario_commit
from common.refusal import Refusal
from rules.campaigns.files import campaign_file_document, campaign_file_from_document
from rules.campaigns.scenarios import ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened, report, state_of
from tests.campaigns.verbs import Table
from tests.replays import replayed
from tests.rows import every_row

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

DAYS = 3


@pytest.fixture
@replayed
def reported(winter: Table) -> Table:
    """Scenario 1, of bob's first warband and dan's second one, is reported by bob, in a campaign with three days."""
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(confirm_days=DAYS))
    return fought(winter)


def fought(winter: Table) -> Table:
    rows = [enlist(winter, "bob", *BOARS), enlist(winter, "dan", *KOBOLDS)]
    scenario = opened(winter, *rows)
    for row in rows:
        field(winter, scenario, row)
    says(winter, "bob", 7, 2)
    dice_roll_all(**winter.asking("ada"), scenario=scenario)
    return winter


def says(table: Table, who: str, *points: int) -> int:
    """Let somebody report these victory points; return what the report is now."""
    scores = tuple(SideScore(number, score) for number, score in enumerate(points, start=1))
    scenario_report(**table.asking(who), scenario=1, report=ScenarioReport(scores))
    return version(table)


def version(table: Table) -> int:
    return state_of(table, 1).report_version


def confirm(table: Table, who: str, **fields: int) -> None:
    report_confirm(**table.asking(who), **{"scenario": 1, "report": version(table), **fields})


def dispute(table: Table, who: str, sentence: str = "It was 5 to 2.") -> int:
    return report_dispute(**table.asking(who), scenario=1, report=version(table), sentence=sentence).number


def settle(table: Table, who: str = "ada", reason: str = "Recounted") -> int:
    return dispute_settle(**table.asking(who), scenario=1, reason=reason).number


def commit(table: Table, reason: str = "") -> tuple[str | None, str]:
    """Apply the scenario; return the ground that its entry names."""
    scenario_commit(**table.asking("ada"), scenario=1, reason=reason)
    table.assert_sound()
    state = state_of(table, 1)
    return state.ground, state.ground_reason


def refused(code: str, act, *arguments, **fields) -> str:
    with pytest.raises(Refusal) as refusal:
        act(*arguments, **fields)
    assert refusal.value.code == code
    return refusal.value.message


def stand(table: Table, who: str = "ada"):
    """Return who confirmed, who is waited for and who disputes, by name."""
    view = table.view(who)
    assert view is not None
    scenario = scenario_view(view, 1)
    assert scenario is not None
    confirmation = scenario_confirmation(scenario)
    if confirmation is None:
        return None
    state = confirmation.state
    return tuple(confirmation.names(numbers) for numbers in (state.confirmed, state.waiting, state.disputing))


def test_a_small_campaign_asks_no_one_and_stores_what_it_stored(winter: Table):
    fought(winter)
    assert stand(winter) is None
    assert "needs no confirmation" in refused("report.state", confirm, winter, "dan")
    assert commit(winter) == (None, "")
    assert winter.entries[-1].event == {
        "format": "muster-event/1",
        "event": "scenario-committed",
        "scenario": 1,
        "played": 1,
    }
    assert not any("confirm_days" in str(entry.event) for entry in winter.entries)


def test_the_other_player_confirms_and_the_commit_says_so(reported: Table):
    assert stand(reported) == ("", "dan", "")
    message = refused("report.state", commit, reported)
    assert message == "dan has not confirmed the result yet. To apply it now, give a reason."
    confirm(reported, "dan")
    confirm(reported, "dan")
    assert reported.kinds.count("report-confirmed") == 1
    assert stand(reported) == ("dan", "", "")
    assert commit(reported) == ("confirmed", "")


@every_row("who", ["bob", "ada", "cleo"])
def test_the_reporter_and_those_who_did_not_fight_are_not_asked(who: str, reported: Table):
    refused("report.forbidden", confirm, reported, who)


def test_strangers_read_that_there_is_no_such_campaign(reported: Table):
    refused("campaign.gone", confirm, reported, "eve")


def test_a_new_report_ends_confirmations(reported: Table):
    confirm(reported, "dan")
    seen = version(reported)
    says(reported, "dan", 4, 3)
    assert stand(reported) == ("", "bob", "")
    assert "changed meanwhile" in refused("report.changed", confirm, reported, "bob", report=seen)
    confirm(reported, "bob")
    assert commit(reported) == ("confirmed", "")


def test_a_correction_of_the_report_ends_confirmations_too(reported: Table):
    confirm(reported, "dan")
    correction = ReportCorrection(ScenarioReport((SideScore(1, 3), SideScore(2, 2))))
    entry = scenario_correct(**reported.asking("ada"), scenario=1, correction=correction, reason="mistyped")
    assert stand(reported) == ("", "bob and dan", "")
    confirm(reported, "dan", report=entry.number)
    confirm(reported, "bob", report=entry.number)
    entry_void(**reported.asking("ada"), number=entry.number, reason="it was right")
    assert stand(reported) == ("", "bob and dan", "")


def test_silence_counts_after_the_days(reported: Table):
    with time_machine.travel(timezone.now() + timedelta(days=DAYS, minutes=-5)):
        refused("report.state", commit, reported)
    with time_machine.travel(timezone.now() + timedelta(days=DAYS, minutes=5)):
        assert stand(reported) == ("", "dan", "")
        assert commit(reported) == ("silence", "")


def test_an_organizer_who_does_not_wait_gives_a_reason(reported: Table):
    assert commit(reported, reason="dan is on holiday") == ("organizer", "dan is on holiday")


def test_a_reason_that_is_not_needed_is_not_written(reported: Table):
    confirm(reported, "dan")
    assert commit(reported, reason="just so") == ("confirmed", "")


def test_a_dispute_stops_the_commit_until_an_organizer_settles_it(reported: Table):
    dispute(reported, "dan")
    assert stand(reported) == ("", "", "dan")
    with time_machine.travel(timezone.now() + timedelta(days=2 * DAYS)):
        message = refused("report.state", commit, reported, reason="I say so")
    assert message == "dan disputes the result. Settle the dispute first."
    refused("campaign.forbidden", settle, reported, "dan")
    refused("reason.invalid", settle, reported, reason=" ")
    settle(reported, "cleo")
    refused("report.state", settle, reported)
    assert commit(reported) == ("organizer", "Recounted")


def test_who_disputes_may_confirm_after_all(reported: Table):
    dispute(reported, "dan")
    confirm(reported, "dan")
    assert commit(reported) == ("confirmed", "")


def test_a_report_by_the_other_player_leaves_the_dispute_and_one_by_who_disputes_ends_it(reported: Table):
    dispute(reported, "dan")
    says(reported, "bob", 6, 2)
    assert stand(reported) == ("", "", "dan")
    says(reported, "dan", 5, 2)
    assert stand(reported) == ("", "bob", "")


def test_an_organizer_who_reports_settles_disputes(reported: Table):
    dispute(reported, "dan")
    says(reported, "ada", 5, 2)
    assert reported.kinds[-2:] == ["scenario-reported", "dispute-settled"]
    assert stand(reported) == ("", "bob", "")
    confirm(reported, "bob")
    assert commit(reported) == ("organizer", "")


def test_the_sentence_of_a_dispute_is_for_those_who_fought_and_organizers_and_not_in_the_journal(reported: Table):
    dispute(reported, "dan", "Bob’s boar was down.")
    said = {}
    for who in ("ada", "bob", "cleo", "dan"):
        view = reported.view(who)
        assert view is not None
        scenario = scenario_view(view, 1)
        assert scenario is not None
        confirmation = scenario_confirmation(scenario)
        assert confirmation is not None
        said[who] = dispute_sentences(scenario, confirmation)
    assert list(said) == ["ada", "bob", "cleo", "dan"]
    assert all(sentences == {reported.number("dan"): "Bob’s boar was down."} for sentences in said.values())
    assert not any("boar was down" in str(entry.event) for entry in reported.entries)
    assert "boar was down" not in json.dumps(campaign_file_document(campaign_file(reported.campaign)))


def test_a_dispute_needs_a_sentence(reported: Table):
    refused("text.invalid", dispute, reported, "dan", " ")
    assert not state_of(reported, 1).is_disputed


def test_the_sentence_goes_with_the_account(reported: Table):
    dispute(reported, "dan")
    user = reported.people["dan"].owner.user
    assert user is not None
    user.delete()
    assert not DisputeSentence.objects.exists()
    assert state_of(reported, 1).is_disputed
    # Who is gone is not asked any more.
    assert commit(reported) == (None, "")


def test_who_plays_alone_against_the_game_needs_no_one(winter: Table):
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(confirm_days=DAYS))
    row = enlist(winter, "bob", *BOARS)
    scenario = opened(winter, row)
    field(winter, scenario, row)
    report(winter, scenario, {row: 3})
    dice_roll_all(**winter.asking("ada"), scenario=scenario)
    assert commit(winter) == (None, "")


def test_answers_can_be_undone_unless_a_commit_rests_on_them(reported: Table):
    confirm(reported, "dan")
    confirmed = reported.entries[-1].number
    entry_void(**reported.asking("ada"), number=confirmed, reason="by mistake")
    assert stand(reported) == ("", "dan", "")
    confirm(reported, "dan")
    confirmed = reported.entries[-1].number
    commit(reported)
    message = refused("entry.state", entry_void, **reported.asking("ada"), number=confirmed, reason="x")
    assert message == "This scenario is applied. Undo the scenario first."
    scenario_void(**reported.asking("ada"), scenario=1, reason="wrong dice")
    assert stand(reported) == ("dan", "", "")
    entry_void(**reported.asking("ada"), number=confirmed, reason="x")
    reported.assert_sound()


def test_answers_travel_in_files(reported: Table):
    dispute(reported, "dan")
    settle(reported)
    assert commit(reported) == ("organizer", "Recounted")
    before = state_of(reported, 1)
    file = campaign_file_from_document(campaign_file_document(campaign_file(reported.campaign)))
    reported.key = campaign_import(file=file).key
    assert state_of(reported, 1) == before
    reported.assert_sound()

"""Reports that programs confirm, dispute and settle."""

import pytest

from campaigns.services.aftermath import dice_roll_all, scenario_report
from rules.campaigns.scenarios import ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened, state_of
from tests.campaigns.verbs import Table
from tests.programs import error_of, told

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def reported(winter: Table) -> int:
    """Return the entry of bob's report of scenario 1, which dan has three days to confirm."""
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(confirm_days=3))
    rows = [enlist(winter, "bob", *BOARS), enlist(winter, "dan", *KOBOLDS)]
    opened(winter, *rows)
    for row in rows:
        field(winter, 1, row)
    report = ScenarioReport((SideScore(1, 7), SideScore(2, 2)))
    scenario_report(**winter.asking("bob"), scenario=1, report=report)
    dice_roll_all(**winter.asking("ada"), scenario=1)
    return state_of(winter, 1).report_version


def test_a_report_is_disputed_settled_and_applied_by_programs(winter: Table, programs: Programs, reported: int):
    ada, dan = programs["ada"], programs["dan"]
    number = winter.number("dan")
    waiting = told(dan.get(place(winter, "scenarios/1/")))["confirmation"]
    assert (waiting["report"], waiting["waiting"], waiting["ground"]) == (reported, [number], None)
    refused = ada.post(place(winter, "scenarios/1/commit/"))
    assert error_of(refused) == (409, "report.state")
    answer = {"report": reported, "sentence": "It was 5 to 2."}
    disputed = told(dan.post(place(winter, "scenarios/1/dispute/"), answer))["confirmation"]
    assert disputed["disputes"] == [{"person": number, "sentence": "It was 5 to 2."}]
    tasks = told(ada.get(place(winter, "tasks/")))["tasks"]
    assert [task["kind"] for task in tasks if task["scenario"] == 1] == ["settle"]
    settled = told(ada.post(place(winter, "scenarios/1/settlement/"), {"reason": "Recounted"}))["confirmation"]
    assert (settled["settled"], settled["disputes"], settled["ground"]) == ([number], [], "organizer")
    applied = told(ada.post(place(winter, "scenarios/1/commit/")))
    assert (applied["status"], applied["ground"], applied["confirmation"]) == ("committed", "organizer", None)


def test_a_report_is_confirmed_by_a_program_of_the_other_player(winter: Table, programs: Programs, reported: int):
    address = place(winter, "scenarios/1/confirmation/")
    assert error_of(programs["bob"].post(address, {"report": reported})) == (403, "report.forbidden")
    assert error_of(programs["dan"].post(address, {"report": 1})) == (412, "report.changed")
    assert told(programs["dan"].post(address, {"report": reported}))["confirmation"]["ground"] == "confirmed"


def test_an_organizer_does_not_wait_but_gives_a_reason(winter: Table, programs: Programs, reported: int):
    applied = programs["ada"].post(place(winter, "scenarios/1/commit/"), {"reason": "dan is away"})
    assert told(applied)["ground"] == "organizer"
    assert winter.entries[-1].event["reason"] == "dan is away"

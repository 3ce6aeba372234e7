"""Players who mean no good: they dodge dice, use up what is limited, lock others in, send what breaks pages."""

from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client

from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.files import campaign_file
from campaigns.services import people
from campaigns.services import warbands as services
from campaigns.services.aftermath import dice_roll_all, scenario_report, spending_record
from campaigns.services.campaigns import campaign_archive, campaign_close, campaign_create
from campaigns.services.files import CampaignFileRefused, campaign_import
from campaigns.services.people import claim_renew, participant_remove, placeholder_add
from campaigns.services.scenarios import scenario_cancel, scenario_commit, warband_field, warband_withdraw
from campaigns.services.warbands import warband_join, warband_leave
from common.refusal import Refusal
from rules.campaigns import bounds
from rules.campaigns.files import campaign_file_document, campaign_file_from_document
from rules.campaigns.journal import entry_hash
from rules.campaigns.scenarios import Elimination, ScenarioReport, SideScore, SpendingRecord
from tests.campaigns.files import remove_campaigns
from tests.campaigns.play import KOBOLDS, enlist, field, opened, report
from tests.campaigns.verbs import Table
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
@replayed
def fought(winter: Table, boars: CampaignWarband) -> int:
    """Return the open scenario in which Bob's boar was eliminated."""
    scenario = opened(winter, enlist(winter, "ada", *KOBOLDS), boars)
    for row in winter.campaign.warbands.all():
        field(winter, scenario, row)
    report(winter, scenario, {boars: 2}, (boars, "m1"))
    return scenario


def test_a_player_does_not_dodge_what_the_server_rolled(winter: Table, boars: CampaignWarband, fought: int):
    asked = {**winter.asking("bob"), "scenario": fought}
    dice_roll_all(**asked, warband=boars.number)
    before = winter.campaign.head
    with pytest.raises(Refusal, match="Only an organizer can take out a member"):
        warband_field(**asked, warband=boars.number, members=("m2",))
    with pytest.raises(Refusal, match="Only an organizer can withdraw"):
        warband_withdraw(**asked, warband=boars.number)
    with pytest.raises(Refusal, match="Only an organizer can change whether"):
        scenario_report(**asked, report=ScenarioReport((SideScore(boars.number, 2),)))
    assert winter.campaign.head == before
    both = ScenarioReport((SideScore(boars.number, 3),), (Elimination(boars.number, "m1"),))
    scenario_report(**asked, report=both)
    warband_withdraw(**{**asked, **winter.asking("cleo")}, warband=boars.number)
    winter.assert_sound()


def test_an_event_that_could_not_be_read_again_is_not_written(winter: Table, boars: CampaignWarband, fought: int):
    impossible = ScenarioReport((SideScore(boars.number, 5_000),))
    with pytest.raises(Refusal, match="cannot store this"):
        scenario_report(**winter.asking("bob"), scenario=fought, report=impossible)
    assert winter.people["bob"].client.get(f"/campaigns/{winter.key}/journal/").status_code == 200
    winter.assert_sound()


def test_joining_and_leaving_uses_up_nobody_elses_places(
    winter: Table, boars: CampaignWarband, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(services, "MAX_WARBANDS", 2)
    monkeypatch.setattr(services, "MAX_JOINED", 3)
    key, number = boars.warband.key, boars.number
    for _ in range(2):
        warband_leave(**winter.asking("bob"), number=number)
        number = warband_join(**winter.asking("bob"), warband_key=key).number
    warband_leave(**winter.asking("bob"), number=number)
    with pytest.raises(Refusal, match="3 times"):
        warband_join(**winter.asking("bob"), warband_key=key)
    enlist(winter, "dan", *KOBOLDS)
    enlist(winter, "ada", *KOBOLDS)
    with pytest.raises(Refusal, match="at most 2 warbands"):
        enlist(winter, "cleo", *KOBOLDS)


def test_the_same_report_and_spending_again_write_nothing(winter: Table, boars: CampaignWarband, fought: int):
    same = ScenarioReport((SideScore(boars.number, 5),))
    spent: dict[str, Any] = {"scenario": fought, "warband": boars.number, "member": "m1"}
    for _ in range(3):
        scenario_report(**winter.asking("bob"), scenario=fought, report=same)
        spending_record(**winter.asking("bob"), **spent, spending=SpendingRecord(hero_points=1))
        field(winter, fought, boars)
    assert winter.kinds[-2:] == ["scenario-reported", "spending-recorded"]
    winter.assert_sound()


def test_one_person_cannot_write_about_a_scenario_without_end(
    winter: Table, boars: CampaignWarband, fought: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bounds, "MAX_WRITTEN", 5)
    start = winter.campaign.head
    for points in range(5):
        report = ScenarioReport((SideScore(boars.number, points),))
        scenario_report(**winter.asking("bob"), scenario=fought, report=report)
    with pytest.raises(Refusal, match="5 entries about this scenario, the most for one person"):
        scenario_report(**winter.asking("bob"), scenario=fought, report=ScenarioReport())
    with pytest.raises(Refusal, match="the most for one person"):
        warband_withdraw(**winter.asking("bob"), scenario=fought, warband=boars.number)
    assert winter.campaign.head == start + 5
    # Others go on, and organizers always can commit or cancel.
    dice_roll_all(**winter.asking("cleo"), scenario=fought)
    scenario_commit(**winter.asking("cleo"), scenario=fought)
    winter.assert_sound()


def test_a_page_says_that_somebody_has_written_too_much(
    winter: Table, boars: CampaignWarband, fought: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bounds, "MAX_WRITTEN", 0)
    address = f"/campaigns/{winter.key}/scenarios/{fought}/field/{boars.number}/"
    answer = winter.people["bob"].client.post(address, {"member": "m1"})
    assert answer.status_code == 422
    assert "the most for one person" in answer.content.decode()


def test_removed_places_and_closed_campaigns_use_up_no_limit(winter: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(people, "MAX_PARTICIPANTS", 5)
    for _ in range(3):
        place = placeholder_add(**winter.asking("ada"), name="Tom")
        with pytest.raises(Refusal, match="at most 5 people"):
            placeholder_add(**winter.asking("ada"), name="Tim")
        participant_remove(**winter.asking("ada"), number=place.number)
    monkeypatch.setitem(site_settings.QUOTAS, "campaigns", (1, 1))
    ada = winter.people["ada"].owner
    with pytest.raises(Refusal, match="the most that you can"):
        campaign_create(actor=ada, name="Another")
    campaign_close(**winter.asking("ada"))
    campaign_create(actor=ada, name="Another")


def test_no_one_is_locked_in_by_an_archive(winter: Table, fought: int):
    with pytest.raises(Refusal, match="are fielded in “The Old Mill”"):
        campaign_archive(**winter.asking("ada"), archived=True)
    scenario_cancel(**winter.asking("ada"), scenario=fought, reason="rain")
    campaign_archive(**winter.asking("ada"), archived=True)
    assert winter.campaign.phase == "archived"


@pytest.mark.parametrize("charset", ["utf-7", "hex", "utf-16", "unicode_escape"])
def test_a_form_in_another_charset_is_refused(winter: Table, charset: str):
    body = b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n+2AA-\r\n--x--\r\n'
    answer = Client().generic("POST", "/campaigns/join/", body, f"multipart/form-data; boundary=x; charset={charset}")
    assert answer.status_code == 415


@pytest.mark.parametrize("number", [9, 2**63])
def test_a_file_whose_scenario_names_an_impossible_warband_is_refused(winter: Table, fought: int, number: int):
    document = campaign_file_document(campaign_file(winter.campaign))
    previous = ""
    for line in document["journal"]:
        if line["event"]["event"] == "scenario-planned":
            line["event"]["plan"]["warbands"].append(number)
        line["previous"] = previous
        line["hash"] = previous = entry_hash(line["number"], line["at"], line["actor"], line["event"], previous)
    remove_campaigns()
    with pytest.raises(CampaignFileRefused) as refused:
        campaign_import(file=campaign_file_from_document(document))
    assert [fault.code for fault in refused.value.faults] == ["journal.impossible"]
    assert not Campaign.objects.exists()


def test_a_co_organizer_does_not_get_the_link_to_the_organizers_place(winter: Table):
    ada = winter.place("ada")
    ada.user, ada.name, ada.claim_token = None, "Ada", "secret-of-ada"
    ada.save()
    with pytest.raises(Refusal, match="Only the organizer can renew"):
        claim_renew(**winter.asking("cleo"), number=ada.number)
    answer = winter.people["cleo"].client.get(f"/campaigns/{winter.key}/people/")
    assert answer.status_code == 200
    assert "secret-of-ada" not in answer.content.decode()

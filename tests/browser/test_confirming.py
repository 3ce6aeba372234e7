"""A player confirms a result with one tap in the first screen of a phone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.services.aftermath import dice_roll_all, scenario_report
from campaigns.services.campaigns import campaign_settings_change
from rules.campaigns.scenarios import Elimination, ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened
from tests.campaigns.verbs import usual_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HEIGHT = 740


def test_a_result_is_confirmed_with_one_tap_in_the_first_screen(
    few_creatures, phone_page: Any, sign_in: Any, assert_accessible: Any, assert_no_sideways_scroll: Any
):
    table = usual_table()
    campaign_settings_change(**table.asking("ada"), settings=CampaignSettings(confirm_days=3))
    rows = [enlist(table, "bob", *BOARS), enlist(table, "dan", *KOBOLDS)]
    scenario = opened(table, *rows)
    for row in rows:
        field(table, scenario, row)
    report = ScenarioReport((SideScore(1, 7), SideScore(2, 2)), (Elimination(2, "m1", 1, "m1"),))
    scenario_report(**table.asking("bob"), scenario=scenario, report=report)
    dice_roll_all(**table.asking("ada"), scenario=scenario)

    sign_in(phone_page, table.people["dan"].owner.user)
    phone_page.goto(f"/campaigns/{table.key}/")
    phone_page.get_by_role("link", name="Check the result").click()
    button = phone_page.get_by_role("button", name="Confirm the result")
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box["y"] + box["height"] <= HEIGHT
    assert box["height"] >= 44
    assert_no_sideways_scroll(phone_page)
    assert_accessible(phone_page)
    button.click()
    expect(phone_page.get_by_text("You confirmed the result")).to_be_visible()
    expect(phone_page.get_by_text("Confirmed by dan.")).to_be_visible()

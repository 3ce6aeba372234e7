"""A report and an aftermath without a network: saved on the device, and by the site once it answers."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.screens import SCREENS, wait_for_truth
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened, report, state_of
from tests.campaigns.verbs import Table, usual_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
NOTHING_WAITS = "async () => (await muster.queue.all()).every((command) => command.refused)"


@pytest.fixture
def fielded() -> Table:
    """Bob's and dan's warbands are fielded in scenario 1."""
    table = usual_table()
    rows = [enlist(table, "bob", *BOARS), enlist(table, "dan", *KOBOLDS)]
    scenario = opened(table, *rows)
    for row in rows:
        field(table, scenario, row)
    return table


@pytest.fixture
def page(open_page, fielded, sign_in) -> Any:
    """Bob's phone, which may keep pages."""
    page = open_page(service_workers="allow", **SCREENS["360px"])
    page.goto("/first-game/")
    wait_for_truth(page, "() => navigator.serviceWorker.controller !== null")
    sign_in(page, fielded.people["bob"].owner.user)
    return page


def panel(page: Any) -> Any:
    return page.locator("#queue")


def test_a_report_waits_and_is_saved(page, fielded, assert_accessible, assert_no_sideways_scroll):
    page.goto(f"/campaigns/{fielded.key}/scenarios/1/report/")
    page.context.set_offline(True)
    page.get_by_label("More victory points").first.fill("4")
    page.get_by_role("button", name="Save and go to the aftermath").click()
    expect(page.locator(".saved-here")).to_contain_text("saved on this device")
    expect(panel(page)).to_contain_text("Only on this device: 1 change")
    panel(page).locator("summary").click()
    assert_no_sideways_scroll(page)
    assert_accessible(page)
    page.get_by_label("More victory points").first.fill("6")
    page.get_by_role("button", name="Save and go to the aftermath").click()
    expect(panel(page)).to_contain_text("Only on this device: 1 change")  # the later report replaces the earlier one
    page.context.set_offline(False)
    wait_for_truth(page, NOTHING_WAITS)
    assert state_of(fielded, 1).report.scores[0].victory_points == 6
    expect(page.locator(".saved-here")).to_contain_text("The site has saved what you entered.")


def test_a_report_that_came_too_late_is_refused_with_the_other_one(page, fielded):
    rows = fielded.campaign.warbands.order_by("number")
    page.goto(f"/campaigns/{fielded.key}/scenarios/1/report/")
    page.context.set_offline(True)
    page.get_by_label("More victory points").first.fill("4")
    page.get_by_role("button", name="Save and go to the aftermath").click()
    expect(panel(page)).to_contain_text("1 change")
    report(fielded, 1, {rows[0]: 1, rows[1]: 7})
    page.context.set_offline(False)
    expect(panel(page)).to_contain_text("The result was reported meanwhile, so yours was not saved.")
    expect(panel(page)).to_contain_text("ada reported: ")
    page.reload()
    panel(page).get_by_role("button", name="Do it again").click()
    expect(panel(page)).to_be_hidden()
    assert state_of(fielded, 1).report.scores[0].victory_points == 4


def test_entered_dice_wait_each_for_itself(page, fielded):
    rows = fielded.campaign.warbands.order_by("number")
    report(fielded, 1, {rows[0]: 0, rows[1]: 1}, (rows[0], "m1"))
    page.goto(f"/campaigns/{fielded.key}/scenarios/1/aftermath/")
    page.context.set_offline(True)
    page.locator(".dice-entry input").first.fill("3")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.locator(".saved-here")).to_contain_text("saved on this device")
    panel(page).locator("summary").click()
    expect(panel(page)).to_contain_text("Elimination")
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(f"/campaigns/{fielded.key}/scenarios/1/")
    wait_for_truth(page, NOTHING_WAITS)
    [recorded] = state_of(fielded, 1).rolls.values()
    assert recorded.roll.faces == (3,)


def test_with_a_network_forms_are_sent_as_ever(page, fielded):
    page.goto(f"/campaigns/{fielded.key}/scenarios/1/report/")
    page.get_by_label("More victory points").first.fill("4")
    page.get_by_role("button", name="Save and go to the aftermath").click()
    expect(page.get_by_text("The report is saved.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Aftermath")

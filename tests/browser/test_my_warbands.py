"""The list of one's warbands in a browser: its menus by mouse and keyboard, deleting and undoing, text for a chat."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.screens import wait_for_truth
from tests.rules.warbands import EXAMPLE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def mine(compendium, ada, ash_company, sign_in):
    """Return a function that signs a page in and opens the list."""

    def _mine(page):
        sign_in(page, ada)
        page.goto("/warbands/")
        return page

    return _mine


def menu(page, name):
    row = page.get_by_role("row", name=name)
    row.locator("summary").click()
    return row


def test_the_menu_of_a_warband_is_sound_at_both_widths(mine, either_page, assert_accessible, assert_no_sideways_scroll):
    page = mine(either_page)
    menu(page, "Ash Company")
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    page.get_by_label("Tags, separated by commas").fill("x" * 41)
    page.get_by_role("button", name="Save tags").click()
    expect(page.get_by_role("alert")).to_contain_text("at most 40 characters")
    assert_accessible(page)
    assert_no_sideways_scroll(page)


def test_deleting_archiving_and_their_lists_are_sound_at_both_widths(
    mine, either_page, assert_accessible, assert_no_sideways_scroll
):
    page = mine(either_page)
    menu(page, "Ash Company").get_by_role("button", name="Archive").click()
    expect(page.locator(".notices")).to_contain_text("is in the archive now")
    page.get_by_role("link", name="Archived").click()
    expect(page.get_by_role("row", name="Ash Company")).to_be_visible()
    assert_accessible(page)
    menu(page, "Ash Company").get_by_role("button", name="Delete").click()
    expect(page.locator(".undo")).to_contain_text("“Ash Company” is deleted.")
    assert_accessible(page)
    page.get_by_role("link", name="Recently deleted").click()
    expect(page.get_by_role("button", name="Restore Ash Company")).to_be_visible()
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    page.get_by_role("button", name="Restore Ash Company").click()
    expect(page.locator(".notices")).to_contain_text("is in the archive again")


def test_a_warband_is_copied_by_keyboard_alone(mine, wide_page):
    page = mine(wide_page)
    page.get_by_role("link", name="Ash Company").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for role, name in (("link", "Sheet"), ("link", "Share"), ("link", "Print"), ("button", "Copy")):
        page.keyboard.press("Tab")
        expect(page.get_by_role("main").get_by_role(role, name=name, exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ash Company (copy)")


def test_the_text_for_a_chat_goes_to_the_clipboard(mine, ash_company, open_page):
    page = mine(open_page(permissions=["clipboard-read", "clipboard-write"]))
    page.goto(f"/warbands/{ash_company.key}/chat/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.get_by_label("The text").input_value()
    wait_for_truth(page, "async text => await navigator.clipboard.readText() === text", arg=text)
    assert text.startswith("Ash Company\n")


def test_a_visitor_without_javascript_imports_deletes_undoes_and_signs_up(compendium, plain_page):
    page = plain_page
    page.goto("/warbands/")
    page.get_by_role("link", name="Import one").click()
    page.get_by_label("Or its text").fill(json.dumps(EXAMPLE | {"points_limit": -1}))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("In points_limit: Expected 0 or more")
    page.get_by_label("Or its text").fill(json.dumps(EXAMPLE))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator(".notices")).to_contain_text("“Ash Company” is imported and is legal.")

    page.goto("/warbands/")
    row = menu(page, "Ash Company")
    row.get_by_label("Tags, separated by commas").fill("Friday, kobolds")
    row.get_by_role("button", name="Save tags").click()
    page.get_by_role("link", name="friday").click()
    menu(page, "Ash Company").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Ash Company")).to_be_visible()

    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill("newcomer")
    page.get_by_label("Password", exact=True).fill("a long passphrase")
    page.get_by_label("Password (again)").fill("a long passphrase")
    page.locator("main").get_by_role("button", name="Sign Up").click()
    page.wait_for_url("**/warbands/?tag=friday")
    expect(page.get_by_role("link", name="Ash Company")).to_be_visible()
    expect(page.locator(".kept")).to_have_count(0)

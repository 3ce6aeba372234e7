"""Selecting creatures in their list and printing their cards: mouse, finger, keyboard, without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from compendium.web.lists import EntryList
from tests.browser.building import built_in, stock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEYS = ("kobold-warrior", "kobold-druid-1", "boar", "basilisk", "caldera-oni", "ballista", "harpy", "trog-stoneliege")


@pytest.fixture
def creatures(transactional_db):
    stock(built_in(*KEYS))


@pytest.fixture
def two_pages(creatures, monkeypatch):
    """Five creatures on a page of the list."""
    monkeypatch.setattr(EntryList, "paginate_by", 5)


def tray(page):
    return page.locator("#tray")


def box(page, name):
    return page.get_by_role("checkbox", name=re.compile(f"^Select {name}"))


def test_a_selection_lasts_over_pages_filters_and_visits_and_is_printed(two_pages, either_page, assert_accessible):
    page = either_page
    page.goto("/creatures/")
    box(page, "Boar").check()
    expect(tray(page)).to_contain_text("1 selected: Boar.")
    page.get_by_role("link", name="Next").click()
    box(page, "Trog Stoneliege").check()
    expect(tray(page)).to_contain_text("2 selected: Boar, Trog Stoneliege.")
    page.get_by_label("Search the creatures").fill("harpy")
    expect(page.locator(".rows tbody tr")).to_have_count(1)
    box(page, "Harpy").check()
    expect(tray(page)).to_contain_text("3 selected: Boar, Trog Stoneliege, Harpy.")
    assert_accessible(page)
    page.goto("/creatures/")
    expect(box(page, "Boar")).to_be_checked()
    page.get_by_role("button", name="Print cards").click()
    page.wait_for_url("**/print/creatures/")
    expect(page.get_by_role("img", name="Page 1 of 1")).to_contain_text("Trog Stoneliege")
    assert_accessible(page)


def test_selected_creatures_are_compared(creatures, either_page):
    either_page.goto("/creatures/")
    search = either_page.get_by_label("Search the creatures")
    for word in ("Boar", "Harpy"):
        search.fill(word)
        expect(either_page.locator(".rows tbody tr")).to_have_count(1)
        box(either_page, word).check()
        expect(tray(either_page)).to_contain_text(word)
    expect(tray(either_page)).to_contain_text("2 selected: Boar, Harpy.")
    either_page.get_by_role("button", name="Compare", exact=True).click()
    expect(either_page.locator(".compare-table .name-link")).to_have_text(["Boar", "Harpy"])


def test_a_creature_that_is_unticked_leaves_the_selection(creatures, wide_page):
    wide_page.goto("/creatures/")
    box(wide_page, "Boar").check()
    expect(tray(wide_page)).to_contain_text("1 selected: Boar.")
    box(wide_page, "Boar").uncheck()
    expect(tray(wide_page).locator("p")).to_have_count(0)


def test_a_page_or_all_found_are_selected_and_cleared_at_once(two_pages, either_page):
    page = either_page
    page.goto("/creatures/")
    page.get_by_role("button", name="Select all of this page").click()
    expect(tray(page)).to_contain_text("5 selected: Ballista, Basilisk, Boar and 2 more.")
    expect(tray(page)).to_contain_text("Compare up to 4")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".tick:checked")).to_have_count(0)
    page.get_by_label("Search the creatures").fill("kobold")
    page.get_by_role("button", name="Select all 2 found").click()
    expect(tray(page)).to_contain_text("2 selected: Kobold Druid 1, Kobold Warrior.")
    expect(page.locator(".tick:checked")).to_have_count(2)
    expect(page.get_by_label("Search the creatures")).to_have_value("kobold")


def test_selecting_all_adds_no_step_to_go_back_over(creatures, wide_page):
    wide_page.goto("/items/")
    wide_page.goto("/creatures/")
    wide_page.get_by_role("button", name="Select all 8").click()
    expect(tray(wide_page)).to_contain_text("8 selected")
    wide_page.go_back()
    expect(wide_page.locator("h1")).to_have_text("Items")


def test_copies_are_counted_and_creatures_taken_out_in_place(creatures, either_page, assert_accessible):
    page = either_page
    page.goto("/creatures/")
    page.get_by_role("button", name="Select all 8").click()
    page.get_by_role("button", name="Print cards").click()
    page.wait_for_url("**/print/creatures/")
    fold = page.locator(".print-fold > summary")
    if fold.is_visible():
        fold.click()
    page.get_by_label("Cards of Boar").fill("4")
    page.get_by_label("Cards of Boar").press("Tab")
    expect(page.locator(".print-lines legend")).to_have_text("8 creatures, 11 cards")
    expect(page.get_by_role("button", name="Take Boar out")).to_be_focused()
    page.get_by_role("button", name="Take Harpy out").click()
    expect(page.locator(".print-lines legend")).to_have_text("7 creatures, 10 cards")
    expect(page.locator(":focus")).to_have_id(re.compile("^out-"))
    expect(page.get_by_role("img", name="Page 1 of 2")).not_to_contain_text("Harpy")
    assert_accessible(page)
    page.reload()
    expect(page.locator(".print-lines legend")).to_have_text("7 creatures, 10 cards")
    assert page.request.get(page.locator("#pdf").get_attribute("href")).headers["content-type"] == "application/pdf"


def test_creatures_are_selected_and_printed_by_keyboard_alone(creatures, wide_page):
    page = wide_page
    page.goto("/creatures/?q=kobold")
    box(page, "Kobold Druid 1").focus()
    page.keyboard.press("Space")
    expect(tray(page)).to_contain_text("1 selected: Kobold Druid 1.")
    expect(box(page, "Kobold Druid 1")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "tray-print":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/print/creatures/")
    expect(page.get_by_role("img", name="Page 1 of 1")).to_contain_text("Kobold Druid 1")


def test_without_javascript_ticks_are_kept_compared_printed_and_cleared(two_pages, plain_page):
    page = plain_page
    page.goto("/creatures/")
    box(page, "Boar").check()
    page.get_by_role("button", name="Keep the selection").click()
    expect(tray(page)).to_contain_text("1 selected: Boar.")
    page.goto("/creatures/?page=2")
    box(page, "Trog Stoneliege").check()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".compare-table .name-link")).to_have_text(["Boar", "Trog Stoneliege"])
    page.goto("/creatures/?page=2")
    page.get_by_role("button", name="Select all of this page").click()
    expect(tray(page)).to_contain_text("4 selected")
    page.get_by_role("button", name="Print cards").click()
    page.get_by_label("Cards of Boar").fill("3")
    page.get_by_role("button", name="Save the numbers").click()
    expect(page.locator(".print-lines legend")).to_have_text("4 creatures, 6 cards")
    page.get_by_role("button", name="Take Boar out").click()
    expect(page.locator(".print-lines legend")).to_have_text("3 creatures, 3 cards")
    page.goto("/creatures/")
    page.get_by_role("button", name="Clear").click()
    expect(tray(page).locator("p")).to_have_count(0)


def test_the_card_of_one_creature_is_printed_from_its_page(creatures, either_page):
    either_page.goto("/creatures/boar/")
    either_page.get_by_role("link", name="Print its card").click()
    expect(either_page.get_by_role("img", name="Page 1 of 1")).to_contain_text("Boar")
    expect(either_page.locator("#pdf")).to_have_attribute("href", "/print/creatures.pdf?creature=boar&paper=a4")


def test_conditions_are_ticked_one_by_one_with_the_picture_following(creatures, wide_page):
    wide_page.goto("/print/conditions/")
    wide_page.get_by_role("button", name="None").click()
    expect(wide_page.locator("#printed")).to_contain_text("Nothing is selected.")
    wide_page.get_by_label("Slowed").check()
    expect(wide_page.get_by_role("img", name="Page 1 of 1")).to_contain_text("Slowed")
    expect(wide_page.get_by_label("Slowed")).to_be_focused()
    expect(wide_page).to_have_url(re.compile(r"/print/conditions/\?of=&which=slowed&paper=a4$"))

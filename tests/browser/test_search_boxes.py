"""The boxes that search everything: suggestions by keyboard and pointer, one box on a phone, forms without scripts."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RATTLED = re.compile("/glossary/condition/rattled/$")


def box(page):
    return page.get_by_role("combobox", name="Search everything")


def options(page):
    return page.get_by_role("option")


def test_a_suggestion_is_chosen_by_keyboard(transactional_db, wide_page, assert_accessible):
    wide_page.goto("/glossary/condition/slowed/")
    expect(box(wide_page)).to_have_attribute("aria-expanded", "false")
    box(wide_page).press_sequentially("fright", delay=20)
    expect(options(wide_page).first).to_contain_text("stands for “frightened”")
    expect(box(wide_page)).to_have_attribute("aria-expanded", "true")
    wide_page.keyboard.press("ArrowDown")
    first = options(wide_page).first
    expect(first).to_have_attribute("aria-selected", "true")
    expect(box(wide_page)).to_have_attribute("aria-activedescendant", first.get_attribute("id") or "")
    expect(box(wide_page)).to_be_focused()
    assert_accessible(wide_page)
    wide_page.keyboard.press("Enter")
    expect(wide_page).to_have_url(RATTLED)


def test_the_arrows_go_around_and_escape_closes_and_keeps_the_words(transactional_db, wide_page):
    wide_page.goto("/glossary/condition/slowed/")
    box(wide_page).press_sequentially("frightened", delay=20)
    expect(options(wide_page).first).to_be_visible()
    wide_page.keyboard.press("ArrowUp")
    expect(options(wide_page).last).to_have_attribute("aria-selected", "true")
    wide_page.keyboard.press("ArrowDown")
    expect(wide_page.locator("[role=option][aria-selected=true]")).to_have_count(0)
    wide_page.keyboard.press("Escape")
    expect(options(wide_page)).to_have_count(0)
    expect(box(wide_page)).to_have_value("frightened")
    wide_page.keyboard.press("Enter")
    expect(wide_page).to_have_url(re.compile(r"/search/\?q=frightened$"))


def test_a_suggestion_is_chosen_by_pointer(transactional_db, wide_page):
    wide_page.goto("/")
    box(wide_page).press_sequentially("frightened", delay=20)
    options(wide_page).first.click()
    expect(wide_page).to_have_url(RATTLED)


def test_without_scripts_a_box_is_a_plain_form(transactional_db, plain_page):
    plain_page.goto("/glossary/condition/slowed/")
    plain_page.get_by_label("Search everything").fill("frightened")
    plain_page.keyboard.press("Enter")
    expect(plain_page.locator(".hit .name-link").first).to_have_text("rattled")
    expect(plain_page.locator(".hit .why").first).to_contain_text("Frightened:")


@pytest.mark.parametrize("address", ["/creatures/", "/glossary/", "/search/", "/", "/about/"])
def test_a_phone_shows_one_search_box_at_most_and_leads_to_the_search(transactional_db, phone_page, address):
    phone_page.goto(address)
    assert phone_page.locator("input[type=search]:visible").count() == (address not in ("/", "/about/"))
    expect(phone_page.locator(".masthead").get_by_role("link", name="Search")).to_be_visible()


def test_a_slash_goes_to_the_search_and_is_a_letter_in_a_field(transactional_db, wide_page):
    page = wide_page
    for address, field in (("/", "#site-search"), ("/creatures/", "#q")):
        page.goto(address)
        page.keyboard.press("/")
        expect(page.locator(field)).to_be_focused()
        expect(page.locator(field)).to_have_value("")
        page.keyboard.type("a/b")
        expect(page.locator(field)).to_have_value("a/b")

"""Printing a warband in a browser: choosing what and how, seeing it before, and a file that is what was seen."""

import io
import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from accounts.models import Owner
from printing.canvas import CHARACTERS
from rules.building.draft import Draft
from rules.roster import Member, Roster
from tests.browser.screens import SCREENS
from warbands.models import Warband
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]


@pytest.fixture
def many(ada) -> Warband:
    """Another warband of hers, of twenty boars."""
    boars = Roster(tuple(Member("boar", f"m{place}") for place in range(20)), "Many", "unlimited", 1_000)
    return warband_create(owner=Owner(user=ada), draft=Draft(boars))


@pytest.fixture(
    params=[(screen, live) for screen in SCREENS for live in (True, False)],
    ids=lambda param: f"{param[0]}-{'js' if param[1] else 'plain'}",
)
def printer(request, open_page, sign_in, ada, ash_company):
    """Her page to print Ash Company from, and whether scripts run: on each screen, with and without them."""
    screen, live = request.param
    page = open_page(java_script_enabled=live, **SCREENS[screen])
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/print/")
    return page, live


def drawn(page: Page) -> str:
    return " ".join(page.locator("svg.printed text").all_text_contents())


def file_of(page: Page) -> PdfReader:
    """Return the file that the page's button opens."""
    answer = page.request.get(page.get_by_role("link", name="Open the PDF").get_attribute("href"))
    assert answer.headers["content-type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.body()))


def is_what_the_file_says(page: Page) -> None:
    text = "".join(sheet.extract_text() for sheet in file_of(page).pages)
    seen, read = (Counter("".join(words.split())) for words in (drawn(page), text))
    assert not read - seen
    assert set(seen - read) <= {*"☼✿✯👁⚖🌀✊👿⛈", *CHARACTERS.values()}  # they stand behind words as pictures


def test_the_picture_follows_what_is_chosen_and_the_file_is_what_it_shows(printer, many):
    page, live = printer
    picture = page.locator("svg.printed")
    expect(picture).to_have_attribute("width", "595.28pt")
    expect(picture).to_contain_text("of 200 points")
    expect(page.get_by_label("Landscape")).to_be_visible()
    expect(page.get_by_label("Backs")).to_be_hidden()
    expect(page.get_by_role("button", name="Show")).to_be_visible(visible=not live)

    def choose(*labels: str) -> None:
        for label in labels:
            page.locator(".print-form").get_by_label(label, exact=True).click()
            expect(page.locator(".htmx-request")).to_have_count(0)
        if not live:
            page.get_by_role("button", name="Show").click()

    choose("Cards")
    expect(picture).not_to_contain_text("of 200 points")
    expect(page.get_by_label("Landscape")).to_be_hidden()
    choose("Letter")
    expect(picture).to_have_attribute("width", "612.00pt")
    choose("Snik Sling, 2 hero points", "Low ink black on white paper")
    expect(picture).not_to_contain_text("Snik")
    expect(page).to_have_url(re.compile("paper=letter&low_ink=1"))
    is_what_the_file_says(page)
    fills = picture.locator("[fill]").evaluate_all("all => [...new Set(all.map(one => one.getAttribute('fill')))]")
    assert all(fill == "none" or len(set(zip(fill[1::2], fill[2::2], strict=True))) == 1 for fill in fills), fills

    page.goto(f"/warbands/{many.key}/print/?kind=cards")
    expect(page.get_by_label("Letter")).to_be_checked()
    expect(page.get_by_label("Low ink")).to_be_checked()
    expect(picture).to_have_attribute("width", "612.00pt")


def test_everybody_and_nobody_are_ticked_by_one_press(printer):
    page, _ = printer
    page.goto(f"{page.url}?kind=cards")
    members = page.get_by_role("checkbox").filter(visible=True).and_(page.locator('[name="member"]'))
    page.get_by_role("button", name="None").click()
    expect(page.locator("#printed")).to_contain_text("No creature is ticked.")
    expect(members).to_have_count(6)
    for box in members.all():
        expect(box).not_to_be_checked()
    page.get_by_role("button", name="All").click()
    expect(page.locator("svg.printed")).to_contain_text("Snik")
    expect(members).to_have_count(6)
    for box in members.all():
        expect(box).to_be_checked()


def test_pages_are_turned_and_a_change_stays_on_the_page(printer, many):
    page, live = printer
    page.goto(f"/warbands/{many.key}/print/?kind=cards")
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_text("Page 2 of 3")).to_be_visible()
    if live:
        expect(page.get_by_role("link", name="Next page")).to_be_focused()
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_text("Page 3 of 3")).to_be_visible()
    expect(page.locator("svg.printed text", has_text="Boar").nth(1)).to_be_attached()
    page.get_by_label("Letter").click()
    if not live:
        page.get_by_role("button", name="Show").click()
    expect(page.locator("svg.printed")).to_have_attribute("width", "612.00pt")
    expect(page.get_by_text("Page 3 of 3")).to_be_visible()


def test_everything_is_chosen_by_keyboard(ash_company, ada, wide_page, sign_in, assert_accessible):
    page = wide_page
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/print/")
    page.get_by_label("Roster sheet").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("svg.printed")).not_to_contain_text("of 200 points")
    expect(page.get_by_label("Cards", exact=True)).to_be_focused()
    for _ in range(4):  # items, paper, low ink, backs
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_text("Page 1 of 2")).to_be_visible()
    expect(page.get_by_label("Backs")).to_be_focused()
    page.keyboard.press("Enter")  # sends the form as it is, and ticks nobody or everybody
    expect(page.get_by_label("Snik")).to_be_checked()
    expect(page).to_have_url(re.compile(r"\?kind=cards&paper=a4&backs=1$"))
    assert_accessible(page)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("['htmx:responseError', {xhr: {status: 404}}]", "What you print here no longer exists."),
        ("['htmx:responseError', {xhr: {status: 500}}]", "error 500"),
        ("['htmx:sendError', {}]", "The site did not answer."),
    ],
)
def test_what_could_not_be_fetched_is_told_in_place_of_the_picture(ash_company, phone_page, event, words):
    phone_page.goto(f"/shared/{ash_company.share_token}/print/")
    phone_page.evaluate(f"htmx.trigger(document.getElementById('print'), ...{event})")
    expect(phone_page.get_by_role("alert")).to_contain_text(words)
    expect(phone_page.locator("svg.printed")).to_have_count(0)


def test_a_stranger_prints_what_is_shared(ash_company, phone_page):
    phone_page.goto(f"/shared/{ash_company.share_token}/")
    phone_page.get_by_role("link", name="Print", exact=True).last.click()
    expect(phone_page.locator("svg.printed")).to_contain_text("Ash Company")
    assert "The tree by the well" not in drawn(phone_page)
    assert "Snik" in file_of(phone_page).pages[0].extract_text()


def test_paper_is_white_by_night_and_letters_are_where_they_are_on_paper(ash_company, ada, open_page, sign_in):
    page = open_page(color_scheme="dark", viewport={"width": 1280, "height": 900})
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/print/?kind=cards")
    expect(page.locator("svg.printed")).to_have_css("background-color", "rgb(255, 255, 255)")
    page.evaluate("document.fonts.ready")
    wrong = page.locator("svg.printed text").evaluate_all(
        """all => all.filter(one => {
            const wanted = one.textLength.baseVal.value;
            one.removeAttribute("textLength");
            return Math.abs(one.getComputedTextLength() - wanted) > Math.max(0.3, wanted / 50);
        }).map(one => one.textContent)"""
    )
    assert wrong == []

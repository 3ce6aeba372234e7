"""An adventure alone on a phone: from the front page through the first scenario to the next one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("compendium")]

ALL_EARLY = "All 4 creatures early"
MOST_TURNS = 16


def _choose_adventure(page: Any) -> None:
    page.goto("/")
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("link", name="Solo", exact=True).click()
    page.get_by_role("link", name="The Silent Toyshop", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="The back yard")).to_be_visible()


def _to_a_monster(page: Any) -> None:
    """Play turns until a monster acts by its gambit."""
    bar, gambit = page.locator(".battle-bar"), page.locator(".gambit")
    for _ in range(MOST_TURNS):
        ends = page.get_by_role("button", name="End the turn")
        expect(ends.or_(page.locator(".creature-button").first)).to_be_visible()
        if gambit.count():
            return
        if ends.count():
            ends.click()
            expect(ends).to_have_count(0)
        else:
            page.locator(".creature-button").first.click()
            expect(ends).to_be_visible()
        expect(bar).to_contain_text("Round 1")
    raise AssertionError("no monster has acted")


def _answer_questions(page: Any) -> None:
    """Name the first creature of each question, until the game says what the monster does."""
    text = page.locator(".gambit-text")
    question = page.locator(".gambit fieldset input")
    for _ in range(6):
        expect(text.or_(question.first)).to_be_visible()
        if text.count():
            return
        question.first.check()
        page.locator(".gambit form button").click()
        page.wait_for_load_state()
    raise AssertionError("the questions never end")


def _fell_monsters(page: Any) -> None:
    """Take the HP of each monster by number."""
    address = page.url.partition("?")[0]
    over = page.get_by_role("heading", name="The battle is over")
    for number in range(1, 9):
        page.goto(f"{address}?creature=b.m{number}")
        if over.count():
            return
        name = page.locator("#panel-name").inner_text()
        if (more := page.locator("#panel-more > summary")).count():
            more.click()
        page.locator("#hp-set summary").click()
        page.locator("#hp-value").fill("0")
        page.locator("#hp-set button").click()
        expect(page.locator(".battle-log")).to_contain_text(
            re.compile(rf"{re.escape(name)} goes from \d+ to 0 HP", re.DOTALL)
        )
        if over.count():
            return


def test_the_first_scenario_of_an_adventure_is_played_on_a_phone(
    phone_page: Any, assert_accessible: Callable[[Any], None]
):
    page = phone_page
    _choose_adventure(page)
    assert_accessible(page)
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_role("button", name=ALL_EARLY)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name=ALL_EARLY).click()
    _to_a_monster(page)
    assert_accessible(page)
    _answer_questions(page)
    told = page.locator(".gambit-text").inner_text().removeprefix("Next: ")
    page.locator(".gambit form button").click()
    expect(page.locator(".battle-log")).to_contain_text(told)
    _fell_monsters(page)
    expect(page.get_by_role("heading", name="You reached your goal")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Go on: The workshop").click()
    expect(page.get_by_role("heading", name="The workshop")).to_be_visible()


def test_a_scenario_is_played_without_javascript(plain_page: Any):
    page = plain_page
    _choose_adventure(page)
    page.get_by_role("button", name="Begin the battle").click()
    page.get_by_role("button", name=ALL_EARLY).click()
    _to_a_monster(page)
    _answer_questions(page)
    page.locator(".gambit form button").click()
    expect(page.locator(".battle-log")).to_be_visible()

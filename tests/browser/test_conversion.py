"""Converting a PF2e creature in a browser: by keyboard, on a phone, without JavaScript."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.compendium.importing.pf2e_forms import foundry_lurker
from tests.compendium.importing.pf2e_texts import HERON

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE = "/homebrew/convert/"
LURKER = json.dumps(foundry_lurker())


def convert(page: Any, text: str = LURKER) -> None:
    """Paste a text and send it."""
    page.goto(PAGE)
    page.get_by_label("Stat block", exact=True).fill(text)
    page.get_by_role("button", name="Convert").click()


def test_a_creature_is_converted_chosen_and_saved_on_both_screens(either_page, assert_accessible):
    page = either_page
    page.goto(PAGE)
    assert_accessible(page)
    convert(page)
    expect(page.get_by_role("heading", name="Marsh Lurker, converted")).to_be_visible()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    alignment = page.get_by_label("Alignment")
    expect(page.locator(".choices-form [role=status]")).to_contain_text("1 step needs a choice")
    alignment.select_option("NE")
    expect(page.locator(".converted-card .card-alignment")).to_contain_text("Neutral Evil")
    expect(page.locator(".choices-form [role=status]")).to_contain_text("The rules have picked a default")
    page.get_by_role("radio", name="As the game’s author does").check()
    expect(page.get_by_role("radio", name="As the game’s author does")).to_be_checked()
    expect(page.locator(".converted-card .card-alignment")).to_contain_text("Neutral Evil")
    page.get_by_role("button", name="Save as a homebrew creature").click()
    expect(page.locator(".notices")).to_contain_text("Saved Marsh Lurker")
    page.get_by_text("How it was converted from PF2e").click()
    expect(page.locator(".conversion-steps")).to_contain_text("your choice")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_copied_text_shows_what_could_not_be_read_beside_its_card(either_page, assert_accessible):
    page = either_page
    long = "Wounds" + " of the marsh and of all that it hides" * 4
    convert(page, HERON.replace("HP 30", f"HP 30; {long}"))
    expect(page.get_by_role("heading", name="Bog Heron, converted")).to_be_visible()
    page.get_by_role("link", name="2 pieces").click()
    unread = page.locator(".pf2e-block .unread")
    expect(unread).to_be_in_viewport()
    expect(unread).to_contain_text("Line 5: (20 with <b raised & wide wings)")
    expect(unread).to_contain_text(f"Line 6: {long}")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_choices_come_first_on_a_phone_then_the_card_then_the_stat_block(phone_page):
    convert(phone_page)
    places = [
        phone_page.locator(part).bounding_box()["y"]
        for part in (".choices-form", ".converted-card", ".pf2e-block", ".conversion-steps")
    ]
    assert places == sorted(places)


def test_the_stat_block_stands_beside_the_card_on_a_wide_screen(wide_page):
    convert(wide_page)
    block, choices, card = (
        wide_page.locator(part).bounding_box() for part in (".pf2e-block", ".choices-form", ".converted-card")
    )
    assert block["x"] + block["width"] <= choices["x"]
    assert choices["x"] + choices["width"] <= card["x"]


def test_a_creature_is_converted_and_chosen_by_keyboard(wide_page):
    page = wide_page
    page.goto(PAGE)
    page.get_by_label("Stat block", exact=True).focus()
    page.keyboard.insert_text(LURKER)
    page.get_by_role("button", name="Convert").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Alignment").focus()
    page.keyboard.type("Chaotic E")
    expect(page.locator(".converted-card .card-alignment")).to_contain_text("Chaotic Evil")
    expect(page.get_by_label("Alignment")).to_be_focused()


def test_everything_works_without_javascript(plain_page):
    page = plain_page
    convert(page)
    page.get_by_label("Alignment").select_option("CG")
    page.get_by_role("button", name="Redraw the card").click()
    expect(page.locator(".converted-card .card-alignment")).to_contain_text("Chaotic Good")
    page.get_by_role("button", name="Save as a homebrew creature").click()
    expect(page.locator(".notices")).to_contain_text("Saved Marsh Lurker")
    expect(page.locator(".card-alignment")).to_contain_text("Chaotic Good")


def test_what_is_no_creature_is_told_and_what_was_pasted_stays(phone_page, assert_accessible):
    convert(phone_page, '{"name": "Lurker"')
    expect(phone_page.locator("#block-fault")).to_contain_text("This is not a JSON document")
    expect(phone_page.get_by_label("Stat block", exact=True)).to_have_value('{"name": "Lurker"')
    assert_accessible(phone_page)


def test_several_creatures_are_listed_opened_and_saved_together(either_page, assert_accessible):
    page = either_page
    convert(page, json.dumps([foundry_lurker(), {**foundry_lurker(), "name": "Bog Lurker"}]))
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Open Bog Lurker").click()
    expect(page.get_by_role("heading", name="Bog Lurker, converted")).to_be_visible()
    page.get_by_role("button", name="Back to all 2 creatures").click()
    page.get_by_role("checkbox", name="Save Marsh Lurker").check()
    page.get_by_role("checkbox", name="Save Bog Lurker").check()
    page.get_by_role("button", name="Save the ticked").click()
    expect(page.locator(".notices")).to_contain_text("Saved 2 creatures")

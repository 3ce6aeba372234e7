"""The grid of alignments as a choice: by keyboard, by touch, and without JavaScript."""

import pytest
from playwright.sync_api import expect

from rules.alignment import ALIGNMENT_CODES, recruits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = "/warbands/new/"
TOUCH = 44  # pixels


def has_full_cells(page, alignments) -> None:
    """Expect that the cells of these alignments have their colour and the others are hollow."""
    hollow = page.locator("#name").evaluate("field => getComputedStyle(field).backgroundColor")
    for code in ALIGNMENT_CODES:
        cell = expect(page.locator(f".nine label[data-al={code}]"))
        if code in alignments:
            cell.not_to_have_css("background-color", hollow)
        else:
            cell.to_have_css("background-color", hollow)


def sentences(page):
    return page.locator(".joins p").filter(visible=True)


def test_each_alignment_marks_who_may_join_without_javascript(compendium, plain_page):
    plain_page.goto(f"{NEW}?mode=limited")
    has_full_cells(plain_page, ALIGNMENT_CODES)
    expect(sentences(plain_page)).to_have_count(0)
    for code in ALIGNMENT_CODES:
        plain_page.locator(f".nine label[data-al={code}]").click()
        has_full_cells(plain_page, recruits(code))
        expect(sentences(plain_page)).to_have_count(1)
        expect(sentences(plain_page)).to_contain_text("of 147 in the compendium")


def test_a_mode_that_ignores_alignments_lets_everybody_join(compendium, either_page):
    either_page.goto(f"{NEW}?mode=limited&alignment=LE")
    has_full_cells(either_page, recruits("LE"))
    either_page.get_by_label("Random Box Recruitment").check()
    expect(either_page.locator(".nine")).to_be_hidden()
    expect(sentences(either_page)).to_have_text(["All 147 creatures of the compendium may join."])
    either_page.get_by_label("Narrative Play").check()
    expect(either_page.locator(".limits")).to_be_hidden()
    expect(either_page.get_by_text("Narrative Play has no points limit.")).to_be_visible()


def test_a_warband_is_begun_by_keyboard_alone(compendium, wide_page):
    wide_page.goto(f"{NEW}?mode=limited")
    wide_page.locator("#name").focus()
    keys = wide_page.keyboard
    keys.type("Ash Company")
    keys.press("Tab")
    expect(wide_page.locator(":focus")).to_have_value("limited")
    keys.press("Tab")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.type("350")
    keys.press("Tab")
    # The box for none is not offered where an alignment is needed: the first cell is met first, or the last.
    expect(wide_page.locator(":focus")).to_have_attribute("name", "alignment")
    keys.press("ArrowLeft")
    expect(wide_page.locator(":focus")).to_have_value("CE")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    expect(wide_page.locator("label:has(:focus)")).to_have_css("outline-style", "solid")
    keys.press("Enter")
    wide_page.get_by_role("heading", name="Ash Company").wait_for()
    wide_page.goto(f"{wide_page.url}settings/")
    expect(wide_page.locator("#name")).to_have_value("Ash Company")
    expect(wide_page.locator("#own_limit")).to_have_value("350")
    expect(wide_page.locator("[name=alignment]:checked")).to_have_value("LE")


def test_every_choice_can_be_hit_with_a_finger(compendium, phone_page):
    phone_page.goto(f"{NEW}?mode=campaign")
    for target in phone_page.locator("main :is(label:has(input), button, .button)").filter(visible=True).all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= TOUCH, target.inner_text()

"""The grid of alignments as a choice: by keyboard, by touch, and without JavaScript."""

from __future__ import annotations

import pytest

from rules.alignment import ALIGNMENT_CODES, recruits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEW = "/warbands/new/"
TOUCH = 44  # pixels


def full_cells(page) -> set[str]:
    """Return the alignments whose cells have their colour; the others are hollow."""
    cells = page.locator(".nine label").all()
    return {cell.get_attribute("data-al") for cell in cells if cell.locator(".may").is_visible()}


def sentences(page) -> list[str]:
    return [one.inner_text() for one in page.locator(".joins p").all() if one.is_visible()]


def test_each_alignment_marks_who_may_join_without_javascript(compendium, plain_page):
    plain_page.goto(NEW)
    assert full_cells(plain_page) == set()
    assert sentences(plain_page) == []
    for code in ALIGNMENT_CODES:
        plain_page.locator(f".nine label[data-al={code}]").click()
        assert full_cells(plain_page) == recruits(code)
        (sentence,) = sentences(plain_page)
        assert "of 112 in the compendium" in sentence


def test_a_mode_that_ignores_alignments_lets_everybody_join(compendium, either_page):
    either_page.goto(f"{NEW}?alignment=LE")
    assert full_cells(either_page) == recruits("LE")
    either_page.get_by_label("Random Box Recruitment").check()
    assert full_cells(either_page) == set()
    assert sentences(either_page) == ["All 112 creatures of the compendium may join."]
    either_page.get_by_label("Narrative Play").check()
    assert not either_page.locator(".limits").is_visible()
    assert either_page.get_by_text("Narrative Play has no points limit.").is_visible()


def test_a_warband_is_begun_by_keyboard_alone(compendium, wide_page):
    wide_page.goto(NEW)
    wide_page.locator("#name").focus()
    keys = wide_page.keyboard
    keys.type("Ash Company")
    keys.press("Tab")
    assert wide_page.evaluate("document.activeElement.value") == "limited"
    keys.press("Tab")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.type("350")
    keys.press("Tab")
    assert wide_page.evaluate("document.activeElement.name") == "alignment"
    keys.press("ArrowLeft")
    assert wide_page.evaluate("document.activeElement.value") == "CE"
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    outline = "getComputedStyle(document.activeElement.closest('label')).outlineStyle"
    assert wide_page.evaluate(outline) == "solid"
    keys.press("Enter")
    wide_page.get_by_role("heading", name="Ash Company").wait_for()
    wide_page.goto(f"{wide_page.url}settings/")
    assert wide_page.locator("#name").input_value() == "Ash Company"
    assert wide_page.locator("#own_limit").input_value() == "350"
    assert wide_page.locator("[name=alignment]:checked").get_attribute("value") == "LE"


def test_every_choice_can_be_hit_with_a_finger(compendium, phone_page):
    phone_page.goto(NEW)
    for one in phone_page.locator("main :is(label:has(input), button, .button)").all():
        box = one.bounding_box()
        assert min(box["width"], box["height"]) >= TOUCH, one.inner_text()

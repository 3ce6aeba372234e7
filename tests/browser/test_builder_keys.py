"""The builder by keys: notes that are saved as they are typed, and shortcuts."""

import pytest
from playwright.sync_api import expect

from tests.browser.building import Desk
from tests.browser.screens import SCREENS
from warbands.models import Step, Warband

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]


@pytest.fixture
def desk(open_page):
    """A visitor at the builder of two creatures, made of a list that was pasted."""
    page = open_page(**SCREENS["1280px"])
    page.goto("/warbands/paste/")
    page.get_by_label("Your list").fill("boar, basilisk")
    page.get_by_role("button", name="Make the warband").click()
    expect(page.locator(".member")).to_have_count(2)
    return Desk(page)


def test_notes_are_saved_as_they_are_typed(desk):
    page = desk.page
    page.locator(".member-open", has_text="Boar").click()
    notes = page.locator("#member-notes")
    expect(page.locator("#keep-notes")).to_be_hidden()
    notes.press_sequentially("Old Fl", delay=30)
    expect(page.locator("#member-note-saved")).to_have_text("Saved")
    expect(notes).to_be_focused()
    notes.press_sequentially("int ", delay=30)
    expect(page.locator("#member-note-saved")).to_have_text("")
    expect(page.locator("#member-note-saved")).to_have_text("Saved")
    expect(notes).to_have_value("Old Flint ")
    assert Step.objects.filter(warband=Warband.objects.get()).count() == 2
    # Another change has the version of the saved note, and leaves what is typed as it is.
    notes.press_sequentially("the Grey", delay=10)
    page.locator("#undo").click()
    expect(page.locator("#redo")).to_be_enabled()
    page.locator("#redo").click()
    expect(page.locator("#member-notes")).to_have_value("Old Flint the Grey")
    page.locator("#warband-notes > summary").click()
    page.locator("#warband-note-text").fill("We ride at dawn")
    expect(page.locator("#warband-note-saved")).to_have_text("Saved")


def test_keys_undo_redo_and_list_themselves(desk, assert_accessible):
    page = desk.page
    page.locator("#add-kobold-warrior").click()
    expect(page.locator(".member")).to_have_count(3)
    page.locator("#roster-title").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".member")).to_have_count(2)
    page.keyboard.press("Control+y")
    expect(page.locator(".member")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(page.locator(".member")).to_have_count(2)
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator(".member")).to_have_count(3)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("#shortcuts")).to_be_hidden()
    # In a field the keys are the field's own.
    search = page.locator("#q")
    search.fill("boa")
    search.press("?")
    search.press("Control+z")
    expect(page.locator("#shortcuts")).to_be_hidden()
    expect(page.locator(".member")).to_have_count(3)

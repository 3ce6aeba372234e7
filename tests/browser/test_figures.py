"""Figures and random boxes in the browser: counted, brought as a list, fielded and opened, in every way there is."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("compendium")]

BOX = """3 Kobold Warrior
2 Boar
Kobold Druid 1
Cat Companion 1
Basilisk (OGL)
Caldera Oni
Bore"""
DRAFT = re.compile(r"/warbands/[a-z0-9]{10}/")


@pytest.fixture(params=["wide_page", "phone_page", "plain_page"])
def any_page(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def sound(any_page, assert_accessible, assert_no_sideways_scroll):
    """Return a function that looks at the page as it stands; without JavaScript axe cannot."""

    def _sound():
        if any_page.evaluate("typeof htmx") != "undefined":
            assert_accessible(any_page)
            assert_no_sideways_scroll(any_page)

    return _sound


def number(page, key, expected):
    expect(page.locator(f"#number-{key}")).to_have_value(str(expected))


def test_figures_are_counted_listed_fielded_and_opened(any_page, sound):
    page = any_page
    page.goto("/collection/")
    page.fill("#q", "kobold war")
    page.press("#q", "Enter")
    page.click("#add-kobold-warrior")
    number(page, "kobold-warrior", 1)
    page.click("#more-kobold-warrior")
    number(page, "kobold-warrior", 2)
    expect(page.locator("#found")).to_contain_text("you have 2")
    page.fill("#number-kobold-warrior", "7")
    page.press("#number-kobold-warrior", "Enter")
    expect(page.locator("#figures-title")).to_have_text("7 figures of 1 creature")
    page.fill("#number-kobold-warrior", "5000")
    page.click("#keep-numbers")
    expect(page.locator("#fault-kobold-warrior")).to_have_text("Enter a whole number from 0 to 999.")
    sound()
    page.click("#remove-kobold-warrior")
    expect(page.locator("#figures-title")).to_have_text("No figures yet")

    page.click("text=Add a list >> nth=0")
    page.fill("#figures", BOX)
    page.click("text=Save these figures")
    expect(page.locator(".unread-lines")).to_contain_text("Line 7: No creature is called “Bore”.")
    sound()
    page.click("button[name=drop]")
    expect(page.locator("#figures-title")).to_have_text("9 figures of 6 creatures")

    page.click("text=What can I field?")
    expect(page.locator(".fielding")).to_have_count(5)
    page.fill("#limit", "100")
    page.check("[name=ranking][value=tag]")
    page.click("button[value=ask]")
    expect(page.locator(".fielding >> nth=0")).to_contain_text("of 100 points")
    page.get_by_role("link", name="See what remains in the box.").click()
    expect(page.locator(".left-out")).to_contain_text("Caldera Oni")
    sound()
    page.click("button[name=members] >> nth=0")
    page.wait_for_url(DRAFT)
    expect(page.locator(".verdict")).to_contain_text("Legal")


def test_names_are_found_while_the_box_is_filled(any_page):
    page = any_page
    page.goto("/random-box/")
    page.fill("#figures", "2 Boar")
    page.click("text=Find a creature by its name")
    page.fill("#q", "eagle kn")
    page.press("#q", "Enter")
    page.click("button[name=add]")
    expect(page.locator("#figures")).to_have_value(re.compile("^2 Boar\\s+1 Eagle Knight$"))
    page.click("button[value=ask]")
    expect(page.locator(".fielding >> nth=0")).to_contain_text("Eagle Knight")


def test_everything_can_be_done_by_keyboard_alone(wide_page):
    page = wide_page

    def tab_to(selector):
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.locator(selector).evaluate_all("found => found.some(one => one === document.activeElement)"):
                return
        raise AssertionError(f"no way to {selector}")

    page.goto("/collection/")
    tab_to("#q")
    page.keyboard.type("boar")
    expect(page.locator("#add-boar")).to_be_visible()
    tab_to("#add-boar")
    page.keyboard.press("Enter")
    number(page, "boar", 1)
    expect(page.locator("#add-boar")).to_be_focused()
    tab_to("#more-boar")
    page.keyboard.press("Space")
    number(page, "boar", 2)
    expect(page.locator("#more-boar")).to_be_focused()
    tab_to("#remove-boar")
    page.keyboard.press("Enter")
    expect(page.locator("#figures-title")).to_be_focused()

    page.goto("/random-box/")
    tab_to("#figures")
    page.keyboard.type("4 Boar")
    tab_to("#limit")
    page.keyboard.press("Enter")
    expect(page.locator(".fielding")).to_have_count(4)
    tab_to("button[name=members]")
    page.keyboard.press("Enter")
    page.wait_for_url(DRAFT)


def test_every_press_in_a_hurry_counts(wide_page):
    wide_page.goto("/collection/?q=kobold+warrior")
    wide_page.dblclick("#add-kobold-warrior")
    number(wide_page, "kobold-warrior", 2)
    wide_page.dblclick("#more-kobold-warrior")
    number(wide_page, "kobold-warrior", 4)
    expect(wide_page.locator("#said")).to_have_text("You have 4 Kobold Warrior.")

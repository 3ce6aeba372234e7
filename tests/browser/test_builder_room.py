"""What the builder shows at once and what it brings: rows in sight, tools, dragged members, cards beside the list."""

import json

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from compendium.builtin import built_in_cards
from rules.building.draft import Draft
from rules.roster import Member, Roster
from rules.roster.model import roster_document
from tests.browser.building import Desk, built_in, stock
from tests.browser.counting import CountedThumb
from tests.browser.screens import SCREENS
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sixteen")]

LAPTOP = {"width": 1280, "height": 800}


@pytest.fixture
def sixteen(transactional_db: None) -> None:
    """Store enough creatures for a list that is longer than a screen."""
    stock(built_in(*[card.key for card in built_in_cards()][:12], "boar", "kobold-warrior", "goblin-dog", "giant-ant"))


@pytest.fixture
def host(ada):
    """A warband of a dozen members, over its limit."""
    members = [
        Member("kobold-warrior", "m1", "Snik", ("sling",), hero_points=2),
        *(
            # No two of them are equal: those would stand as one row.
            Member(key, f"m{place}", hero_points=(place - 2) // 4)
            for place, key in enumerate(["boar", "giant-ant", "goblin-dog", "kobold-warrior"] * 3, 2)
        ),
    ]
    return warband_create(owner=Owner(user=ada), draft=Draft(Roster(tuple(members), "The Host", "unlimited", 200)))


def in_sight(page, selector: str) -> int:
    """Return how many elements are seen whole: on the screen, not scrolled out of their list, nor under its foot."""
    return page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(one => {
            const box = one.getBoundingClientRect();
            const at = y => document.elementFromPoint(box.left + box.width / 2, y);
            return box.height && box.top >= 0 && box.bottom <= innerHeight
              && one.contains(at(box.top + 2)) && one.contains(at(box.bottom - 2));
        }).length""",
        selector,
    )


def test_eight_candidates_and_eight_members_stand_on_a_laptop_at_once(ada, host, sign_in, open_page):
    page = open_page(viewport=LAPTOP)
    sign_in(page, ada)
    Desk(page).open(host.key)
    expect(page.locator(".tally-points")).to_be_in_viewport()
    expect(page.locator("#times")).to_be_in_viewport()
    assert in_sight(page, ".recruit") >= 8
    assert in_sight(page, ".member") >= 8
    bar = page.locator(".finder-bar > :is(.field, .choice)").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(bar) == 4
    assert max(bar) - min(bar) < 8


def test_points_problems_and_four_members_stand_on_a_phone_at_once(ada, host, sign_in, phone_page):
    sign_in(phone_page, ada)
    desk = Desk(phone_page).open(host.key)
    for part in (".tally-points .figure", ".tally .verdict.bad", ".tally .tally-bar"):
        expect(phone_page.locator(part)).to_be_in_viewport()
    # All of them are in one drawer, none between the members.
    expect(phone_page.locator("#roster-problems")).to_be_hidden()
    expect(phone_page.locator(".member .problem")).to_have_count(0)
    assert in_sight(phone_page, ".member-row") >= 4 or in_sight(phone_page, ".member") >= 4
    # They stay in sight in both panes, however far one scrolls.
    for pane in ("creatures", "warband"):
        desk.pane(pane)
        phone_page.mouse.wheel(0, 900)
        for part in (".tally-points .figure", ".tally .verdict.bad", ".panes", "#undo"):
            expect(phone_page.locator(part)).to_be_in_viewport(ratio=1)


def test_points_a_problem_and_four_groups_stand_on_a_visitors_phone_at_once(phone_page, assert_no_sideways_scroll):
    page = phone_page
    page.goto("/warbands/import/")
    keys = ["kobold-warrior"] * 3 + ["goblin-dog"] * 2 + ["boar"] * 2 + ["giant-ant"] * 4
    members = tuple(Member(key, f"m{place}") for place, key in enumerate(keys, 1))
    roster = Roster(members, "Ash Company", "limited", 100, "LE")
    page.locator("textarea").fill(json.dumps(roster_document(roster)))
    page.locator("form:has(textarea) button.primary").click()
    desk = Desk(page)
    desk.lists("3 × Kobold Warrior", "2 × Goblin Dog", "2 × Boar", "4 × Giant Ant")
    page.goto(page.url.partition("?")[0])
    for part in (".tally-points .figure", ".tally .verdict.bad", "#undo"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    assert in_sight(page, ".member-row") == 4
    # Every place of the site too.
    assert in_sight(page, ".places a") == 5
    assert_no_sideways_scroll(page)


@pytest.mark.parametrize("live", [True, False])
def test_a_mark_opens_the_drawer_at_its_problem_and_its_name_leads_back_to_the_row(ada, sign_in, open_page, live):
    page = open_page(java_script_enabled=live, **SCREENS["360px"])
    sign_in(page, ada)
    members = tuple(Member(key, f"m{place}") for place, key in enumerate(["boar", "giant-ant", "goblin-dog"] * 3, 1))
    roster = Roster((*members, Member("kobold-warrior", "m10", upgrades=("nonsense",))), "The Host", "unlimited", 500)
    Desk(page, live).open(warband_create(owner=Owner(user=ada), draft=Draft(roster)).key)
    expect(page.locator(".row-mark")).to_have_count(1)
    page.locator("#member-m10 .row-mark").click()
    expect(page.locator("#problems-m10 .problem")).to_be_in_viewport(ratio=1)
    page.locator("#problems-m10 h2 a").click()
    expect(page.locator("#member-m10 .member-open")).to_be_in_viewport(ratio=1)


def test_a_member_is_found_and_added_on_a_phone_in_three_taps_without_scrolling(ada, host, sign_in, phone_page):
    sign_in(phone_page, ada)
    desk, thumb = Desk(phone_page).open(host.key), CountedThumb(phone_page)
    thumb.tap(phone_page.locator(".panes").get_by_text("Creatures"))
    thumb.fill(phone_page.get_by_label("Search the creatures"), "boar")
    expect(phone_page.locator(".recruit")).to_have_count(1)
    desk.settled(lambda: thumb.tap(phone_page.locator("#add-boar")))
    expect(phone_page.locator(".panes")).to_contain_text("Warband 14")
    assert thumb.counted() == (3, 0)


@pytest.mark.parametrize("live", [True, False])
def test_a_member_is_added_on_a_phone_in_two_taps_and_waits_in_the_other_pane(ada, host, sign_in, open_page, live):
    page = open_page(java_script_enabled=live, **SCREENS["360px"])
    sign_in(page, ada)
    desk = Desk(page, live).open(host.key)
    page.locator(".panes").get_by_text("Creatures").tap()
    expect(page.locator(".roster-pane")).to_be_hidden()
    button = page.locator("#add-boar")
    name = button.locator("..").locator("a").inner_text()
    desk.settled(button.tap)
    row = page.locator(".member").last
    if live:
        expect(page.locator("#said")).to_contain_text(f"Added {name}")
        expect(row).to_be_hidden()
        page.locator(".panes").get_by_text("Warband").tap()
    expect(row.locator(".member-open")).to_have_text(name)
    expect(row.locator(".member-open")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("motion", "tint"), [("no-preference", "added"), ("reduce", "none")])
def test_who_joins_is_scrolled_to_and_tinted_where_people_like_motion(ada, host, sign_in, open_page, motion, tint):
    page = open_page(viewport=LAPTOP, reduced_motion=motion)
    sign_in(page, ada)
    desk = Desk(page).open(host.key)
    page.evaluate(
        """addEventListener("animationstart", ({ animationName, target }) => {
            if (animationName === "added") document.body.dataset.tinted = target.id;
        })"""
    )
    desk.add("boar")
    row = page.locator(".member").last
    expect(row.locator(".member-open")).to_be_in_viewport(ratio=1)
    tinted = row.get_attribute("id") if tint == "added" else None
    if tinted:
        expect(page.locator("body")).to_have_attribute("data-tinted", tinted)
        expect(row).to_have_css("animation-name", "none")
    else:
        expect(row).to_have_css("animation-name", "none")
        assert page.evaluate("document.body.dataset.tinted") is None
    assert page.locator("#add-boar").evaluate("one => one === document.activeElement")


def test_an_empty_warband_opens_with_the_creatures_on_a_phone(ada, sign_in, phone_page):
    sign_in(phone_page, ada)
    empty = warband_create(owner=Owner(user=ada), draft=Draft(Roster((), "New", "unlimited", 200)))
    desk = Desk(phone_page).open(empty.key)
    expect(phone_page.locator(".finder-side")).to_be_visible()
    expect(phone_page.locator(".problem")).to_have_count(0)
    desk.settled(phone_page.locator("#add-boar").tap)
    expect(phone_page.locator(".finder-side")).to_be_visible()
    desk.pane("warband")
    expect(phone_page.locator(".finder-side")).to_be_hidden()
    desk.lists("Boar")
    desk.settled(phone_page.locator(".off").tap)
    expect(phone_page.locator(".finder-side")).to_be_hidden()
    desk.says("No creatures yet")


def test_tools_come_with_the_pointer_and_the_focus_and_on_a_phone_in_the_editor(ada, host, sign_in, open_page):
    page = open_page(viewport=LAPTOP)
    sign_in(page, ada)
    Desk(page).open(host.key)
    tools = page.locator("#member-m3 .member-tools")
    expect(tools).to_have_css("opacity", "0")
    page.locator("#member-m3 .member-row").hover()
    expect(tools).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(tools).to_have_css("opacity", "0")
    page.locator("#copy-m3").focus()
    expect(tools).to_have_css("opacity", "1")

    phone = open_page(**SCREENS["360px"])
    sign_in(phone, ada)
    desk = Desk(phone).open(host.key)
    expect(phone.locator(".member-tools:visible")).to_have_count(0)
    desk.edit("Snik")
    expect(phone.locator("#member-m1 .pips")).to_be_visible()
    expect(phone.locator("#copy-m1")).to_be_visible()


def test_a_member_is_dragged_to_another_place_in_one_step(ada, host, sign_in, open_page):
    page = open_page(viewport=LAPTOP)
    sign_in(page, ada)
    desk = Desk(page).open(host.key)
    first = [member.get_attribute("id") for member in page.locator(".member").all()][:4]
    assert first == ["member-m1", "member-m2", "member-m3", "member-m4"]

    def drag(member: str, target: str, y: int) -> None:
        handle = page.locator(f"#{member} > .member-row > .emblem")
        desk.settled(lambda: handle.drag_to(page.locator(f"#{target}"), target_position={"x": 200, "y": y}))

    drag("member-m4", "member-m2", 4)
    expect(page.locator(".member").nth(1)).to_have_id("member-m4")
    desk.press("Undo: Moved Goblin Dog up")
    expect(page.locator(".member").nth(1)).to_have_id("member-m2")
    drag("member-m1", "member-m3", 50)
    expect(page.locator(".member").nth(2)).to_have_id("member-m1")
    expect(page.locator("#said")).to_contain_text("Moved Snik down")
    # Below the editor words are selected, not dragged.
    desk.edit("Snik")
    assert page.locator("#member-m1").get_attribute("draggable") is None


def test_a_group_is_dragged_whole_and_its_opened_row_is_accessible(ada, sign_in, either_page, assert_accessible):
    keys = ["boar", "kobold-warrior", "kobold-warrior", "kobold-warrior", "giant-ant", "giant-ant"]
    members = tuple(Member(key, f"m{place}") for place, key in enumerate(keys, 1))
    groups = warband_create(owner=Owner(user=ada), draft=Draft(Roster(members, "The Host", "unlimited", 200)))
    page = either_page
    sign_in(page, ada)
    desk = Desk(page).open(groups.key)
    desk.lists("Boar", "3 × Kobold Warrior", "2 × Giant Ant")
    if page.evaluate("matchMedia('(hover: hover)').matches"):
        handle = page.locator("#member-m2 > .member-row > .emblem")
        desk.settled(lambda: handle.drag_to(page.locator("#member-m1"), target_position={"x": 200, "y": 4}))
        desk.lists("3 × Kobold Warrior", "Boar", "2 × Giant Ant")
        expect(page.locator("#said")).to_contain_text("Moved 3 × Kobold Warrior up")
        desk.press("Undo: Moved 3 × Kobold Warrior up")
        desk.lists("Boar", "3 × Kobold Warrior", "2 × Giant Ant")
    desk.press("Each of 3 × Kobold Warrior")
    expect(page.locator(".member.part")).to_have_count(3)
    assert_accessible(page)
    desk.edit("3 × Kobold Warrior")
    expect(page.locator(".editor")).to_contain_text("apply to all 3")
    assert_accessible(page)


def test_a_card_opens_beside_the_list_by_pointer_and_focus(ada, host, sign_in, open_page, assert_accessible):
    page = open_page(viewport=LAPTOP)
    sign_in(page, ada)
    Desk(page).open(host.key)
    card, rows = page.locator("#card-beside"), page.locator(".recruit")
    name = rows.nth(1).locator("a").inner_text()

    rows.nth(1).locator("a").hover()
    expect(card.locator(".card-name")).to_have_text(name)
    assert card.bounding_box()["x"] >= page.locator("#creatures").bounding_box()["width"]
    assert_accessible(page)
    # The pointer may go onto it, and it stays until the pointer leaves both.
    card.locator(".card-name").hover()
    page.wait_for_timeout(400)
    expect(card).to_be_visible()
    page.mouse.move(900, 5)
    expect(card).to_be_hidden()

    # Escape puts it away, and the pointer has to leave the row before it comes again.
    rows.nth(1).locator("a").hover()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    rows.nth(1).locator(".what").hover()
    page.wait_for_timeout(500)
    expect(card).to_be_hidden()

    # By keyboard: with the name's focus, away with it or with Escape.
    page.locator("#sort").focus()
    page.keyboard.press("Tab")
    expect(rows.first.locator("a")).to_be_focused()
    expect(card.locator(".card-name")).to_have_text(rows.first.locator("a").inner_text())
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(rows.first.locator("a")).to_be_focused()
    assert page.url.endswith(f"/warbands/{host.key}/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_card_is_tapped_open_on_a_phone_and_its_creature_added(
    ada, host, sign_in, open_page, assert_accessible, scheme
):
    page = open_page(color_scheme=scheme, **SCREENS["360px"])
    sign_in(page, ada)
    desk = Desk(page).open(host.key, "#creatures")
    card, link = page.locator("#card-beside"), page.locator(".recruit-what a").nth(2)
    link.tap()
    expect(card.locator(".card-name")).to_have_text(link.inner_text())
    expect(card).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(link).to_be_focused()
    link.tap()
    name = link.inner_text()
    desk.settled(page.locator("#beside-add").tap)
    expect(card).to_be_hidden()
    expect(page.locator(".member-open").last).to_have_text(name)


def test_several_are_added_in_one_step_with_and_without_javascript(ada, host, sign_in, open_page):
    for live in (True, False):
        page = open_page(java_script_enabled=live, viewport=LAPTOP)
        sign_in(page, ada)
        desk = Desk(page, live).open(host.key)
        page.get_by_label("How many").select_option("3")
        desk.add("boar")
        expect(page.locator(".member")).to_have_count(14)
        expect(page.locator(".member-open").last).to_have_text("3 × Boar")
        expect(page.get_by_label("How many")).to_have_value("1")
        desk.press("Undo: Added 3 × Boar")
        expect(page.locator(".member")).to_have_count(13)

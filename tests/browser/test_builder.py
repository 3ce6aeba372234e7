"""The builder in a browser: a whole warband, with and without JavaScript, on a laptop, on a phone and by keyboard."""

import json

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from accounts.models import Owner
from rules.building.draft import Draft
from rules.roster import Member, Roster
from tests.browser.building import CREATURES, Desk
from tests.browser.screens import SCREENS
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]


@pytest.fixture(
    params=[(screen, live) for screen in SCREENS for live in (True, False)],
    ids=lambda param: f"{param[0]}-{'js' if param[1] else 'plain'}",
)
def desk(request, open_page):
    """A visitor with an empty builder before them: on each screen, with and without JavaScript."""
    screen, live = request.param
    return Desk(open_page(java_script_enabled=live, **SCREENS[screen]), live)


def begin(page) -> None:
    """Fill in the form of a new warband: 200 points, Lawful Evil."""
    page.goto("/warbands/new/")
    page.get_by_label("Name").fill("Ash Company")
    page.get_by_label("Balanced, Limited Play").check()
    page.get_by_label("200", exact=True).check()
    page.locator(".nine label", has_text="Lawful Evil").click()
    page.get_by_role("button", name="Build this warband").click()


def verdict_of(page, tmp_path, capsys) -> dict:
    """Return what the command says of the warband's exported document."""
    path = tmp_path / "roster.json"
    path.write_bytes(page.request.get(f"{page.url.partition('?')[0].partition('#')[0]}roster.json").body())
    with pytest.raises(SystemExit):
        call_command("check_roster", str(path), "--json")
    return json.loads(capsys.readouterr().out)


def test_a_200_point_lawful_evil_warband_from_nothing(desk, tmp_path, capsys, assert_no_sideways_scroll):
    page = desk.page
    begin(page)
    expect(page.get_by_role("heading", name="Ash Company")).to_be_visible()
    desk.says("No creatures yet")

    # Creatures join, a commander with its minion.
    desk.search("kobold", "kobold-warrior")
    desk.add("kobold-warrior")
    desk.costs(9)
    desk.add("kobold-druid-1")
    desk.costs(23)
    desk.lists("Kobold Warrior", "Kobold Druid 1", "Cat Companion 1")
    desk.says("minion of Kobold Druid 1")

    # A name; a copy that leaves again; the order.
    desk.edit("Kobold Warrior")
    desk.type("Name", "Snik", "Rename")
    desk.press("Copy Snik")
    desk.lists("Snik", "Snik", "Kobold Druid 1", "Cat Companion 1")
    desk.press("Remove Snik")
    desk.press("Move Snik down", desk.with_tools("Snik"))
    desk.lists("Kobold Druid 1", "Cat Companion 1", "Snik")

    # An item is found, bought, and its choice made.
    desk.search("boar", "boar")
    desk.add("boar")
    desk.edit("Boar")
    desk.buy("fiery", "fiery-weapon")
    desk.costs(44)
    desk.says("Legal, 1 warning")
    desk.press("Tusk", page.locator(".picks"))
    desk.says("Fiery Weapon (Tusk)")
    desk.is_judged("Legal")

    # Somebody who may not join is allowed by the table; an upgrade takes a feature's place.
    desk.pane("creatures")
    page.locator(".finder-fold > summary").click()
    page.get_by_label("Also creatures that may not join").check()
    desk.search("trog", "trog-stoneliege")
    desk.add("trog-stoneliege")
    desk.costs(104)
    desk.is_judged("1 problem")
    problems = desk.problems()
    expect(problems).to_contain_text("Trog Stoneliege is Chaotic Evil")
    desk.press("Allow it…", problems)
    desk.type("Why does the table allow it?", "raised by kobolds", "Allow it")
    expect(problems).to_contain_text("“raised by kobolds”")
    desk.is_judged("Legal, 1 agreed")
    desk.edit("Trog Stoneliege")
    desk.says("Replaces Digging Bar")
    desk.tick("Claw")
    desk.says("Replaced Digging Bar")
    desk.costs(114)

    # A positioning upgrade and its secret.
    desk.tick("False Object")
    desk.type("Your secret choice", "the crooked oak", "Save")
    expect(page.get_by_label("Your secret choice")).to_have_value("the crooked oak")
    desk.costs(124)

    # Hero points.
    boar = desk.with_tools("Boar")
    desk.press("2 hero points, 3 points each", boar)
    desk.costs(130)
    expect(boar.locator(".pip[aria-pressed=true]")).to_have_count(2)
    desk.press("2 hero points, 3 points each", desk.with_tools("Boar"))
    desk.costs(127)

    # One too dear shows at once why not, and leaves by the problem's own button.
    desk.search("oni", "caldera-oni")
    desk.add("caldera-oni")
    oni = desk.member("Caldera Oni")
    expect(desk.problems()).to_contain_text("no creature may cost more than half of the 200-point limit")
    desk.is_judged("2 problems")
    desk.press("Remove Caldera Oni", problems)
    desk.costs(127)
    desk.is_judged("Legal, 1 agreed, 1 warning")

    # There and back.
    expect(oni).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    desk.pane("warband")
    expect(oni).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(oni).to_have_count(0)
    desk.costs(127)

    assert_no_sideways_scroll(page)
    verdict = verdict_of(page, tmp_path, capsys)
    assert (verdict["points"], verdict["points_left"], verdict["legal"]) == (127, 73, True)
    assert [problem["code"] for problem in verdict["problems"] if problem["overridden"]] == ["alignment.not_allowed"]


def keys(page, *presses: str) -> None:
    for press in presses:
        page.keyboard.press(press)


def tab_to(page, selector: str, key: str = "Tab") -> None:
    """Press Tab until something has the focus."""
    for _ in range(150):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{key} never gets to {selector}")


def test_a_whole_warband_by_keyboard_alone(wide_page):
    page, desk = wide_page, Desk(wide_page)
    page.goto("/warbands/new/")
    tab_to(page, "#name")
    page.keyboard.type("Ash Company")
    tab_to(page, "[name=play_mode]")
    while page.evaluate("document.activeElement.value") != "limited":
        keys(page, "ArrowDown")
    tab_to(page, "[name=limit]")
    while page.evaluate("document.activeElement.value") != "200":
        keys(page, "ArrowDown")
    tab_to(page, "[name=alignment]")
    while page.evaluate("document.activeElement.value") != "LE":
        keys(page, "ArrowDown")
    keys(page, "Enter")
    expect(page.get_by_role("heading", name="Ash Company")).to_be_visible()

    # The button that adds keeps the focus, so that it can be pressed again.
    tab_to(page, "#q")
    page.keyboard.type("kobold")
    expect(page.locator("#add-boar")).to_have_count(0)
    tab_to(page, "#add-kobold-warrior")
    desk.settled(lambda: keys(page, "Enter"))
    desk.settled(lambda: keys(page, "Enter"))
    desk.costs(18)
    desk.focuses("add-kobold-warrior")
    tab_to(page, "#add-kobold-druid-1", "Shift+Tab")
    desk.settled(lambda: keys(page, "Space"))
    desk.costs(32)
    desk.focuses("add-kobold-druid-1")

    # A group opens to a row for each, of which one is changed alone.
    tab_to(page, "#each-m1")
    desk.settled(lambda: keys(page, "Enter"))
    desk.lists("2 × Kobold Warrior", *["Kobold Warrior"] * 2, "Kobold Druid 1", "Cat Companion 1")
    desk.focuses("each-m1")
    tab_to(page, "#pip-m2-1")
    desk.settled(lambda: keys(page, "Enter"))
    desk.lists(*["Kobold Warrior"] * 2, "Kobold Druid 1", "Cat Companion 1")
    desk.focuses("pip-m2-1")
    desk.costs(34)

    # Who is moved keeps the focus, also at the end of the list, where its button can be pressed no more.
    tab_to(page, "#down-m1")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("down-m1")
    desk.settled(lambda: keys(page, "Enter"))
    desk.lists("Kobold Warrior", "Kobold Druid 1", "Cat Companion 1", "Kobold Warrior")
    desk.focuses("up-m1")

    # Who follows in the list has the focus of who leaves it, at its end who is the last.
    desk.settled(lambda: keys(page, "Enter"))
    tab_to(page, "#copy-m1")
    desk.settled(lambda: keys(page, "Enter"))
    desk.lists("Kobold Warrior", "2 × Kobold Warrior", *["Kobold Warrior"] * 2, "Kobold Druid 1", "Cat Companion 1")
    tab_to(page, "#off-group-m1", "Shift+Tab")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("off-m3")
    tab_to(page, "#add-kobold-warrior", "Shift+Tab")
    desk.settled(lambda: keys(page, "Enter"))
    tab_to(page, "#off-m6")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("off-m4")
    tab_to(page, "#pip-m2-2", "Shift+Tab")
    desk.settled(lambda: keys(page, "Space"))
    desk.costs(27)
    desk.focuses("pip-m2-2")

    # In the editor: a name, a card, a note.
    tab_to(page, "#open-m2", "Shift+Tab")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("open-m2")
    tab_to(page, "#own-name")
    page.keyboard.type("Snik")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("own-name")
    expect(page.locator(".member-open").first).to_have_text("Snik")
    tab_to(page, "#card-of-it summary", "Shift+Tab")
    keys(page, "Enter")
    expect(page.locator("#card-of-it .card")).to_be_visible()
    tab_to(page, "#positioning-false-object")
    desk.settled(lambda: keys(page, "Space"))
    desk.focuses("positioning-false-object")
    expect(page.locator("#card-of-it .card")).to_be_visible()
    tab_to(page, "#secret-false-object")
    page.keyboard.type("the crooked oak")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("secret-false-object")
    desk.costs(29)

    # An item is searched, bought and chosen for.
    tab_to(page, "#q", "Shift+Tab")
    keys(page, "Control+A")
    page.keyboard.type("boar")
    expect(page.locator("#add-boar")).to_be_visible()
    tab_to(page, "#add-boar")
    desk.settled(lambda: keys(page, "Enter"))
    tab_to(page, ".member:last-child .member-open")
    desk.settled(lambda: keys(page, "Enter"))
    tab_to(page, "#item-words")
    page.keyboard.type("fiery")
    expect(page.locator("#item-results li")).to_have_count(1)
    tab_to(page, "#item-fiery-weapon")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("item-fiery-weapon")
    expect(page.locator("#item-words")).to_have_value("fiery")
    expect(page.locator("#item-results li")).to_have_count(1)
    tab_to(page, "#pick-0-1", "Shift+Tab")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("pick-0-1")
    desk.says("Fiery Weapon (Tusk)")

    # A problem is allowed with a reason, or mended by its button: the drawer keeps the focus.
    tab_to(page, "#q", "Shift+Tab")
    keys(page, "Control+A")
    page.keyboard.type("oni")
    expect(page.locator("#add-caldera-oni")).to_be_visible()
    tab_to(page, "#add-caldera-oni")
    desk.settled(lambda: keys(page, "Enter"))
    desk.is_judged("2 problems")
    drawer = page.locator("#problems > summary")
    tab_to(page, "#problems > summary")
    keys(page, "Enter")
    tab_to(page, ".drawer-part:last-child [name=agree]")
    desk.settled(lambda: keys(page, "Enter"))
    desk.focuses("reason")
    page.keyboard.type("the boss fight")
    desk.settled(lambda: keys(page, "Enter"))
    desk.is_judged("1 problem")
    expect(drawer).to_be_focused()
    tab_to(page, "#roster-problems [name=change]")
    desk.settled(lambda: keys(page, "Enter"))
    desk.is_judged("Legal, 1 warning")
    expect(drawer).to_be_focused()
    keys(page, "Escape")
    expect(page.locator("#roster-problems")).to_be_hidden()

    # Undo and redo: each hands the focus to the other where it can be pressed no more.
    tab_to(page, "#undo")
    desk.settled(lambda: keys(page, "Enter"))
    desk.is_judged("1 problem")
    desk.focuses("undo")
    tab_to(page, "#redo")
    desk.settled(lambda: keys(page, "Enter"))
    desk.is_judged("Legal, 1 warning")
    desk.focuses("undo")


ODD_NAMES = (
    "W" * 80,
    "مرحبا بالوحوش",
    "👩‍👩‍👧‍👦 Ember 🔥",
    "Sir Bartholomew of the Northern Marches, the Third of his Name",
)


@pytest.mark.parametrize(("screen", "scheme"), [("1280px", "light"), ("360px", "dark")])
def test_every_state_of_the_builder_is_sound(
    ada, ash_company, sign_in, open_page, assert_accessible, assert_no_sideways_scroll, screen, scheme
):
    page = open_page(color_scheme=scheme, **SCREENS[screen])
    sign_in(page, ada)
    key, owner = ash_company.key, Owner(user=ada)
    odd = warband_create(
        owner=owner,
        draft=Draft(Roster(tuple(Member("boar", name=name) for name in ODD_NAMES), ODD_NAMES[0], "unlimited")),
    )
    nobody = warband_create(owner=owner, draft=Draft(Roster((), "", "unlimited")))

    def is_sound() -> None:
        assert_accessible(page)
        assert_no_sideways_scroll(page)
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
        assert len(ids) == len(set(ids))
        small = page.evaluate(
            """() => [...document.querySelectorAll('.builder :is(button, a.button, input:not([type=hidden]), summary)')]
                .filter(e => e.checkVisibility() && !e.closest('.choice, .nine, .chips'))
                .filter(e => e.getBoundingClientRect().height < 43.9 || e.getBoundingClientRect().width < 43.9)
                .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert not small, small

    desk = Desk(page)
    states = ("?member=m1", "?member=m2", "?member=m5", "?agree=creature.unknown@m6", "?q=boar&affordable=1#creatures")
    for state in states:
        desk.open(key, state)
        is_sound()
    page.locator("#warband-menu > summary").click()
    is_sound()
    for warband_key in (odd.key, nobody.key):
        desk.open(warband_key)
        is_sound()
    desk.open(odd.key, "?member=m1")
    is_sound()

    # A change that another window was faster than, and one that is refused.
    desk.open(key)
    snik = desk.with_tools("Snik")
    page.evaluate("document.querySelector('#change [name=version]').value = 0")
    desk.press("Move Snik down", snik)
    desk.says("changed in another window")
    is_sound()
    page.evaluate("document.querySelector('#off-m1').value = 'change=member-remove&member=m99'")
    page.locator("#off-m1").click()
    desk.says("This creature is no longer in the warband.")
    is_sound()


def test_fifty_members_are_built_with_as_one_is(ada, sign_in, wide_page):
    members = tuple(Member(CREATURES[place % 5], f"m{place + 1}", f"Host {place + 1}") for place in range(50))
    warband = warband_create(owner=Owner(user=ada), draft=Draft(Roster(members, "The Host", "unlimited", 2000)))
    sign_in(wide_page, ada)
    desk = Desk(wide_page).open(warband.key)
    desk.press("Move Host 49 up", desk.with_tools(wide_page.locator("#member-m49")))
    expect(wide_page.locator(".tally")).to_be_in_viewport()
    expect(wide_page.locator("#up-m49")).to_be_focused()
    expect(wide_page.locator("#up-m49")).to_be_in_viewport()


def test_sort_by_keeps_its_value_while_the_list_changes(wide_page):
    page = wide_page
    begin(page)
    sort = page.get_by_label("Sort by")
    sort.select_option("-hp")
    page.wait_for_url("**sort=-hp**")
    expect(sort).to_have_value("-hp")
    # Words add a choice: the options change, what is chosen does not.
    page.get_by_label("Search the creatures").fill("kobold")
    page.wait_for_url("**q=kobold**")
    expect(page.locator("#sort option", has_text="Best match first")).to_have_count(1)
    expect(sort).to_have_value("-hp")
    page.get_by_label("Search the creatures").fill("")
    expect(page.locator("#sort option", has_text="Best match first")).to_have_count(0)
    expect(sort).to_have_value("-hp")
    sort.select_option("")
    expect(sort).to_have_value("")

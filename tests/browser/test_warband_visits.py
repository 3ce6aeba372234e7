"""Who comes to a warband in a browser: visitors who sign up, strangers with a link, its player in two windows."""

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from rules.building.draft import Draft, Secret
from rules.roster import Member, Roster
from tests.browser.building import Desk
from tests.browser.screens import SCREENS, wait_for_truth
from warbands.models import Warband
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]

PASSPHRASE = "a-long-pass-phrase"


def warband(user, *members: Member, **more) -> str:
    """Store a warband of somebody and return its key."""
    roster = Roster(members or (Member("boar", "m1"),), "Ash Company", "limited", 200, "LE")
    return warband_create(owner=Owner(user=user), draft=Draft(roster, **more)).key


@pytest.fixture
def visited(open_page):
    """A visitor's builder with a boar in it."""
    desk = Desk(open_page(**SCREENS["1280px"]))
    desk.page.goto("/warbands/new/")
    desk.page.get_by_label("Name").fill("Ash Company")
    desk.page.get_by_role("button", name="Build this warband").click()
    desk.add("boar")
    return desk


def kept(page, name: str) -> None:
    """Expect to be at the builder again, as an account whose warband it is."""
    expect(page.locator(".member-open")).to_have_text("Boar")
    expect(page.get_by_text("Kept in this browser alone")).to_have_count(0)
    page.get_by_role("link", name="Warbands", exact=True).click()
    expect(page.locator(".rows.warbands")).to_contain_text("Ash Company")
    assert Warband.objects.get().owner.username == name


def test_a_visitors_draft_is_kept_on_signing_up(visited, db):
    page = visited.page
    page.get_by_role("link", name="Sign up").click()
    page.fill("input[name=username]", "ash")
    page.fill("input[name=password1]", PASSPHRASE)
    page.fill("input[name=password2]", PASSPHRASE)
    page.locator("form:has(input[name=password1]) button[type=submit]").click()
    kept(page, "ash")


def test_a_visitors_draft_is_kept_on_signing_in(visited, django_user_model):
    django_user_model.objects.create_user("snik", password=PASSPHRASE)
    page = visited.page
    page.locator("#roster").get_by_role("link", name="sign in").click()
    page.fill("input[name=login]", "snik")
    page.fill("input[name=password]", PASSPHRASE)
    page.locator("form:has(input[name=password]) button[type=submit]").click()
    kept(page, "snik")


def test_a_stranger_reads_a_shared_warband_on_a_phone_without_its_secrets_until_it_is_switched_off(
    ada, sign_in, wide_page, phone_page, assert_no_sideways_scroll, assert_accessible
):
    trog = Member("trog-stoneliege", "m1", "Granite", positioning=("false-object",))
    key = warband(ada, trog, secrets=(Secret("m1", "false-object", "the crooked oak"),))
    sign_in(wide_page, ada)
    wide_page.goto(f"/warbands/{key}/share/")
    wide_page.get_by_role("button", name="Make a link").click()
    shown = wide_page.get_by_role("textbox", name="The link")
    expect(shown).to_be_visible()
    link = shown.input_value()

    phone_page.goto(link)
    expect(phone_page.get_by_role("heading", name="Granite")).to_be_visible()
    assert "crooked oak" not in phone_page.content()
    assert_no_sideways_scroll(phone_page)
    assert_accessible(phone_page)

    desk = Desk(wide_page).open(key, "?member=m1")
    desk.press("Reveal it to everybody")
    phone_page.reload()
    phone_page.get_by_role("heading", name="Granite").click()
    expect(phone_page.get_by_text("the crooked oak")).to_be_visible()
    desk.press("Hide it again")
    phone_page.reload()
    assert "crooked oak" not in phone_page.content()

    wide_page.goto(f"/warbands/{key}/share/")
    wide_page.get_by_role("button", name="Switch the link off").click()
    wide_page.get_by_role("button", name="Make a link").wait_for()
    assert phone_page.goto(link).status == 404
    expect(phone_page.get_by_role("heading", name="No warband is shared here")).to_be_visible()


@pytest.mark.parametrize("live", [True, False], ids=["js", "plain"])
def test_the_later_of_two_windows_is_told_what_changed_and_makes_its_change_over_it(
    ada, sign_in, open_page, assert_accessible, live
):
    key = warband(ada)
    windows = []
    for _ in range(2):
        page = open_page(java_script_enabled=live, **SCREENS["360px"])
        sign_in(page, ada)
        windows.append(Desk(page, live).open(key))
    first, second = windows
    # On a phone, hero points stand in the editor, and to open it brings what is new: both are open before.
    boar = second.with_tools("Boar")
    first.add("basilisk")
    first.press("Remove Boar")
    basilisk = first.with_tools("Basilisk")
    second.press("1 hero point, 3 points each", boar)
    second.says("in another window of yours")
    second.says("Added Basilisk")
    second.says("Removed Boar")
    second.lists("Basilisk")
    second.add("kobold-warrior")
    second.says_no_more("in another window of yours")

    # The window that was first is the later one now.
    first.press("1 hero point, 6 points each", basilisk)
    first.says("Added Kobold Warrior")
    first.says("Your change: Gave Basilisk 1 hero point")
    if live:
        first.focuses("meanwhile")
    first.press("Make it now")
    first.costs(32 + 6 + 9)
    first.says_no_more("in another window of yours")


@pytest.mark.parametrize("live", [True, False], ids=["js", "plain"])
def test_a_name_that_is_refused_stays_as_typed(ada, sign_in, open_page, live):
    key = warband(ada)
    page = open_page(java_script_enabled=live, **SCREENS["360px"])
    sign_in(page, ada)
    desk = Desk(page, live).open(key, "?member=m1")
    # The bound of a field is the browser's to keep, so that it is taken out.
    page.evaluate("document.getElementById('own-name').removeAttribute('maxlength')")
    page.locator("#own-name").fill("x" * 81)
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#refusal")).to_contain_text("A name can have at most 80 characters; this one has 81.")
    expect(page.locator("#refusal")).to_be_in_viewport()
    expect(page.locator("#own-name")).to_have_value("x" * 81)
    desk.lists("Boar")
    desk.type("Name", "Tusker", "Rename")
    desk.lists("Tusker")
    expect(page.locator("#refusal")).to_be_empty()


def test_what_is_typed_elsewhere_outlives_a_change(ada, sign_in, wide_page):
    sign_in(wide_page, ada)
    desk = Desk(wide_page).open(warband(ada), "?member=m1")
    wide_page.locator("#own-name").fill("Tusker")
    desk.press("2 hero points, 3 points each", desk.with_tools("Boar"))
    expect(wide_page.locator("#own-name")).to_have_value("Tusker")
    wide_page.get_by_label("Notes", exact=True).fill("He has not slept")
    expect(wide_page.locator("#member-note-saved")).to_have_text("Saved")
    expect(wide_page.locator("#own-name")).to_have_value("Tusker")
    desk.add("basilisk")
    expect(wide_page.get_by_label("Notes", exact=True)).to_have_value("He has not slept")
    desk.edit("Basilisk")
    expect(wide_page.locator("#own-name")).to_have_value("")
    expect(wide_page.get_by_label("Notes", exact=True)).to_have_value("")


def test_going_back_shows_the_warband_as_it_is(ada, sign_in, wide_page):
    sign_in(wide_page, ada)
    desk = Desk(wide_page).open(warband(ada))
    desk.add("basilisk")
    wide_page.get_by_role("link", name="Sheet", exact=True).click()
    expect(wide_page.get_by_role("heading", name="Ash Company")).to_be_visible()
    wide_page.go_back()
    desk.lists("Boar", "Basilisk")
    desk.press("Remove Boar")
    desk.says_no_more("in another window of yours")


def test_a_search_leaves_the_notice_of_another_window_where_it_is(ada, sign_in, wide_page):
    sign_in(wide_page, ada)
    desk = Desk(wide_page).open(warband(ada))
    wide_page.evaluate("document.querySelector('#change [name=version]').value = 0")
    desk.press("Copy Boar", desk.with_tools("Boar"))
    desk.focuses("meanwhile")
    desk.search("basil", "basilisk")
    expect(wide_page.locator("#count")).to_have_text("1 creature found")
    desk.focuses("q")


def test_presses_in_a_hurry_are_all_made_in_their_order(ada, sign_in, wide_page):
    sign_in(wide_page, ada)
    desk = Desk(wide_page).open(warband(ada))
    press = "id => document.getElementById(id).click()"
    for name in ("add-kobold-warrior", "add-basilisk", "add-basilisk", "pip-m1-3", "off-m1", "off-m1"):
        wide_page.evaluate(press, name)
    expect(wide_page.locator(".member-open")).to_have_text(["Kobold Warrior", "2 × Basilisk"])
    desk.costs(9 + 2 * 32)
    expect(wide_page.locator("#refusal")).to_be_empty()


def test_a_page_that_gets_no_answer_says_so_and_goes_on_later(ada, sign_in, new_context, live_server):
    page = new_context(base_url=live_server.url, service_workers="block").new_page()
    sign_in(page, ada)
    desk = Desk(page).open(warband(ada))
    page.context.set_offline(True)
    desk.with_tools("Boar").get_by_role("button", name="Copy Boar").click()
    expect(page.locator("#refusal")).to_contain_text("Your change is saved on this device")
    page.context.set_offline(False)
    desk.lists("2 × Boar")
    expect(page.locator("#refusal")).to_be_empty()


def test_a_warband_that_is_gone_says_so(ada, sign_in, new_context, live_server):
    page = new_context(base_url=live_server.url, service_workers="block").new_page()
    sign_in(page, ada)
    desk = Desk(page).open(warband(ada))
    page.context.clear_cookies(name="sessionid")
    desk.with_tools("Boar").get_by_role("button", name="Copy Boar").click()
    expect(page.locator("#refusal")).to_contain_text("This warband no longer exists.")
    page.locator(".member-open").click()
    expect(page.locator("#refusal")).to_contain_text("or you are signed out. Load the page again.")


def test_on_a_phone_what_is_pressed_stays_under_the_thumb_and_what_it_did_is_told(ada, sign_in, phone_page):
    members = tuple(Member("boar", f"m{number}", f"Tusk {number}") for number in range(1, 9))
    sign_in(phone_page, ada)
    desk = Desk(phone_page).open(warband(ada, *members))
    top = "id => document.getElementById(id).getBoundingClientRect().top"

    def stays(button: str) -> None:
        phone_page.locator(f"#{button}").scroll_into_view_if_needed()
        before = phone_page.evaluate(top, button)
        desk.settled(phone_page.locator(f"#{button}").click)
        wait_for_truth(phone_page, f"([id, before]) => Math.abs(({top})(id) - before) <= 1", arg=[button, before])

    stays("open-m2")
    stays("open-m7")
    stays("pip-m7-3")
    stays("positioning-summonable")
    desk.pane("creatures")
    stays("add-basilisk")
    expect(phone_page.locator("#said")).to_be_in_viewport()
    expect(phone_page.locator("#said")).to_contain_text("Added Basilisk.")


def test_a_random_box_opens_as_a_draft(wide_page):
    wide_page.goto("/random-box/")
    wide_page.get_by_label("Your figures").fill("3 Boar\n2 Kobold Warrior")
    wide_page.get_by_role("button", name="What can I field?").click()
    wide_page.get_by_role("button", name="Open as a draft").first.click()
    desk = Desk(wide_page)
    desk.costs(3 * 18 + 2 * 9)
    desk.is_judged("Legal")
    for group in ("3 × Boar", "2 × Kobold Warrior"):
        expect(wide_page.locator(".member-open", has_text=group)).to_have_count(1)

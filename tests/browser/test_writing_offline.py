"""What is done without a network waits on the device, shows, and is done once there is one, beside other changes."""

from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, StoredAnswer
from battles.services.battles import battle_store
from rules.building.extras import HeroPointsSet
from rules.building.members import MemberRemove, MemberRename
from tests.browser.screens import SCREENS, wait_for_truth
from tests.rules.p2v_combat.tables import setup_of
from warbands.models import Warband
from warbands.selectors.warbands import warband_open
from warbands.services.drafts import draft_change

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
NOTHING_WAITS = "async () => (await muster.queue.all()).length === 0"


@pytest.fixture
def page(open_page, ada, sign_in) -> Any:
    """Ada's phone, which may keep pages."""
    page = open_page(service_workers="allow", **SCREENS["360px"])
    page.goto("/first-game/")
    wait_for_truth(page, "() => navigator.serviceWorker.controller !== null")
    sign_in(page, ada)
    return page


def members_of(ada: Any, warband: Warband) -> dict[str, Any]:
    opened = warband_open(Owner(user=ada), warband.key)
    assert opened is not None
    return {member.id: member for member in opened.draft.roster.members}


def elsewhere(ada: Any, warband: Warband, change: Any) -> None:
    """Let another device change the warband."""
    version = Warband.objects.get(pk=warband.pk).version
    draft_change(owner=Owner(user=ada), key=warband.key, version=version, change=change)


def panel(page: Any) -> Any:
    return page.locator("#queue")


def test_building_goes_on_without_a_network(page, ada, ash_company, assert_accessible, assert_no_sideways_scroll):
    before = members_of(ada, ash_company)
    first = next(iter(before))
    page.goto(f"/warbands/{ash_company.key}/#warband")
    page.context.set_offline(True)
    page.get_by_role("link", name="Creatures", exact=True).click()
    page.locator("#add-boar").click()
    expect(panel(page)).to_contain_text("Only on this device: 1 change")
    page.get_by_role("link", name="Warband", exact=False).last.click()
    here = page.locator("li.only-here")
    expect(here).to_contain_text("only on this device")
    here.get_by_label("Name").fill("Old Tusk")
    here.get_by_role("button", name="Rename").click()
    expect(here.locator("b")).to_have_text("Old Tusk")
    expect(panel(page)).to_contain_text("2 changes")
    assert_no_sideways_scroll(page)
    panel(page).locator("summary").click()
    assert_accessible(page)
    # The page is closed and opened again: everything is still there.
    page.goto("about:blank")
    page.goto(f"/warbands/{ash_company.key}/#warband")
    expect(page.locator("li.only-here b").first).to_have_text("Old Tusk")
    elsewhere(ada, ash_company, HeroPointsSet(first, 1))
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#roster")).to_contain_text("Old Tusk")
    expect(page.locator("li.only-here")).to_have_count(0)
    wait_for_truth(page, NOTHING_WAITS)
    after = members_of(ada, ash_company)
    [new] = after.keys() - before.keys()
    assert (after[new].creature, after[new].name) == ("boar", "Old Tusk")
    assert after[first].hero_points == 1


def test_two_devices_without_a_network_both_keep_their_changes(page, open_page, ada, ash_company, sign_in):
    laptop = open_page(service_workers="block", **SCREENS["1280px"])
    sign_in(laptop, ada)
    names = {page: ("m1", "Mara"), laptop: ("m2", "Tusk")}
    for device, (member, name) in names.items():
        device.goto(f"/warbands/{ash_company.key}/?member={member}#warband")
        device.context.set_offline(True)
        device.get_by_label("Name", exact=True).fill(name)
        device.locator("#rename").click()
        expect(panel(device)).to_contain_text("Only on this device: 1 change")
    for device in names:
        device.locator("#warband-note-text").fill(f"Written on {names[device][0]}")
        device.locator("#own-name").focus()  # notes are saved as they are left
        expect(panel(device)).to_contain_text("2 changes")
    for device in names:
        device.context.set_offline(False)
        wait_for_truth(device, "async () => (await muster.queue.all()).every((command) => command.refused)")
    after = members_of(ada, ash_company)
    assert (after["m1"].name, after["m2"].name) == ("Mara", "Tusk")
    # Both wrote notes on the warband: the second device's were refused, and say so.
    expect(panel(laptop)).to_contain_text("1 change not done")
    expect(panel(laptop)).to_contain_text("the same part of the warband was changed meanwhile")
    expect(panel(page)).to_be_hidden()


def test_what_no_longer_fits_is_said_and_stays_to_be_dropped(page, ada, ash_company):
    first, *_ = members_of(ada, ash_company)
    page.goto(f"/warbands/{ash_company.key}/?member={first}#warband")
    page.context.set_offline(True)
    page.get_by_label("Name", exact=True).fill("Mara")
    page.locator("#rename").click()
    expect(panel(page)).to_contain_text("Only on this device: 1 change")
    elsewhere(ada, ash_company, MemberRemove(first))
    page.context.set_offline(False)
    expect(panel(page)).to_contain_text("1 change not done")
    expect(panel(page)).to_contain_text("This creature is no longer in the warband.")
    expect(panel(page)).to_contain_text("Removed")
    page.reload()
    expect(panel(page)).to_contain_text("1 change not done")
    panel(page).get_by_role("button", name="Drop it").click()
    expect(panel(page)).to_be_hidden()
    assert "Mara" not in {member.name for member in members_of(ada, ash_company).values()}


def test_a_refused_change_can_be_done_again(page, ada, ash_company):
    first = next(iter(members_of(ada, ash_company)))
    page.goto(f"/warbands/{ash_company.key}/?member={first}#warband")
    page.context.set_offline(True)
    page.get_by_label("Name", exact=True).fill("Mara")
    page.locator("#rename").click()
    expect(panel(page)).to_contain_text("Only on this device: 1 change")
    elsewhere(ada, ash_company, MemberRename(first, "Mira"))
    page.context.set_offline(False)
    expect(panel(page)).to_contain_text("1 change not done")
    page.reload()
    panel(page).get_by_role("button", name="Do it again").click()
    expect(panel(page)).to_be_hidden()
    assert members_of(ada, ash_company)[first].name == "Mara"


def test_undo_takes_the_last_of_what_waits(page, ada, ash_company):
    page.goto(f"/warbands/{ash_company.key}/#creatures")
    page.context.set_offline(True)
    page.locator("#add-boar").click()
    expect(panel(page)).to_contain_text("1 change")
    page.locator("#add-basilisk").click()
    expect(panel(page)).to_contain_text("2 changes")
    panel(page).locator("summary").click()
    panel(page).get_by_role("button", name="Undo the last change").click()
    expect(panel(page)).to_contain_text("1 change")
    with page.expect_download() as saving:
        panel(page).get_by_role("button", name="Save as a file").click()
    assert "member-add" in saving.value.path().read_text()
    panel(page).get_by_role("button", name="Delete").click()
    expect(panel(page)).to_be_hidden()


def test_an_answer_that_was_lost_is_not_done_twice(new_context, live_server, ada, ash_company, sign_in):
    page = new_context(base_url=live_server.url, service_workers="block").new_page()
    sign_in(page, ada)
    before = len(members_of(ada, ash_company))
    page.goto(f"/warbands/{ash_company.key}/#creatures")

    def _lose_answer(route: Any) -> None:
        route.fetch()
        route.abort("internetdisconnected")

    page.route("**/change/", _lose_answer, times=1)
    page.locator("#add-boar").click()
    wait_for_truth(page, "async () => (await muster.queue.all()).length === 1")
    page.evaluate("muster.queue.flush()")
    wait_for_truth(page, NOTHING_WAITS)
    assert len(members_of(ada, ash_company)) == before + 1
    assert StoredAnswer.objects.count() == 1


def test_two_tabs_send_once(page, ada, ash_company):
    before = len(members_of(ada, ash_company))
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"/warbands/{ash_company.key}/#creatures")
    page.context.set_offline(True)
    for _ in range(3):
        page.locator("#add-boar").click()
    wait_for_truth(page, "async () => (await muster.queue.all()).length === 3")
    page.context.set_offline(False)
    for tab in (page, other):
        tab.evaluate("void muster.queue.flush()")
    wait_for_truth(page, NOTHING_WAITS)
    assert len(members_of(ada, ash_company)) == before + 3


def test_another_account_sends_nothing_and_signing_out_asks(page, ada, boss, ash_company, sign_in):
    before = members_of(ada, ash_company)
    page.goto(f"/warbands/{ash_company.key}/#creatures")
    page.context.set_offline(True)
    page.locator("#add-boar").click()
    expect(panel(page)).to_contain_text("1 change")
    page.route(
        "**/commands/", lambda route: route.abort("internetdisconnected")
    )  # the network comes back, but the site does not answer
    page.context.set_offline(False)
    page.goto("/accounts/logout/")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.locator("main form button").click()
    assert "Only on this device: 1 change" in asked[0]
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("main form button").click()
    expect(page.get_by_text("You have signed out.")).to_be_visible()
    page.unroute("**/commands/")
    sign_in(page, boss)
    page.goto("/warbands/")
    page.evaluate("muster.queue.flush()")
    expect(panel(page)).to_be_hidden()  # nothing of Ada's is shown to others
    assert members_of(ada, ash_company) == before
    sign_in(page, ada)
    page.goto("/warbands/")
    wait_for_truth(page, NOTHING_WAITS)
    assert len(members_of(ada, ash_company)) == len(before) + 1


def test_an_expired_session_asks_for_sign_in_and_keeps_what_waits(page, ada, ash_company):
    page.goto(f"/warbands/{ash_company.key}/#creatures")
    page.context.set_offline(True)
    page.locator("#add-boar").click()
    expect(panel(page)).to_contain_text("1 change")
    page.context.clear_cookies()
    page.context.set_offline(False)
    expect(panel(page)).to_contain_text("You are signed out.")
    expect(panel(page).locator("a", has_text="Sign in to send them")).to_be_attached()
    expect(panel(page)).to_contain_text("1 change")


def test_a_browser_that_stores_nothing_sends_what_its_page_remembers(
    new_context, live_server, ada, ash_company, sign_in
):
    page = new_context(base_url=live_server.url, service_workers="block").new_page()
    page.add_init_script("indexedDB.open = () => { throw new Error('private'); }")
    sign_in(page, ada)
    before = len(members_of(ada, ash_company))
    page.goto(f"/warbands/{ash_company.key}/#creatures")
    page.context.set_offline(True)
    page.locator("#add-boar").click()
    expect(panel(page)).to_contain_text("This browser stores nothing here: what waits ends with this page.")
    expect(panel(page)).to_contain_text("Only on this page: 1 change")
    expect(page.locator("li.only-here")).to_contain_text("only on this page")
    expect(page.locator("#refusal")).to_contain_text("Your change is saved on this page and will be sent.")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("location.reload()")  # the page asks before it goes, and stays
    wait_for_truth(page, "async () => (await muster.queue.all()).length === 1")
    assert asked == ["beforeunload"]
    page.context.set_offline(False)
    wait_for_truth(page, NOTHING_WAITS)
    assert len(members_of(ada, ash_company)) == before + 1


def test_what_an_earlier_version_stored_of_a_battle_is_sent(open_page, ada, sign_in):
    page = open_page(service_workers="block", **SCREENS["360px"])
    sign_in(page, ada)
    setup = setup_of(["kobold-warrior"], ["boar"])
    battle = battle_store(owner=Owner(user=ada), setup=setup, seed=b"the same dice in every battle...")
    page.goto(f"/battles/{battle.key}/")
    page.get_by_role("button", name="Begin the battle").click()
    page.locator("[data-focus='b.m1']").click()
    expect(page.locator("#panel-name")).to_have_text("Boar")
    page.evaluate(
        """(action) => {
            const key = Date.now().toString(36) + "-0123456789";
            const body = "do=hp&creature=b.m1&focus=b.m1&by=-5&sent=" + key;
            const stored = JSON.stringify({ key, action, body, words: "Boar: Take 5 damage", seats: "ab" });
            localStorage.setItem("muster-battle/key/waits/" + key, stored);
        }""",
        f"/battles/{battle.key}/act/",
    )
    page.reload()
    expect(page.locator(".panel-hp b")).to_have_text("35")
    assert page.evaluate("localStorage.length") == 0

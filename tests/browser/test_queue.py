"""The queue of offline changes where something fails: the browser's store, an answer, the site, or another command."""

from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from battles.services.battles import battle_store
from tests.browser.screens import wait_for_truth
from tests.rules.p2v_combat.tables import setup_of
from warbands.selectors.warbands import warband_open

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
NOTHING_WAITS = "async () => (await muster.queue.all()).every((command) => command.refused)"
WAITS = "async (number) => (await muster.queue.all()).length === number"


@pytest.fixture
def page(new_context, live_server, ada, ash_company, sign_in) -> Any:
    """Ada's builder with the first member open."""
    page = new_context(base_url=live_server.url, service_workers="block").new_page()
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/?member=m1")
    return page


def names_of(ada: Any, ash_company: Any) -> dict[str, str]:
    opened = warband_open(Owner(user=ada), ash_company.key)
    assert opened is not None
    return {member.id: member.name for member in opened.draft.roster.members}


def lose_store(page: Any) -> None:
    page.evaluate("() => { IDBDatabase.prototype.transaction = () => { throw new Error('lost'); }; }")


def rename(page: Any, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.locator("#rename").click()


def panel(page: Any) -> Any:
    return page.locator("#queue")


def test_the_page_of_another_network_in_the_site_s_place_stops_nothing(page, ada, ash_company):
    page.context.set_offline(True)
    rename(page, "new-technology")  # text that looks like a name from a device is text
    wait_for_truth(page, WAITS, arg=1)
    page.route("**/commands/", lambda route: route.fulfill(status=200, body="<p>Sign in to this network"), times=1)
    page.context.set_offline(False)
    page.evaluate("muster.queue.flush()")
    page.evaluate("muster.queue.flush()")
    wait_for_truth(page, NOTHING_WAITS)
    assert names_of(ada, ash_company)["m1"] == "new-technology"


def test_a_store_that_fails_is_replaced_by_the_memory_of_the_page(page, ada, ash_company):
    lose_store(page)
    page.context.set_offline(True)
    rename(page, "Mara")
    expect(panel(page)).to_contain_text("This browser could not read what waits here. Load the page again")
    expect(panel(page)).to_contain_text("Only on this page: 1 change")
    page.context.set_offline(False)
    wait_for_truth(page, NOTHING_WAITS)
    assert names_of(ada, ash_company)["m1"] == "Mara"


def test_a_press_in_a_battle_outlives_a_store_that_fails(page, ada):
    setup = setup_of(["kobold-warrior"], ["boar"])
    battle = battle_store(owner=Owner(user=ada), setup=setup, seed=b"the same dice in every battle...")
    page.goto(f"/battles/{battle.key}/")
    page.get_by_role("button", name="Begin the battle").click()
    page.locator("[data-focus='b.m1']").click()
    expect(page.locator("#panel-name")).to_have_text("Boar")
    lose_store(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Take 5 damage").click()
    expect(page.locator("#battle-offline")).to_contain_text("1 change waits")
    page.context.set_offline(False)
    expect(page.locator(".panel-hp b")).to_have_text("35")


def test_a_change_that_was_sent_is_not_replaced(page, ada, ash_company):
    def _lose_answer(route: Any) -> None:
        route.fetch()
        route.abort("internetdisconnected")

    page.route("**/change/", _lose_answer, times=1)
    page.route("**/commands/", lambda route: route.abort("internetdisconnected"))
    rename(page, "Mara")
    wait_for_truth(page, WAITS, arg=1)
    rename(page, "Mira")
    wait_for_truth(page, WAITS, arg=2)
    page.unroute("**/commands/")
    page.evaluate("muster.queue.flush()")
    wait_for_truth(page, "async () => (await muster.queue.all()).length === 0")
    assert names_of(ada, ash_company)["m1"] == "Mira"


def test_a_change_of_a_creature_that_was_deleted_before_it_was_added_says_so(page, ada, ash_company):
    before = names_of(ada, ash_company)
    page.context.set_offline(True)
    page.locator("#add-boar").click()
    here = page.locator("li.only-here")
    here.get_by_label("Name").fill("Old Tusk")
    here.get_by_role("button", name="Rename").click()
    wait_for_truth(page, WAITS, arg=2)
    page.evaluate("async () => { await muster.queue.remove((await muster.queue.all())[0].name); }")
    page.context.set_offline(False)
    expect(panel(page)).to_contain_text("It changes a creature that was never added")
    assert names_of(ada, ash_company) == before


def test_a_change_that_always_meets_an_error_holds_up_no_others(page):
    page.context.set_offline(True)
    rename(page, "Mara")
    wait_for_truth(page, WAITS, arg=1)
    page.evaluate("muster.queue.add({ action: '/elsewhere/', fields: [['a', 'b']], words: 'Another change' })")
    page.route("**/change/", lambda route: route.fulfill(status=500, body="Error"))
    page.context.set_offline(False)
    for _ in range(4):
        page.evaluate("muster.queue.flush()")
    wait_for_truth(page, "async () => (await muster.queue.all())[1].refused !== null")
    expect(panel(page)).to_contain_text("The site has an error with this change.")


def test_what_a_visitor_made_is_shown_to_the_account_of_the_visitor(page):
    page.evaluate(
        """async () => {
            const command = await muster.queue.add({ action: '/elsewhere/', fields: [], words: 'A change', slot: 'x' });
            const request = indexedDB.open("muster", 1);
            await new Promise((resolve) => request.addEventListener("success", resolve));
            const transaction = request.result.transaction("commands", "readwrite");
            const refused = { reason: "It no longer fits.", meanwhile: [] };
            transaction.objectStore("commands").put({ ...command, person: "visitor", refused });
            await new Promise((resolve) => transaction.addEventListener("complete", resolve));
        }"""
    )

    def _answer(route: Any) -> None:
        route.fulfill(json=route.fetch().json() | {"was": ["visitor"]})

    page.route("**/commands/", _answer)
    page.reload()
    expect(panel(page)).to_contain_text("Not done. It no longer fits.")
    wait_for_truth(page, "async () => (await muster.queue.all())[0].person === muster.queue.person")


def test_notes_that_are_typed_stay_while_others_wait(page):
    page.context.set_offline(True)
    notes = page.locator("#warband-note-text")
    notes.fill("First")
    page.locator("#own-name").focus()
    wait_for_truth(page, WAITS, arg=1)
    notes.fill("First and second")
    page.evaluate("document.dispatchEvent(new CustomEvent('muster:queue', { detail: {} }))")
    page.wait_for_timeout(300)
    assert notes.input_value() == "First and second"

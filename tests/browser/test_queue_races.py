"""The queue of offline changes where two things happen at once: tabs that add, and removal of what is on its way."""

from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, StoredAnswer
from tests.browser.screens import wait_for_truth
from warbands.selectors.warbands import warband_open

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
EMPTY = "async () => (await muster.queue.all()).length === 0"
WAITS = "async (number) => (await muster.queue.all()).length === number"
ADD_THRICE = """(tab) => {
    const command = { action: "/elsewhere/", fields: [], slot: "same" };
    globalThis.added = Promise.all([1, 2, 3].map((n) => muster.queue.add({ ...command, words: `${tab}${n}` })));
}"""
WORDS = "async () => (await muster.queue.all()).map(({ words }) => words)"
ADD_AN_HOUR_EARLIER = """async () => {
    const now = Date.now();
    Date.now = () => now - 3_600_000; // the phone was restarted, and its clock is behind
    await muster.queue.add({ action: "/elsewhere/", fields: [], words: "Later" });
}"""

COUNT_READS = """async () => {
    const { transaction } = IDBDatabase.prototype;
    let reads = 0;
    IDBDatabase.prototype.transaction = function (...names) {
        reads += 1;
        return transaction.apply(this, names);
    };
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return reads;
}"""


@pytest.fixture
def page(new_context, live_server, ada, ash_company, sign_in) -> Any:
    """Ada's builder with the first member open."""
    page = new_context(base_url=live_server.url, service_workers="block").new_page()
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/?member=m1")
    return page


def first_name(ada: Any, ash_company: Any) -> str:
    opened = warband_open(Owner(user=ada), ash_company.key)
    assert opened is not None
    return opened.draft.roster.members[0].name


def rename(page: Any, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.locator("#rename").click()


def panel(page: Any) -> Any:
    return page.locator("#queue")


def remove_first(page: Any) -> None:
    page.evaluate("async () => { await muster.queue.remove((await muster.queue.all())[0].name); }")


def test_tabs_that_add_at_once_leave_one_of_a_slot_and_keep_the_order(page):
    other = page.context.new_page()
    other.goto(page.url)
    assert other.evaluate(COUNT_READS) <= 2  # a page on which nothing waits rests
    page.context.set_offline(True)
    for tab, name in ((page, "a"), (other, "b")):
        tab.evaluate(ADD_THRICE, name)
    for tab in (page, other):
        tab.evaluate("async () => { await added; }")
    assert page.evaluate(WORDS) in (["a3"], ["b3"])
    page.evaluate(ADD_AN_HOUR_EARLIER)
    assert page.evaluate(WORDS)[1:] == ["Later"]


def test_what_was_removed_on_its_way_is_settled_with_the_site(page, ada, ash_company):
    def _lose_answer(route: Any) -> None:
        route.fetch()
        route.abort("internetdisconnected")

    def _lose_request(route: Any) -> None:
        route.abort("internetdisconnected")

    # The site has done the first change, but its answer was lost. It has never seen the second one.
    page.route("**/change/", _lose_answer, times=1)
    page.route("**/commands/", _lose_request)
    rename(page, "Mara")
    wait_for_truth(page, WAITS, arg=1)
    remove_first(page)
    expect(panel(page)).to_contain_text("1 deletion waits for the site")
    page.unroute("**/commands/")
    page.evaluate("muster.queue.flush()")
    expect(panel(page)).to_contain_text("1 change not deleted")
    expect(panel(page)).to_contain_text("The site had made it before you deleted it.")
    expect(page.locator("#member-m1 .member-open bdi")).to_have_text("Mara")
    panel(page).get_by_role("button", name="Got it").click()
    expect(panel(page)).to_be_hidden()
    page.route("**/change/", _lose_request, times=1)
    page.route("**/commands/", _lose_request)
    rename(page, "Mira")
    expect(page.locator("#member-m1 .member-open bdi")).to_have_text("Mira")
    remove_first(page)
    expect(page.locator("#member-m1 .member-open bdi")).to_have_text("Mara")
    page.unroute("**/commands/")
    page.evaluate("muster.queue.flush()")
    wait_for_truth(page, EMPTY)
    expect(page.locator("#refusal .notice")).to_have_count(0)
    assert first_name(ada, ash_company) == "Mara"
    assert StoredAnswer.objects.count() == 2  # the request that comes too late finds its name used


def test_what_is_removed_while_it_is_refused_does_not_come_back(page):
    held: list[Any] = []
    page.context.set_offline(True)
    rename(page, "Mara")
    wait_for_truth(page, WAITS, arg=1)
    page.route("**/change/", lambda route: held.append(route), times=1)
    page.context.set_offline(False)
    wait_for_truth(page, "() => muster.queue.isSending")
    while not held:
        page.wait_for_timeout(50)
    remove_first(page)
    held[0].fulfill(status=422, json={"refused": "It no longer fits."})
    wait_for_truth(page, EMPTY)
    expect(panel(page)).to_be_hidden()


def test_a_store_that_is_deleted_under_an_open_page_is_made_anew(page):
    page.context.set_offline(True)
    rename(page, "Mara")
    wait_for_truth(page, WAITS, arg=1)
    page.evaluate("new Promise((resolve) => (indexedDB.deleteDatabase('muster').onsuccess = () => resolve(true)))")
    wait_for_truth(page, EMPTY)
    rename(page, "Mira")
    expect(panel(page)).to_contain_text("name “Mira”")
    expect(panel(page).locator("li")).to_have_count(1)
    assert page.evaluate("[muster.queue.trouble, muster.queue.where]") == ["", "this device"]
    page.context.set_offline(False)
    wait_for_truth(page, EMPTY)

"""Pages without a network: what was read is there and says so, everything else says that it is not."""

import re
import threading

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from accounts.models import Owner
from adventures.services.adventures import adventure_make
from battles.models import Battle
from battles.services.battles import battle_store
from compendium.models import Item, Source
from p2v_site.web import offline, take_along
from tests.adventures.play import dry_well
from tests.browser.screens import SCREENS, wait_for_truth
from tests.rules.p2v_combat.tables import setup_of
from warbands.services.warbands import warband_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
OFFLINE = "You are offline"
KEPT_SAYS = """async ([address, words]) => {
    const kept = await (await caches.open("muster-pages")).match(address);
    const page = new DOMParser().parseFromString((await kept?.text()) ?? "", "text/html");
    return page.querySelector(".panel-hp b")?.textContent === words;
}"""
COUNT_KEPT = "async () => (await (await caches.open('muster-pages')).keys()).length"


@pytest.fixture
def page(open_page):
    """A phone that may keep pages, with its worker in charge."""
    page = open_page(service_workers="allow", **SCREENS["360px"])
    page.goto("/first-game/")
    wait_for_truth(page, "() => navigator.serviceWorker.controller !== null")
    wait_for_kept(page, 1)  # the page that brought the worker
    return page


def wait_for_kept(page, number: int) -> None:
    wait_for_truth(page, f"async () => (await ({COUNT_KEPT})()) === {number}")


def test_what_was_read_is_there_without_a_network_and_says_so(
    page, ada, ash_company, sign_in, assert_accessible, assert_no_sideways_scroll
):
    sign_in(page, ada)
    page.goto("/creatures/boar/")
    page.goto("/glossary/")
    page.goto(f"/warbands/{ash_company.key}/sheet/")
    wait_for_kept(page, 3)  # the guide was read by nobody in particular, and went at the sign-in
    page.context.set_offline(True)
    for address in (
        "/creatures/boar/",
        "/glossary/",
        f"/warbands/{ash_company.key}/sheet/",
        f"/warbands/{ash_company.key}/",
    ):
        page.goto(address)
        expect(page.get_by_role("status").first).to_contain_text(f"{OFFLINE}. This page is as it was on")
        expect(page.locator("form[method=post]")).to_have_count(0)
        assert_no_sideways_scroll(page)
    assert_accessible(page)
    page.goto("/battles/")
    expect(page.get_by_role("heading", level=1, name=OFFLINE)).to_be_visible()
    kept = page.locator(".kept-pages a")
    expect(kept).to_have_count(3)
    assert_accessible(page)
    kept.filter(has_text="Boar").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Boar")
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text(f"{OFFLINE}.")).to_have_count(0)


def test_signing_out_empties_the_store(page, ada, ash_company, sign_in):
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/sheet/")
    wait_for_kept(page, 1)
    page.goto("/accounts/logout/")
    page.locator("main form button").click()
    expect(page.get_by_text("You have signed out.")).to_be_visible()
    wait_for_kept(page, 1)  # the front page, which is the same for all now
    page.context.set_offline(True)
    page.goto(f"/warbands/{ash_company.key}/sheet/")
    expect(page.get_by_role("heading", level=1, name=OFFLINE)).to_be_visible()


def test_a_sheet_whose_link_is_off_is_kept_no_longer(page, ada, ash_company):
    link = f"/shared/{ash_company.share_token}/"
    page.goto(link)
    wait_for_kept(page, 2)
    warband_share(owner=Owner(user=ada), key=ash_company.key, shared=False)
    page.goto(link)
    wait_for_kept(page, 1)


def test_pages_that_show_links_settings_and_the_api_are_never_kept(page, ada, ash_company, sign_in):
    sign_in(page, ada)
    for address in (
        "/campaigns/",
        f"/warbands/{ash_company.key}/share/",
        "/accounts/email/",
        "/homebrew/new/",
        "/api/v1/creatures/boar/",
    ):
        page.goto(address)
    page.goto("/glossary/")
    wait_for_kept(page, 1)
    assets = page.evaluate("async () => (await (await caches.open('muster-assets')).keys()).map(({ url }) => url)")
    assert [asset for asset in assets if "/static/" not in asset and not asset.endswith("/offline/")] == []


def test_a_battle_that_is_loaded_again_offline_shows_what_waits(page, ada, sign_in, assert_no_sideways_scroll):
    sign_in(page, ada)
    battle = battle_store(
        owner=Owner(user=ada),
        setup=setup_of(["kobold-warrior"], ["boar"]),
        seed=b"the same dice in every battle...",
    )
    page.goto(f"/battles/{battle.key}/?creature=b.m1")
    page.get_by_role("button", name="Begin the battle").click()
    page.locator("[data-focus='b.m1']").click()
    page.get_by_role("button", name="Take 5 damage").click()
    expect(page.locator(".panel-hp b")).to_have_text("35")
    wait_for_truth(page, KEPT_SAYS, [f"/battles/{battle.key}/", "35"])
    page.context.set_offline(True)
    page.get_by_role("button", name="Take 1 damage").click()
    expect(page.locator("#battle-offline")).to_contain_text("1 change waits")
    page.reload()
    expect(page.locator("#kept-notice")).to_contain_text(f"{OFFLINE}. This page is as it was on")
    expect(page.locator("#battle-offline li")).to_have_text(["Boar: Take 1 damage"])
    expect(page.locator(".panel-hp b")).to_have_text("35")
    page.get_by_role("button", name="Take 5 damage").click()
    expect(page.locator("#battle-offline li")).to_have_count(2)
    assert_no_sideways_scroll(page)
    page.context.set_offline(False)
    expect(page.locator(".panel-hp b")).to_have_text("29")
    expect(page.locator("#kept-notice")).to_have_count(0)
    expect(page.locator("#battle-offline")).to_be_hidden()
    kinds = [entry.event["kind"] for entry in Battle.objects.get(pk=battle.pk).entries.all()]
    assert kinds.count("hp-set") == 3


def test_an_adventure_is_read_offline_as_it_was_last(page, ada, sign_in):
    sign_in(page, ada)
    row = adventure_make(owner=Owner(user=ada), adventure=dry_well())
    page.goto(f"/adventures/{row.key}/")
    title = page.locator("h1").inner_text()
    wait_for_kept(page, 1)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#kept-notice")).to_contain_text(OFFLINE)
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("#adventure h2").first).to_be_visible()
    expect(page.locator("form[method=post]")).to_have_count(0)


def test_a_form_that_is_sent_offline_says_that_nothing_was_sent(page, ada, sign_in):
    sign_in(page, ada)
    page.goto("/warbands/new/")
    page.context.set_offline(True)
    page.locator("main form[method=post]").first.evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was sent.")


def test_muster_is_taken_along_stopped_and_gone_on_with_and_removed(
    page, ada, ash_company, sign_in, assert_accessible, assert_no_sideways_scroll
):
    sign_in(page, ada)
    page.goto("/take-along/")
    expect(page.locator("main")).to_contain_text(
        re.compile(r"About [\d.]+\s[KM]B to load, and [\d.]+\s[KM]B on this device")
    )
    start = page.locator("#take-start")
    expect(start).to_have_text("Take Muster along")
    assert_accessible(page)
    start.click()
    expect(page.locator("#take-says")).to_contain_text(re.compile("[2-9] of .* parts are here."))
    page.context.set_offline(True)
    expect(page.locator("#take-says")).to_contain_text("The site did not answer. What was loaded is here")
    page.context.set_offline(False)
    expect(start).to_have_text("Resume")
    start.click()
    expect(page.locator("#take-says")).to_contain_text("Muster is on this device.")
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    page.context.set_offline(True)
    for address, title in (
        ("/creatures/boar/", "Boar"),
        ("/glossary/status/prone/", "Prone"),
        (f"/warbands/{ash_company.key}/", "Ash Company"),
        ("/battles/", "My battles"),
    ):
        page.goto(address)
        expect(page.locator("#kept-notice")).to_contain_text(OFFLINE)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    page.goto("/creatures/?q=animal")
    expect(page.get_by_role("heading", name="Search what you took along")).to_be_visible()
    expect(page.locator("#offline-group")).to_have_value("creature")
    expect(page.locator(".hit a", has_text="Boar")).to_be_visible()
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    page.get_by_label("Words of names and traits").fill("pron")
    expect(page.locator("#offline-search .count")).to_have_text("0 found")
    page.get_by_label("Among").select_option("Glossary")
    page.locator(".hit a", has_text="Prone").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Prone")
    page.context.set_offline(False)
    Item.objects.create(key="rope", name="Rope", level=1, source=Source.objects.first())
    page.goto("/take-along/")
    expect(page.locator("#take-says")).to_have_text("Muster is on this device. Some of it has changed since.")
    expect(start).to_have_text("Update")
    page.context.set_offline(True)
    page.get_by_role("button", name="Remove from this device").click()
    expect(page.locator("#take-says")).to_have_text("Removed from this device.")
    page.goto("/creatures/boar/")
    expect(page.get_by_role("heading", level=1, name=OFFLINE)).to_be_visible()
    expect(page.locator("#offline-search")).to_be_hidden()


def test_what_was_taken_along_goes_with_the_person(page, ada, ash_company, sign_in):
    sign_in(page, ada)
    page.goto("/take-along/")
    page.locator("#take-start").click()
    expect(page.locator("#take-says")).to_contain_text(re.compile("[2-9] of .* parts are here."))
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Resume")).to_be_enabled()
    wait_for_truth(page, "async () => (await (await caches.open('muster-library')).keys()).length > 20")
    page.context.clear_cookies()
    page.goto("/first-game/")
    wait_for_kept(page, 1)
    assert page.evaluate("async () => (await (await caches.open('muster-library')).keys()).length") == 0


def test_a_page_that_was_stored_around_a_sign_out_goes_with_the_next(page, ada, ash_company, sign_in):
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/sheet/")
    wait_for_kept(page, 1)
    page.evaluate("() => caches.delete('muster-person').then(() => true)")
    page.context.clear_cookies()
    page.goto("/first-game/")
    wait_for_truth(page, "async () => !!(await (await caches.open('muster-pages')).match('/first-game/'))")
    wait_for_kept(page, 1)


def test_only_what_the_site_sends_counts_as_taken_and_nothing_is_deleted_before_the_end(page, monkeypatch):
    page.goto("/take-along/")
    page.locator("#take-start").click()
    says = page.locator("#take-says")
    expect(says).to_contain_text("Muster is on this device.")
    count = "async () => (await (await caches.open('muster-library')).keys()).length"
    before = page.evaluate(count)
    monkeypatch.setattr(take_along, "HttpResponse", lambda *_, **__: HttpResponse(status=409))
    Item.objects.create(key="rope", name="Rope", level=1, source=Source.objects.first())
    page.reload()
    page.locator("#take-start").click()
    expect(says).to_have_text("The site refused a part (error 409). What was loaded is here; try again later.")
    assert page.evaluate(count) == before


def test_a_full_device_says_so(page):
    page.goto("/take-along/")
    quota = {"origin": page.evaluate("location.origin"), "quotaSize": 50_000}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    page.locator("#take-start").click()
    expect(page.locator("#take-says")).to_have_text("This device is full. Free some space, then go on.")
    expect(page.get_by_role("button", name="Take Muster along")).to_be_enabled()


def test_a_stored_page_answers_for_a_site_that_does_not(page, monkeypatch):
    answers = threading.Event()
    mark = offline.person_mark
    monkeypatch.setattr(offline, "person_mark", lambda request: answers.wait(30) and mark(request))
    try:
        page.goto("/first-game/")
        expect(page.locator("#kept-notice")).to_contain_text("The site has not answered yet. This page is as it was on")
    finally:
        answers.set()
    page.reload()
    expect(page.locator("#kept-notice")).to_have_count(0)


def test_a_new_version_takes_over_by_itself(page, monkeypatch):
    script = offline.worker_script()
    monkeypatch.setattr(offline, "worker_script", lambda: script + "\n// a later version\n")
    page.evaluate(
        "() => { window.later = new Promise("
        "(done) => navigator.serviceWorker.addEventListener('controllerchange', () => done(true))); }"
    )
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => true)")
    assert page.evaluate("window.later")
    assert page.evaluate(COUNT_KEPT) == 1  # what was read stays

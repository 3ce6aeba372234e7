"""Pages without a network: what was read is there and says so, everything else says that it is not."""

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from p2v_site.web import offline
from tests.browser.screens import SCREENS, wait_for_truth
from warbands.services.warbands import warband_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
OFFLINE = "You are offline"
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
    assert page.evaluate(COUNT_KEPT) == 0
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


def test_battles_forms_and_the_api_are_never_kept(page, ada, ash_company, sign_in):
    sign_in(page, ada)
    for address in (
        "/battles/",
        "/warbands/",
        f"/warbands/{ash_company.key}/",
        "/homebrew/new/",
        "/api/v1/creatures/boar/",
    ):
        page.goto(address)
    page.goto("/glossary/")
    wait_for_kept(page, 1)
    assets = page.evaluate("async () => (await (await caches.open('muster-assets')).keys()).map(({ url }) => url)")
    assert [asset for asset in assets if "/static/" not in asset and not asset.endswith("/offline/")] == []


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

"""A battle in a club's own network, without https: no page is stored and no tab locks another, but nothing is lost."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from battles.models import Battle
from battles.services.battles import battle_store
from tests.browser.screens import PATIENCE, SCREENS, wait_for_truth
from tests.rules.p2v_combat.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
HOST = "club.example"
"""A name that browsers do not trust as they trust localhost."""
NOTHING_WAITS = "async () => (await muster.queue.all()).length === 0"


@pytest.fixture
def page(browser_type, browser_type_launch_args, live_server, settings, ada, sign_in) -> Iterator[Any]:
    """Ada's phone, which reaches the site by a name and without https."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, HOST]
    arguments = [*browser_type_launch_args["args"], f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    context = browser.new_context(base_url=f"http://{HOST}:{urlsplit(live_server.url).port}", **SCREENS["360px"])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    sign_in(page, ada)
    context.add_cookies([{**cookie, "domain": HOST} for cookie in context.cookies()])
    yield page
    browser.close()


def test_a_battle_that_is_left_open_goes_on(page, ada):
    setup = setup_of(["kobold-warrior"], ["boar"])
    battle = battle_store(owner=Owner(user=ada), setup=setup, seed=b"the same dice in every battle...")
    page.goto(f"/battles/{battle.key}/")
    assert page.evaluate("[isSecureContext, !!navigator.serviceWorker, !!navigator.locks]") == [False, False, False]
    page.get_by_role("button", name="Begin the battle").click()
    page.locator("[data-focus='b.m1']").click()
    expect(page.locator("#panel-name")).to_have_text("Boar")
    other = page.context.new_page()
    other.goto(page.url)
    page.context.set_offline(True)
    page.get_by_role("button", name="Take 5 damage").click()
    page.get_by_role("button", name="Take 1 damage").click()
    says = page.locator("#battle-offline")
    expect(says).to_contain_text("Leave this page open: this site is served without https")
    expect(says.locator("li")).to_have_text(["Boar: Take 5 damage", "Boar: Take 1 damage"])
    page.context.set_offline(False)
    for tab in (page, other):
        tab.evaluate("void muster.queue.flush()")  # no lock holds the second tab back
    for tab in (page, other):
        expect(tab.locator(".panel-hp b")).to_have_text("34")
    expect(says).to_be_hidden()
    wait_for_truth(page, NOTHING_WAITS)
    # What waits is in the store all the same: a page that is loaded anew, once it can be, sends it.
    page.context.set_offline(True)
    page.get_by_role("button", name="Take 1 damage").click()
    expect(says).to_contain_text("1 change waits")
    other.close()
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".panel-hp b")).to_have_text("33")
    entries = Battle.objects.get(pk=battle.pk).entries.all()
    assert [entry.event["kind"] for entry in entries].count("hp-set") == 3

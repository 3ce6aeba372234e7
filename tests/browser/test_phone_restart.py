"""A phone that is switched off and on again without a network: what was entered before is there, and is sent once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from battles.models import Battle
from battles.services.battles import battle_store
from tests.browser.screens import PATIENCE, SCREENS, wait_for_truth
from tests.rules.p2v_combat.tables import setup_of
from warbands.models import Warband
from warbands.selectors.warbands import warband_open

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
KEPT = "async (address) => !!(await (await caches.open('muster-pages')).match(address))"
NO_NETWORK = {"server": "http://localhost:9", "bypass": "<-loopback>"}
"""A proxy that is not there: nothing passes it, not even the first request of a service worker that has just begun."""
NOTHING_WAITS = "async () => (await muster.queue.all()).length === 0"


@pytest.fixture
def phone(browser_type, browser_type_launch_args, live_server, tmp_path) -> Callable[..., Any]:
    """Return a function that starts the browser of one phone, where what was stored before is found again."""
    options: dict[str, Any] = {**browser_type_launch_args, **SCREENS["360px"], "base_url": live_server.url}

    @contextmanager
    def _start(**more: Any) -> Iterator[Any]:
        context = browser_type.launch_persistent_context(tmp_path / "phone", **options, **more)
        try:
            [page] = context.pages
            page.set_default_timeout(PATIENCE)
            yield page
        finally:
            context.close()

    return _start


def members_of(ada: Any, warband: Warband) -> dict[str, Any]:
    opened = warband_open(Owner(user=ada), warband.key)
    assert opened is not None
    return {member.id: member for member in opened.draft.roster.members}


def test_what_was_entered_outlives_the_browser_and_is_sent_once(phone, ada, ash_company, sign_in):
    battle = battle_store(
        owner=Owner(user=ada),
        setup=setup_of(["kobold-warrior"], ["boar"]),
        seed=b"the same dice in every battle...",
    )
    builder, fight = f"/warbands/{ash_company.key}/", f"/battles/{battle.key}/"
    with phone() as page:
        page.goto("/first-game/")
        wait_for_truth(page, "() => navigator.serviceWorker.controller !== null")
        sign_in(page, ada)
        page.goto(f"{fight}?creature=b.m1")
        page.get_by_role("button", name="Begin the battle").click()
        page.locator("[data-focus='b.m1']").click()
        expect(page.get_by_role("button", name="Take 5 damage")).to_be_visible()
        page.goto(f"{builder}?member=m1#warband")
        for address in (builder, fight):
            wait_for_truth(page, KEPT, address)
        page.context.set_offline(True)
        page.get_by_label("Name", exact=True).fill("Mara")
        page.locator("#rename").click()
        expect(page.locator("#queue")).to_contain_text("Only on this device: 1 change")
        page.get_by_role("link", name="Creatures", exact=True).click()
        page.locator("#add-boar").click()
        expect(page.locator("#queue")).to_contain_text("Only on this device: 2 changes")
        page.goto(fight)
        page.locator("[data-focus='b.m1']").click()
        page.get_by_role("button", name="Take 5 damage").click()
        expect(page.locator("#queue")).to_contain_text("Only on this device: 3 changes")
    with phone(proxy=NO_NETWORK) as page:
        page.goto(fight)
        expect(page.locator("#kept-notice")).to_contain_text("You are offline.")
        expect(page.locator("#battle-offline li")).to_have_text(["Boar: Take 5 damage"])
        page.goto(f"{builder}#warband")
        expect(page.locator("#kept-notice")).to_contain_text("You are offline.")
        expect(page.locator("#queue")).to_contain_text("Only on this device: 3 changes")
        expect(page.locator("#member-m1 .only-here")).to_have_text("only on this device")
        expect(page.locator("#member-m1 .member-open bdi")).to_have_text("Mara")
        expect(page.locator("li.member.only-here")).to_have_count(1)
        assert members_of(ada, ash_company)["m1"].name == "Snik"
    with phone() as page:
        page.goto(f"{builder}#warband")
        wait_for_truth(page, NOTHING_WAITS)
        expect(page.locator("#queue")).to_be_hidden()
        expect(page.locator(".only-here")).to_have_count(0)
    after = members_of(ada, ash_company)
    assert after["m1"].name == "Mara"
    assert [member.creature for member in after.values()].count("boar") == 2
    assert [entry.event["kind"] for entry in Battle.objects.get(pk=battle.pk).entries.all()].count("hp-set") == 1

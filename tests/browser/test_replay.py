"""A replay in the browser: it runs by itself, goes back and forth, and its tokens stand as each entry says."""

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.selectors.battles import BattleVisitor
from battles.services.recording import event_record
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.standing import CreaturePlaced
from tests.browser.play_boards import boars_on_board
from tests.browser.screens import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_battle_runs_by_itself_and_back(
    ada: User,
    screen: str,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    battle = boars_on_board(ada)

    def do(event: BattleEvent) -> None:
        event_record(visitor=BattleVisitor(Owner(user=ada)), key=battle.key, command=lambda state: event)

    do(CreaturePlaced("b.m1", (9, 9), "Moved by hand"))
    do(HeldSet("b.m1", "prone", True, ""))
    page = open_page(**SCREENS[screen])
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/replay/")
    last = int(page.locator("#replay").get_attribute("data-last") or 0)
    page.get_by_label("Speed").select_option("5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-where]")).to_contain_text(f"{last} of {last}")
    token = page.locator('.board-token[data-focus="b.m1"]')
    expect(token).to_have_attribute("aria-label", "Boar, J10: 40 of 40 HP, prone")
    expect(page.locator('[data-creature="b.m1"] > span')).to_have_text("Boar, J10: 40 of 40 HP, prone")
    expect(page).to_have_url(re.compile(rf"\?entry={battle.entries.count()}$"))
    if folder := os.environ.get("MUSTER_SHOTS"):
        page.screenshot(path=f"{folder}/replay-{screen}.png", full_page=True)
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(token).to_have_attribute("aria-label", "Boar, J10: 40 of 40 HP")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(token).to_have_attribute("aria-label", "Boar, F8: 40 of 40 HP")
    expect(page).to_have_url(re.compile(rf"\?entry={battle.entries.count() - 2}$"))
    page.reload()
    expect(token).to_have_attribute("aria-label", "Boar, F8: 40 of 40 HP")
    page.get_by_role("link", name="First").click()
    expect(page.locator("[data-says]")).to_contain_text("The battle begins.")
    expect(token).to_have_count(0)

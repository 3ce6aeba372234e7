"""A battle that is conceded and one that is ended early, on two phones without JavaScript."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.selectors.battles import BattleVisitor
from battles.services.battles import battle_store
from battles.services.seats import seat_link_make
from tests.battles.play import SEED
from tests.browser.screens import SCREENS
from tests.rules.p2v_combat.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_battle_is_conceded_and_ended_early_without_javascript(
    screen: str,
    ada: User,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    live_server: Any,
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    battle = battle_store(owner=Owner(user=ada), setup=setup_of(["kobold-warrior"], ["boar"]), seed=SEED)
    seat_link_make(visitor=BattleVisitor(Owner(user=ada)), key=battle.key, side="b")
    visitor = Client()
    visitor.post(f"/battles/join/{battle.seats.get(side='b').token}/")
    session = visitor.cookies[settings.SESSION_COOKIE_NAME]
    first, second = (open_page(java_script_enabled=False, **SCREENS[screen]) for _ in range(2))
    sign_in(first, ada)
    second.context.add_cookies([{"name": session.key, "value": session.value, "url": live_server.url}])
    first.goto(f"/battles/{battle.key}/")
    first.get_by_role("button", name="Begin the battle").click()
    second.goto(f"/battles/{battle.key}/")
    second.get_by_text("End the battle …").click()
    assert_no_sideways_scroll(second)
    second.get_by_role("button", name="End it now").click()
    first.goto(f"/battles/{battle.key}/")
    expect(first.locator("#end-wanted")).to_contain_text("Blue wants to end the battle now, with its points counted.")
    assert_no_sideways_scroll(first)
    first.get_by_role("button", name="Play on").click()
    expect(first.locator("#end-wanted")).to_have_count(0)
    second.goto(f"/battles/{battle.key}/")
    second.get_by_text("End the battle …").click()
    second.get_by_role("button", name="Concede the battle").click()
    expect(second.get_by_role("link", name="See the result")).to_be_visible()
    second.get_by_role("link", name="See the result").click()
    expect(second.locator("h1")).to_contain_text("Red wins a major victory")
    expect(second.locator("main")).to_contain_text("Blue concedes.")

"""A small battle on two phones at 360 px to its result, a network that is lost, and a battle without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.models import Battle
from battles.selectors.folding import folded_battle
from battles.services.battles import battle_store
from tests.browser.conftest import SCREENS
from tests.rules.battle.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEED = b"the same dice in every battle..."
PATIENCE = 20_000
FOLLOWS = 4_000
"""How long the other phone may take to follow on a busy machine; alone it takes less than two seconds."""


@pytest.fixture
def battle(ada: User) -> Battle:
    """Return a battle of a kobold and a boar that ada has made."""
    return battle_store(owner=Owner(user=ada), setup=setup_of(["kobold-warrior"], ["boar"]), seed=SEED)


@pytest.fixture
def phones(
    battle: Battle, ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]
) -> tuple[Any, Any]:
    """Return ada's phone, which plays Red, and another one that has taken Blue by its link."""
    first, second = open_page(**SCREENS["360px"]), open_page(**SCREENS["360px"])
    for page in (first, second):
        page.set_default_timeout(PATIENCE)
    sign_in(first, ada)
    first.goto(f"/battles/{battle.key}/phones/")
    first.locator("#phone-b").locator("xpath=..").get_by_role("button", name="Make a link for another phone").click()
    link = first.get_by_label("The link for its player").input_value()
    second.goto(link)
    second.get_by_role("button", name="Play Blue").click()
    expect(second.locator("h1")).to_have_text("Before the battle")
    first.goto(f"/battles/{battle.key}/")
    return first, second


def test_two_phones_play_a_battle_to_its_result(
    phones: tuple[Any, Any],
    battle: Battle,
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    first, second = phones
    first.get_by_role("button", name="Begin the battle").click()
    second.reload()
    state = folded_battle(Battle.objects.get(pk=battle.pk)).state
    own, other = phones if state.next_side == "a" else phones[::-1]
    expect(other.locator(".battle-now")).to_contain_text("acts now")
    own.locator(".creature-button").first.click()
    expect(own.get_by_role("button", name="End the turn")).to_be_visible()
    expect(other.locator(".battle-now")).to_contain_text(
        "Boar" if state.next_side == "b" else "Kobold Warrior", timeout=FOLLOWS
    )
    for page in phones:
        assert_accessible(page)
        assert_no_sideways_scroll(page)
    own.get_by_role("button", name="End the turn").click()
    expect(other.locator(".creature-button")).to_be_visible(timeout=FOLLOWS)
    # By hand the kobold is eliminated; the round ends the game.
    other.locator("[data-focus='a.m1']").click()
    other.get_by_text("Leave play …").click()
    other.get_by_role("button", name="Eliminated").click()
    expect(own.locator(".creature-line.out")).to_be_visible(timeout=FOLLOWS)
    if own.locator(".creature-button, .end-turn").count() or other.locator(".creature-button").count():
        other.locator(".creature-button").first.click()
        other.get_by_role("button", name="End the turn").click()
    expect(first.get_by_role("heading", name="The battle is over")).to_be_visible(timeout=PATIENCE)
    first.get_by_role("link", name="See the result").click()
    expect(first.locator("main")).to_contain_text("Eliminated")
    assert_accessible(first)


def test_what_is_tapped_without_a_network_is_sent_later_and_once(phones: tuple[Any, Any], battle: Battle) -> None:
    first, second = phones
    first.get_by_role("button", name="Begin the battle").click()
    first.locator("[data-focus='b.m1']").click()
    expect(first.locator("#panel-name")).to_have_text("Boar")
    first.context.set_offline(True)
    first.get_by_role("button", name="Take 5 damage").click()
    first.get_by_role("button", name="Take 1 damage").click()
    expect(first.locator("#battle-offline")).to_contain_text("2 changes wait")
    first.context.set_offline(False)
    expect(first.locator("#battle-offline")).to_be_hidden(timeout=PATIENCE)
    expect(first.locator(".panel-hp b")).to_have_text("34")
    second.reload()
    expect(second.locator(".creature-line", has_text="Boar").locator(".line-hp b")).to_have_text("34")


def test_a_battle_is_played_without_javascript(
    battle: Battle, ada: User, plain_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    sign_in(plain_page, ada)
    plain_page.goto(f"/battles/{battle.key}/")
    plain_page.get_by_role("button", name="Begin the battle").click()
    plain_page.locator(".creature-button").first.click()
    plain_page.get_by_role("button", name="Take 1 damage").click()
    plain_page.get_by_role("button", name="End the turn").click()
    expect(plain_page.locator(".battle-now")).to_contain_text("who acts?")
    plain_page.get_by_role("button", name="Undo").click()
    expect(plain_page.get_by_role("button", name="End the turn")).to_be_visible()


def test_the_table_screen_follows(
    battle: Battle,
    ada: User,
    wide_page: Any,
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
) -> None:
    sign_in(wide_page, ada)
    wide_page.goto(f"/battles/{battle.key}/table/")
    expect(wide_page.locator(".table-creature")).to_have_count(2)
    assert_accessible(wide_page)

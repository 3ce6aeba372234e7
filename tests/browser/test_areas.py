"""An area on the board: placed by a finger, by keys or from a list, with whom it catches in the bar."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from battles.models import Battle
from tests.browser.play_boards import boars_on_board, state_of, tap_square
from tests.browser.screens import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def battle(ada: User) -> Battle:
    return boars_on_board(ada, "wyrmling-green-dragon", ((5, 9), (5, 7)))


def aimed(battle: Battle) -> tuple[str, str, int]:
    """Return the address of the breath's form, the enemy, and its row."""
    own = next(actor.id for actor in state_of(battle).turn.acting)
    enemy = "b.m1" if own == "a.m1" else "a.m1"
    row = state_of(battle).board.places[enemy][1]
    return f"/battles/{battle.key}/?creature={own}&action=feature/breath-weapon&way=", enemy, row


def test_an_area_is_placed_by_a_finger_at_360_px(
    battle: Battle,
    ada: User,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    page = open_page(**SCREENS["360px"])
    sign_in(page, ada)
    address, enemy, row = aimed(battle)
    page.goto(address)
    page.locator("#play-board > svg").evaluate("figure => figure.scrollIntoView()")
    head = state_of(battle)
    tap_square(page, (5, row))
    expect(page.locator(f'[name=target][value="{enemy}"]')).to_be_checked()
    expect(page.locator(".board-area")).to_have_count(1)
    expect(page.locator("#way-words")).to_contain_text("it catches")
    expect(page.locator(".choice-odds").first).not_to_be_empty()
    expect(page.locator("[data-choice]")).to_contain_text("Breath Weapon at")
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    tap_square(page, (5, 16 - row + (16 - row - row) // 2))
    expect(page.locator(f'[name=target][value="{enemy}"]')).not_to_be_checked()
    expect(page.locator("#way-words")).to_contain_text("no creature")
    expect(page.locator(".choice-odds").first).to_be_empty()
    assert state_of(battle) == head, "nothing is sent before the button"
    tap_square(page, (5, row))
    expect(page.locator(f'[name=target][value="{enemy}"]')).to_be_checked()
    page.locator(".choice-bar .primary").tap()
    expect(page.locator(".battle-latest")).to_contain_text("Breath Weapon")


def test_an_area_is_placed_by_keys_alone(
    battle: Battle, ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]
) -> None:
    page = open_page(**SCREENS["1280px"])
    sign_in(page, ada)
    address, enemy, row = aimed(battle)
    page.goto(address)
    page.locator(".board-token[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board-square")).to_have_value(f"G{17 - row}")
    page.locator("#board-square").fill(f"F{row + 1}")
    page.keyboard.press("Tab")
    expect(page.locator(f'[name=target][value="{enemy}"]')).to_be_checked()
    first = page.locator(".board-area").get_attribute("d")
    page.get_by_role("button", name="Another placement").click()
    expect(page.locator(".board-area")).not_to_have_attribute("d", first)
    page.locator(".board-token[tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".choice-bar .primary")).to_be_focused()


def test_an_area_is_chosen_from_a_list_without_javascript(
    battle: Battle, ada: User, plain_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    sign_in(plain_page, ada)
    address, enemy, _ = aimed(battle)
    plain_page.goto(address)
    expect(plain_page.locator("#board-square")).to_be_hidden()
    plain_page.locator("#area-caught").select_option(enemy)
    plain_page.locator(".choice-bar .primary").click()
    expect(plain_page.locator(".battle-latest")).to_contain_text("Breath Weapon")

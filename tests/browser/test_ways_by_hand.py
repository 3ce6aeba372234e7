"""A way by hand on the board: square by square, with its cost before it is gone, and the keys that do the same."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.play_boards import boars_on_board, state_of, tap_square
from tests.browser.screens import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("screen", ["360px", "1280px"])
def test_a_way_is_drawn_square_by_square(
    screen: str,
    ada: User,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    battle = boars_on_board(ada)
    page = open_page(**{**SCREENS[screen], "has_touch": True})
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/")
    own = next(actor.id for actor in state_of(battle).turn.acting)
    x, y = state_of(battle).board.places[own]
    page.locator("#play-board > svg").evaluate("figure => figure.scrollIntoView()")
    page.get_by_role("button", name="Draw the way").tap()
    expect(page.get_by_role("button", name="Draw the way")).to_have_attribute("aria-pressed", "true")
    tap_square(page, (x - 1, y))
    expect(page.locator("#way-words")).to_contain_text("1 square.")
    tap_square(page, (x - 2, y))
    expect(page.locator("#way-words")).to_contain_text("2 squares.")
    page.get_by_role("button", name="Square to the left").tap()
    expect(page.locator("#way-words")).to_contain_text("3 squares.")
    tap_square(page, (x - 2, y))
    expect(page.locator("#way-words")).to_contain_text("2 squares.")
    page.get_by_role("button", name="Square to the right").tap()
    expect(page.locator("#way-words")).to_contain_text("1 square.")
    tap_square(page, (x - 3, y))
    expect(page.locator("#way-words")).to_contain_text("is closed")
    tap_square(page, (x - 1, y))
    tap_square(page, (x - 2, y))
    expect(page.locator("#way-words")).to_contain_text("2 squares.")
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    assert state_of(battle).board.places[own] == (x, y), "nothing is sent before the button"
    page.get_by_role("button", name="Stride", exact=True).tap()
    expect(page.locator(".battle-latest")).to_contain_text("Strides to D")
    sent = battle.entries.order_by("-number").filter(event__kind="acted").first().event
    assert sent["way_to"] == [[x - 1, y], [x - 2, y]]


def test_a_question_mark_lists_the_keys_and_single_ones_are_turned_off(
    ada: User,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
) -> None:
    battle = boars_on_board(ada)
    page = open_page(**SCREENS["360px"])
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/")
    figure, token = page.locator("#play-board > svg"), page.locator(".board-token[tabindex='0']")
    whole = figure.get_attribute("viewBox")
    token.focus()
    page.keyboard.press("?")
    expect(page.locator("#board-keys summary")).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_label("Use the keys of one character")).not_to_be_checked()
    token.focus()
    page.keyboard.press("+")
    page.reload()
    token.focus()
    page.keyboard.press("+")
    expect(page.get_by_label("Use the keys of one character")).not_to_be_checked()
    expect(figure).to_have_attribute("viewBox", whole)
    page.locator("#board-keys summary").click()
    page.get_by_label("Use the keys of one character").check()
    token.focus()
    page.keyboard.press("+")
    expect(figure).not_to_have_attribute("viewBox", whole)


def test_the_long_fold_of_a_creature_comes_when_it_is_opened(
    ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]
) -> None:
    battle = boars_on_board(ada)
    page = open_page(**SCREENS["1280px"])
    sign_in(page, ada)
    own = next(actor.id for actor in state_of(battle).turn.acting)
    page.goto(f"/battles/{battle.key}/?creature={own}")
    page.locator(f'.board-token[data-focus="{own}"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#way-words")).to_contain_text("1 square")
    page.keyboard.press("Enter")
    expect(page.locator(".battle-latest")).to_contain_text("Strides to")
    expect(page.locator("#panel-more[data-later]")).to_have_count(1)
    expect(page.locator("#hp-value")).to_have_count(0)
    page.locator("#panel-more > summary").click()
    page.locator("#hp-set > summary").click()
    page.locator("#hp-value").fill("9")
    page.locator("#hp-set button").click()
    expect(page.locator(".panel-hp b")).to_have_text("9")
    expect(page.locator("#panel-more")).to_have_attribute("open", "")
    expect(page.locator("#hp-value")).to_have_value("9")

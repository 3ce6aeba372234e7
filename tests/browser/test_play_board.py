"""A battle on a board: a move and a Strike by four taps at 360 px, a move by keys alone, places by dragging."""

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
    return boars_on_board(ada)


def test_a_move_and_a_strike_take_four_taps_at_360_px(
    battle: Battle,
    ada: User,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    page = open_page(**SCREENS["360px"])
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/")
    figure = page.locator("#play-board > svg")
    figure.evaluate("figure => figure.scrollIntoView()")
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    own = next(actor.id for actor in state_of(battle).turn.acting)
    (x, y), enemy = ((5, 8), "b.m1") if own == "a.m1" else ((5, 11), "a.m1")
    tap_square(page, (x, y))
    expect(page.locator("#way-words")).to_contain_text("4 squares")
    assert state_of(battle).board.places[own] != (x, y), "nothing is sent before the button"
    assert page.locator(".way-bar").bounding_box()["height"] <= 96
    page.get_by_role("button", name="Square to the left").tap()
    expect(page.locator("#board-square")).to_have_value(f"E{y + 1}")
    page.get_by_role("button", name="Square to the right").tap()
    page.get_by_role("button", name="Stride", exact=True).tap()
    expect(page.locator(".battle-latest")).to_contain_text(f"Strides to F{y + 1}")
    assert page.locator("#board-ground > *").count() > 20, "the ground stays"
    page.locator(f'.board-token[data-focus="{enemy}"]').tap()
    expect(page.locator(".choice-odds").first).not_to_be_empty()
    page.get_by_role("button", name="Strike", exact=True).tap()
    expect(page.locator(".battle-latest")).to_contain_text("Boar")
    assert state_of(battle).board.places[own] == (x, y)


def test_a_creature_is_moved_by_keys_alone(
    battle: Battle, ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]
) -> None:
    page = open_page(**SCREENS["1280px"])
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/")
    own = next(actor.id for actor in state_of(battle).turn.acting)
    token = page.locator(f'.board-token[data-focus="{own}"]')
    expect(token).to_have_attribute("tabindex", "0")
    token.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#way-words")).to_contain_text("2 squares")
    page.keyboard.press("Enter")
    expect(page.locator(".battle-latest")).to_contain_text("Strides to H")
    expect(page.locator(f'.board-token[data-focus="{own}"]')).to_be_focused()


def test_places_are_dragged_and_a_page_without_javascript_has_the_list(
    battle: Battle,
    ada: User,
    wide_page: Any,
    plain_page: Any,
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
) -> None:
    sign_in(wide_page, ada)
    wide_page.goto(f"/battles/{battle.key}/board/")
    assert_accessible(wide_page)
    box = wide_page.locator('.board-token[data-focus="b.m1"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    wide_page.mouse.move(x, y)
    wide_page.mouse.down()
    wide_page.mouse.move(x + 40, y + 5, steps=4)
    wide_page.mouse.move(x + 3 * box["width"] * 24 / 22, y, steps=4)
    wide_page.mouse.up()
    expect(wide_page.locator('[data-place="b.m1"]')).to_have_value("I8")
    wide_page.get_by_label("Why").fill("measured again")
    wide_page.get_by_role("button", name="Save the places").click()
    expect(wide_page.locator('.board-token[data-focus="b.m1"]')).to_have_attribute("data-at", "8,7,1")
    sign_in(plain_page, ada)
    plain_page.goto(f"/battles/{battle.key}/")
    own = next(actor.id for actor in state_of(battle).turn.acting)
    column, row = state_of(battle).board.places[own]
    plain_page.locator("#board-square").select_option(f"{'ABCDEFGHIJ'[column]}{row}")
    plain_page.get_by_role("button", name="Stride", exact=True).click()
    expect(plain_page.locator(".battle-latest")).to_contain_text(f"Strides to {'ABCDEFGHIJ'[column]}{row}")


def test_the_board_turns_for_the_other_side_and_names_stay(
    battle: Battle, ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]
) -> None:
    page = open_page(**SCREENS["360px"])
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/")
    page.locator("#play-board > svg").evaluate("figure => figure.scrollIntoView()")
    own = next(actor.id for actor in state_of(battle).turn.acting)
    before = page.locator('.board-token[data-focus="b.m1"] .token-emblem').bounding_box()
    page.get_by_role("button", name="Turn the board").tap()
    expect(page.get_by_role("button", name="Turn the board")).to_have_attribute("aria-pressed", "true")
    after = page.locator('.board-token[data-focus="b.m1"] .token-emblem').bounding_box()
    assert after["y"] > before["y"], "what was above is below"
    angle = """token => {
        const { a, b } = token.querySelector(".token-emblem").getScreenCTM();
        return Math.round(Math.atan2(b, a) * 180 / Math.PI);
    }"""
    assert page.locator(f'.board-token[data-focus="{own}"]').evaluate(angle) == 0, "tokens stand upright"
    x, y = (5, 8) if own == "a.m1" else (5, 11)
    tap_square(page, (x, y))
    expect(page.locator("#board-square")).to_have_value(f"F{y + 1}")
    page.get_by_role("button", name="Square to the left").tap()
    expect(page.locator("#board-square")).to_have_value(f"G{y + 1}")
    page.get_by_role("button", name="Stride", exact=True).tap()
    expect(page.locator(".battle-latest")).to_contain_text(f"Strides to G{y + 1}")
    expect(page.locator("#play-board.is-turned")).to_be_visible()

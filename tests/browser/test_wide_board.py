"""A fast creature on a large board: any square is tapped or typed, also one that is not offered."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.battles.boards import actor, fast
from tests.browser.play_boards import tap_square
from tests.browser.screens import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("screen", ["360px", "1280px"])
def test_any_square_is_tapped_or_typed(
    screen: str,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    table = fast(60)
    page = open_page(**SCREENS[screen])
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    sign_in(page, table.owner.owner.user)
    page.goto(f"/battles/{table.key}/")
    figure = page.locator("#play-board > svg")
    figure.evaluate("figure => figure.scrollIntoView()")
    assert_accessible(page)
    assert_no_sideways_scroll(page)
    if screen == "360px":
        tap_square(page, (130, 100))
        expect(page.locator("#board-square")).not_to_have_value("")
        expect(page.locator("#way-words")).to_contain_text("squares.")
    page.locator("#board-square").fill("cw141")
    page.locator("#board-square").press("Tab")
    expect(page.locator("#way-words")).to_contain_text("CW141: 40 squares.")
    expect(page.locator(".board-way")).to_have_count(1)
    page.get_by_role("button", name="Stride", exact=True).click()
    expect(page.locator(".battle-latest")).to_contain_text("Strides to CW141")
    assert table.folded.state.board.places[actor(table)] == (100, 140)
    assert faults == []

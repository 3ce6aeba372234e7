"""A board of one's own in the browser: a piece is dragged and refused with words, and tapped to its place."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.selectors.boards import board_plan
from battles.services.boards import saved_board_change, saved_board_make
from rules.p2v_combat.setup.changes import SetupFields
from tests.browser.screens import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PIECES = (
    {"kind": "wall", "x": "4", "y": "4", "width": "2", "height": "2"},
    {"kind": "rubble", "x": "12", "y": "4", "width": "3", "height": "3"},
)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_piece_is_dragged_refused_and_tapped_to_its_place(
    ada: User,
    screen: str,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    row = saved_board_make(owner=Owner(user=ada), name="The Ford", size="small-board")
    for piece in PIECES:
        saved_board_change(
            owner=Owner(user=ada), key=row.key, step="terrain", do="add", given=SetupFields({**piece, "label": ""})
        )
    page = open_page(**SCREENS[screen])
    sign_in(page, ada)
    page.goto(f"/battles/boards/{row.key}/terrain/")

    def middle(x: int, y: int) -> tuple[float, float]:
        """Return where the middle of a square is on the screen."""
        place = page.evaluate(
            """([x, y]) => { const figure = document.querySelector(".setup-board");
            const side = Number(figure.dataset.square), drawing = figure.querySelector("svg");
            const place = new DOMPoint((x + 0.5) * side, (y + 0.5) * side).matrixTransform(drawing.getScreenCTM());
            return [place.x, place.y]; }""",
            [x, y],
        )
        return place[0], place[1]

    def drag(start: tuple[int, int], end: tuple[int, int]) -> None:
        page.locator(".setup-board").scroll_into_view_if_needed()
        page.mouse.move(*middle(*start))
        page.mouse.down()
        page.mouse.move(*middle(*end), steps=4)
        page.mouse.up()

    drag((5, 5), (8, 9))
    expect(page.locator("#piece option").first).to_have_text("1 Wall, at 7 and 8")
    drag((8, 9), (12, 5))
    expect(page.get_by_role("alert")).to_have_text("Wall would overlap Rubble.")
    page.locator(".setup-board").scroll_into_view_if_needed()
    page.mouse.click(*middle(13, 5))
    expect(page.locator("#piece")).to_have_value("t2")
    page.mouse.click(*middle(15, 10))
    expect(page.locator("#move-x")).to_have_value("15")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator("#piece option").last).to_have_text("2 Rubble, at 15 and 10")
    assert [(piece.x, piece.y) for piece in board_plan(type(row).objects.get()).terrain] == [(7, 8), (15, 10)]
    if folder := os.environ.get("MUSTER_SHOTS"):
        page.screenshot(path=f"{folder}/setup-board-{screen}.png", full_page=True)
    assert_accessible(page)
    assert_no_sideways_scroll(page)

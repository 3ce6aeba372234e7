"""Hexploration on two phones at 360 px: a map that moves by finger, key and link, and fog that lifts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Owner, User
from adventures.services.adventures import adventure_make
from tests.adventures.play import SEED
from tests.browser.counting import CountedThumb
from tests.browser.evenings import AdventureEvening
from tests.rules.adventures.wilderness import wilderness

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAP = "[data-hexmap] svg"


def window_of(page: Page) -> list[float]:
    """The part of the map that is shown: left, top, width and height."""
    return [float(name) for name in (page.locator(MAP).get_attribute("viewBox") or "").split()]


def test_a_day_of_hexploration_goes_from_the_map_to_the_camp_on_two_phones(
    evening: AdventureEvening, ada: User, assert_accessible: Callable[[Any], None]
) -> None:
    organizer, player = evening.organizer, evening.player
    adventure_make(owner=Owner(user=ada), adventure=wilderness(), seed=SEED)
    organizer.go()
    evening.share()
    expect(player.page.locator("h1")).to_have_text("A test")
    player.does_not_say("The spire")
    assert_accessible(player.page)
    # The arrows of the party are in the first screen of a phone.
    thumb = CountedThumb(player.page)
    thumb.reach(player.page.get_by_role("button", name="South to 0203: unknown"))
    assert thumb.counted() == (0, 0)
    # A finger on hex 0201, whose middle is there: the page says what it is, and a button leads to it.
    expect(player.page.locator("[data-hexmap]")).to_have_attribute("data-ready", "true")
    tap(player.page, 25, 18)
    expect(player.page.locator("#hex-heading")).to_have_text("Hex 0201")
    player.press("The party: travel here")
    player.says("The party enters 0201, plains.")
    organizer.catch_up()
    organizer.says("The party enters 0201, plains.")
    organizer.bring_about("Check for encounters", faces="20 9 1")
    organizer.says("Creatures in 0201")
    player.catch_up()
    player.does_not_say("Creatures in 0201")
    organizer.press("The party: reconnoiter")
    organizer.says("The party has reconnoitered 0201.")
    organizer.press("Next day")
    organizer.says("Day 2")
    organizer.bring_about("End the adventure", outcome="They have seen enough.")
    player.catch_up()
    player.says("They have seen enough.")


def tap(page: Page, across: int, down: int) -> None:
    """Tap a place of the map, in its own units."""
    drawing = page.locator(MAP)
    frame, (left, top, width, height) = drawing.bounding_box(), window_of(page)
    assert frame is not None
    scale = min(frame["width"] / width, frame["height"] / height)
    x = frame["width"] / 2 + (across - left - width / 2) * scale
    drawing.click(position={"x": x, "y": frame["height"] / 2 + (down - top - height / 2) * scale})


def test_the_map_moves_by_keyboard_and_pointer_and_keeps_its_window(
    ada: User, open_page: Callable[..., Page], sign_in: Callable[[Any, Any], None]
) -> None:
    page = open_page()
    sign_in(page, ada)
    row = adventure_make(owner=Owner(user=ada), adventure=wilderness(), seed=SEED)
    page.goto(f"/adventures/{row.key}/")
    frame = page.locator("[data-hexmap]")
    expect(frame).to_have_attribute("data-ready", "true")
    left, _, width, _ = window_of(page)
    frame.press("ArrowRight")
    assert window_of(page)[0] > left
    frame.press("+")
    assert window_of(page)[2] < width
    page.get_by_role("link", name="Whole map").click()
    assert window_of(page)[:2] == [0, 0]
    frame.press("+")
    expect(page.locator(MAP)).not_to_have_attribute("viewBox", "0 0 80 99")
    kept = window_of(page)
    page.reload()
    expect(frame).to_have_attribute("data-ready", "true")
    assert window_of(page) == kept
    page.locator(MAP).scroll_into_view_if_needed()
    box = page.locator(MAP).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 40, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    assert window_of(page)[0] > kept[0]
    expect(page.locator("#hex-heading")).to_have_text("Hex 0202")


def test_two_fingers_bring_the_map_closer(
    ada: User, open_page: Callable[..., Page], sign_in: Callable[[Any, Any], None]
) -> None:
    page = open_page()
    sign_in(page, ada)
    row = adventure_make(owner=Owner(user=ada), adventure=wilderness(), seed=SEED)
    page.goto(f"/adventures/{row.key}/?zoom=3")
    expect(page.locator("[data-hexmap]")).to_have_attribute("data-ready", "true")
    wide = window_of(page)[2]

    def finger(word: str, number: int, across: int) -> None:
        event = {"pointerId": number, "clientX": across, "clientY": 200, "button": 0, "bubbles": True}
        page.locator(MAP).dispatch_event(f"pointer{word}", event)

    finger("down", 1, 100)
    finger("down", 2, 150)
    finger("move", 2, 170)
    near = window_of(page)[2]
    assert near < wide
    finger("move", 2, 130)
    assert window_of(page)[2] > near
    finger("up", 1, 100)
    finger("up", 2, 130)
    # Two fingers are no tap: no hex is looked at.
    expect(page.locator("#hex-heading")).to_have_text("Hex 0202")


def test_the_map_moves_by_links_without_javascript(
    ada: User, plain_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    row = adventure_make(owner=Owner(user=ada), adventure=wilderness(), seed=SEED)
    sign_in(plain_page, ada)
    plain_page.goto(f"/adventures/{row.key}/")
    before = window_of(plain_page)
    plain_page.get_by_role("link", name="Whole map").press("Enter")
    expect(plain_page.locator(MAP)).not_to_have_attribute("viewBox", " ".join(f"{number:g}" for number in before))
    plain_page.get_by_role("link", name="Northeast (0302)").press("Enter")
    expect(plain_page.locator("#hex-heading")).to_have_text("Hex 0302")
    plain_page.get_by_role("button", name="North to 0201").press("Enter")
    expect(plain_page.locator(".hex-pad")).to_contain_text("The party in 0201")
    plain_page.get_by_label("Another hex").fill("0102")
    plain_page.get_by_role("button", name="Look at it").press("Enter")
    expect(plain_page.locator("#hex-heading")).to_have_text("Hex 0102")
